import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

export interface BenchServer {
  readonly address: string;
  close(): void;
}

/**
 * Serves both pages and the same recording to each: `/ours/NAME/` is our page with that file as
 * `plateau view` serves it, `/theirs/` speedscope's as npm has it, `/files/` the recordings.
 */
export async function startBenchServer(files: string): Promise<BenchServer> {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const ours = /^\/ours\/([a-z0-9.-]+)\/(.*)$/.exec(pathname);
    if (ours?.[2] === 'api/files') {
      const sizeBytes = statSync(join(files, ours[1] ?? '')).size;
      const file = { name: ours[1], formatName: 'plateau', sizeBytes };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify([{ ...file, state: 'ready', readBytes: sizeBytes }]));
      return;
    }
    const path = pathOf(pathname, ours, files);
    if (path === undefined || !existsSync(path) || statSync(path).isDirectory()) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
    response.setHeader('content-length', statSync(path).size);
    response.setHeader('cache-control', 'no-store');
    createReadStream(path, { highWaterMark: 1 << 20 }).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function pathOf(pathname: string, ours: RegExpExecArray | null, files: string): string | undefined {
  const safe = normalize(pathname);
  if (ours?.[2] === '') return 'dist/web/page.html';
  if (ours?.[2] === 'api/profile/0') return join(files, ours[1] ?? '');
  if (safe.startsWith('/theirs/')) {
    return join('node_modules/speedscope/dist/release', safe.slice('/theirs/'.length));
  }
  return safe.startsWith('/files/') ? join(files, safe.slice('/files/'.length)) : undefined;
}
