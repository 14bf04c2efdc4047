import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { ToolError } from '../base/tool-error.ts';

/** Servers under training run on this machine; nothing else is ever asked. */
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** A port nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.setTimeout(1000);
    const answer = (isThere: boolean) => (): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.on('connect', answer(true)).on('error', answer(false)).on('timeout', answer(false));
  });
}

export interface LoopbackAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** Asks a server of this machine; any other address is refused. */
export function askLoopback(address: string, timeoutMs: number): Promise<LoopbackAnswer> {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'http:' || !loopbackHosts.has(hostname)) {
    throw new ToolError('denied', `${address} is not on this machine`, {
      hint: `http://127.0.0.1:\${port:NAME}/…`,
    });
  }
  return new Promise((resolve, reject) => {
    const request = get(address, { timeout: timeoutMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }),
      );
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    request.on('error', reject);
  });
}
