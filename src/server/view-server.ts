import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ToolError } from '../base/tool-error.ts';
import { errorCode } from '../platform/file-errors.ts';
import { failureOf, sendFailure, statusOf } from './answer.ts';
import { admit, type ServerIdentity } from './request-guard.ts';
import { route, type Served } from './routes.ts';

export interface ViewServer {
  /** With the token; whoever has it may read what is served. */
  readonly address: string;
  /** Cuts what is being sent, too. */
  stop(): Promise<void>;
}

const loopback = '127.0.0.1';
const headersMs = 10_000;
const mostHeaderBytes = 16 << 10;
const mostConnections = 128;
/** For how long the rest of a refused body is taken, so that the sender gets to read why. */
const lingerMs = 2_000;

/** Listens on the loopback interface and nowhere else. Port 0 takes any that is free. */
export async function startViewServer(served: Served, port: number): Promise<ViewServer> {
  const token = randomBytes(24).toString('base64url');
  const identity: { port: number; token: string } = { port, token };
  const server = createServer({ maxHeaderSize: mostHeaderBytes }, (request, response) => {
    void answer(request, response, identity, served);
  });
  server.headersTimeout = headersMs;
  // A large file takes its time; posted-file.ts sees to senders that fall silent.
  server.requestTimeout = 0;
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(port, error)));
    server.listen(port, loopback, resolve);
  });
  identity.port = (server.address() as AddressInfo).port;
  return {
    address: `http://${loopback}:${identity.port}/${token}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  identity: ServerIdentity,
  served: Served,
): Promise<void> {
  const { method = '', url = '', headers } = request;
  const asPage = headers.accept?.includes('text/html') ?? false;
  const admitted = admit({ method, target: url, headers }, identity);
  if ('status' in admitted) {
    sendFailure(response, admitted.status, admitted, asPage);
    return endRefused(request, response);
  }
  if (admitted.path === '' && !url.includes('/', 1)) {
    // Relative addresses of the page need the slash.
    response.writeHead(308, { location: `/${identity.token}/`, 'cache-control': 'no-store' });
    response.end();
    return;
  }
  try {
    await route(admitted, request, response, served);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else sendFailure(response, statusOf(error), failureOf(error), asPage);
  }
  endRefused(request, response);
}

/** A body that nobody wanted is thrown away for a moment, then the connection is closed. */
function endRefused(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || request.destroyed) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), lingerMs);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
}

function listenError(port: number, error: unknown): ToolError {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') {
    return new ToolError('io', `port ${port} is in use`, {
      hint: 'leave --port out to take one that is free',
      cause: error,
    });
  }
  return new ToolError('io', `cannot listen on ${loopback}:${port}: ${String(error)}`, {
    hint:
      port > 0 && port < 1024 ? 'take --port 1024 or above' : 'leave --port out, or --export FILE',
    cause: error,
  });
}
