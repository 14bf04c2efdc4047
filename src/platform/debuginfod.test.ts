import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { debuginfodOf } from './debuginfod.ts';

const id = 'abcdef0123456789';
let cache = '';
let server: Server;
let asked: string[] = [];

function address(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  cache = mkdtempSync(join(tmpdir(), 'plateau-debuginfod-'));
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === `/buildid/${id}/debuginfo`) response.end('the file');
    else if (request.url === `/buildid/${id}/executable`) {
      response.writeHead(302, { location: `${address()}/buildid/${id}/debuginfo` }).end();
    } else if (request.url?.startsWith('/broken/') === true) {
      response.writeHead(200, { 'content-length': '100' });
      response.write('begins', () => response.destroy());
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  rmSync(cache, { recursive: true, force: true });
});

describe('debuginfod', () => {
  it('asks nobody unless the variable names servers', () => {
    expect(debuginfodOf({}, cache)).toBeUndefined();
    expect(debuginfodOf({ DEBUGINFOD_URLS: ' ' }, cache)).toBeUndefined();
    expect(debuginfodOf({ DEBUGINFOD_URLS: 'file:///etc' }, cache)).toBeUndefined();
  });

  it('keeps what it fetched in the layout of debuginfod itself', async () => {
    const client = debuginfodOf({ DEBUGINFOD_URLS: `http://127.0.0.1:1 ${address()}/` }, cache);
    const path = await client?.find(id, 'debuginfo');
    expect(path).toBe(join(cache, id, 'debuginfo'));
    expect(readFileSync(path ?? '', 'utf8')).toBe('the file');
    expect(await client?.find(id, 'debuginfo')).toBe(path);
    expect(asked).toEqual([`/buildid/${id}/debuginfo`]);
  });

  it('follows redirections', async () => {
    const client = debuginfodOf({ DEBUGINFOD_URLS: address() }, cache);
    expect(readFileSync((await client?.find(id, 'executable')) ?? '', 'utf8')).toBe('the file');
  });

  it('remembers what no server has', async () => {
    const client = debuginfodOf({ DEBUGINFOD_URLS: address() }, cache);
    expect(await client?.find('1234567890', 'debuginfo')).toBeUndefined();
    expect(await client?.find('1234567890', 'debuginfo')).toBeUndefined();
    expect(asked).toHaveLength(1);
    expect(statSync(join(cache, '1234567890', 'debuginfo')).size).toBe(0);
  });

  it('keeps nothing of a download that breaks off', async () => {
    const client = debuginfodOf({ DEBUGINFOD_URLS: `${address()}/broken` }, cache);
    expect(await client?.find(id, 'debuginfo')).toBeUndefined();
    expect(() => statSync(join(cache, id, 'debuginfo'))).toThrow();
  });

  it('takes nothing but a build id into a path', async () => {
    const client = debuginfodOf({ DEBUGINFOD_URLS: address() }, cache);
    expect(await client?.find('../../etc/passwd', 'debuginfo')).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
