import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isPlateau } from '../container/index.ts';
import { readNamedSource } from '../load/source-files.ts';
import { TemporaryFiles } from '../platform/temporary-files.ts';
import type { ServedError, ServedFile } from './api.ts';
import { serveProfile, startViewServer, type ViewServer } from './index.ts';
import { type RawAnswer, rawRequest } from './testing/raw-request.ts';
import { readHere } from './testing/read-here.ts';

const page = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-x'"><p>page`;
const mostUploadBytes = 100_000;
let folder = '';
let server: ViewServer;
let port = 0;
let token = '';
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plateau-server-'));
  // Temporary files of the server go here, so that the tests see them come and go.
  mkdirSync(join(folder, 'temporary'));
  vi.stubEnv('TMPDIR', join(folder, 'temporary'));
  const source = join(folder, 'app.c');
  writeFileSync(source, 'int main(void) {}\n');
  writeFileSync(join(folder, 'secret.key'), 'secret');
  symlinkSync(join(folder, 'secret.key'), join(folder, 'link.c'));
  writeFileSync(join(folder, 'stacks.folded'), 'main;parse 6\nmain;eval 2\n');
  writeFileSync(join(folder, 'broken.folded'), 'PERFILE2 cut');
  const files = [
    source,
    join(folder, 'link.c'),
    join(folder, 'secret.key'),
    '../../app.c',
    '/etc/passwd',
  ];
  writeFileSync(join(folder, 'app.speedscope.json'), speedscopeNaming(files));
  const temporary = new TemporaryFiles();
  const open = (path: string, name: string): ReturnType<typeof serveProfile> =>
    serveProfile({
      name,
      path,
      job: { cwd: folder, env: {}, symbols: {} },
      readElsewhere: readHere,
      stopped: new AbortController().signal,
    });
  const names = ['stacks.folded', 'broken.folded', 'app.speedscope.json', 'missing.data'];
  const paths = { trimPath: '', sourcePath: '' };
  server = await startViewServer(
    {
      page,
      profiles: names.map((name) => open(join(folder, name), name)),
      temporary,
      mostUploadBytes,
      open,
      readSource: (file) => readNamedSource(file, paths, folder),
    },
    0,
  );
  const address = new URL(server.address);
  port = Number(address.port);
  token = address.pathname.slice(1, -1);
  stop = async () => {
    await server.stop();
    temporary[Symbol.dispose]();
  };
});
afterAll(async () => {
  await stop();
  expect(readdirSync(join(folder, 'temporary'))).toEqual([]);
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

function speedscopeNaming(files: readonly string[]): string {
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: { frames: files.map((file, index) => ({ name: `f${index}`, file, line: 1 })) },
    profiles: [
      {
        type: 'sampled',
        name: 'x',
        unit: 'none',
        startValue: 0,
        endValue: 1,
        samples: [files.map((_, index) => index)],
        weights: [1],
      },
    ],
  });
}

interface Asked {
  readonly method?: string;
  readonly target?: string;
  readonly host?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

function ask(asked: Asked): Promise<RawAnswer> {
  const { method = 'GET', target = `/${token}/`, host = `127.0.0.1:${port}` } = asked;
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close'];
  const head = [...lines, ...(asked.headers ?? [])].join('\r\n');
  return rawRequest(port, `${head}\r\n\r\n${asked.body ?? ''}`);
}

const at = (path: string): { target: string } => ({ target: `/${token}/${path}` });

const source = (file: string): Promise<RawAnswer> =>
  ask(at(`api/source/2?file=${encodeURIComponent(file)}`));

const post = (body: string, headers = [`Content-Length: ${body.length}`]): Promise<RawAnswer> =>
  ask({ method: 'POST', ...at('api/open?name=x'), headers, body });

describe('the page', () => {
  it('is answered to its address, with its policy as a header and nothing shared', async () => {
    const { status, headers, body } = await ask({});
    expect([status, body]).toEqual([200, page]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'sha256-x'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cache-control': 'no-store',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await ask({ host: `LocalHost:${port}` })).status).toBe(200);
    expect((await ask({ method: 'HEAD' })).body).toBe('');
  });

  it('is reached without the last slash', async () => {
    const { status, headers } = await ask({ target: `/${token}` });
    expect([status, headers['location']]).toEqual([308, `/${token}/`]);
  });

  it('may be opened by a link of another page, which sees nothing of it', async () => {
    const headers = [
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Mode: navigate',
      'Sec-Fetch-Dest: document',
    ];
    expect((await ask({ headers })).status).toBe(200);
    expect((await ask({ headers, method: 'POST' })).status).toBe(403);
  });
});

describe('refused', () => {
  it.each([
    ['another name for this machine', { host: 'evil.example' }],
    ['another name with the port', { host: 'evil.example:PORT' }],
    ['a name that only begins right', { host: '127.0.0.1.evil.example:PORT' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['no port', { host: '127.0.0.1' }],
    ['another origin', { headers: ['Origin: http://evil.example'] }],
    ['an origin on another port', { headers: ['Origin: http://127.0.0.1:1'] }],
    ['the origin of files', { headers: ['Origin: null'] }],
    ['a request that another site makes', { headers: ['Sec-Fetch-Site: cross-site'] }],
    ['a request of the same site', { headers: ['Sec-Fetch-Site: same-site'] }],
    [
      'a frame in another site',
      {
        headers: [
          'Sec-Fetch-Site: cross-site',
          'Sec-Fetch-Mode: navigate',
          'Sec-Fetch-Dest: iframe',
        ],
      },
    ],
  ])('%s', async (_what, asked: Asked) => {
    const host = asked.host?.replace('PORT', String(port));
    const { status, headers, body } = await ask({ ...asked, ...(host !== undefined && { host }) });
    expect(status).toBe(403);
    expect((JSON.parse(body) as ServedError).hint).toContain('plateau view printed');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each([
    ['nothing', '/'],
    ['another token', `/${'A'.repeat(32)}/`],
    ['a beginning of the token', '/TOKE/'],
    ['the token with more', '/TOKENx/'],
    ['the interface without it', '/api/files'],
    ['the token as a question', '/?TOKEN'],
    ['the form for proxies', 'http://127.0.0.1/TOKEN/'],
  ])('a wrong token: %s', async (_what, target) => {
    const given = target.replace('TOKE/', `${token.slice(0, -1)}/`).replace('TOKEN', token);
    const { status, body } = await ask({ target: given, headers: ['Accept: text/html'] });
    expect(status).toBe(403);
    expect(body).toContain('Use the whole address that plateau view printed.');
    expect(body).not.toContain(token);
  });

  it.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])('the method %s', async (method) => {
    expect((await ask({ method })).status).toBe(405);
  });

  it('sending to what is only read, and reading what is only sent to', async () => {
    expect((await ask({ method: 'POST', ...at('api/files') })).status).toBe(405);
    expect((await ask(at('api/open'))).status).toBe(405);
  });

  it.each([
    '../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    'api/../../etc/passwd',
    'api/profile/..',
    'api//files',
    'api\\files',
    'page.html',
    '\0',
  ])('the path %j', async (path) => {
    const { status, text } = await ask(at(path));
    expect([400, 404]).toContain(status);
    expect(text).not.toContain('root:');
  });

  it.each(['api/profile/4', 'api/profile/-1', 'api/profile/1e9', 'api/profile/', 'api', 'other'])(
    'what is not there: %s',
    async (path) => expect((await ask(at(path))).status).toBe(404),
  );

  it('headers of more than 16 KiB', async () => {
    expect((await ask({ headers: [`X: ${'x'.repeat(20_000)}`] })).status).toBe(431);
  });

  it('what is no HTTP', async () => {
    expect((await rawRequest(port, '\x16\x03\x01\x02\x00\r\n\r\n')).status).toBe(400);
    expect(
      (await rawRequest(port, `GET /${token}/ HTTP/1.1\r\nConnection: close\r\n\r\n`)).status,
    ).toBe(400);
  });
});

describe('profiles', () => {
  it('are listed at once and given as .plateau files when they are read', async () => {
    const { status, headers, body } = await ask(at('api/profile/0'));
    expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream']);
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(isPlateau(Buffer.from(body, 'latin1'))).toBe(true);
    const listed = JSON.parse((await ask(at('api/files'))).body) as ServedFile[];
    expect(listed[0]).toMatchObject({
      name: 'stacks.folded',
      formatName: 'folded',
      state: 'ready',
    });
  });

  it('fail one by one, in words', async () => {
    const broken = await ask(at('api/profile/1'));
    expect(broken.status).toBe(422);
    expect((JSON.parse(broken.body) as ServedError).message).toContain('broken.folded');
    const missing = await ask(at('api/profile/3'));
    expect(missing.status).toBe(404);
    expect((JSON.parse(missing.body) as ServedError).message).toContain('no such file');
    expect((await ask(at('api/profile/0'))).status).toBe(200);
  });
});

describe('source text', () => {
  it('is that of files the profile names', async () => {
    const { status, headers, body } = await source(join(folder, 'app.c'));
    expect([status, body]).toEqual([200, 'int main(void) {}\n']);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it.each([
    ['a file that it does not name', '/etc/hosts', 403],
    ['another way to write a name', '/etc/../etc/passwd', 403],
    ['nothing', '', 403],
    ['a named file that is no source', '/etc/passwd', 404],
    ['a name that leads out', '../../app.c', 404],
  ])('is refused of %s', async (_what, file, status) => {
    const answer = await source(file);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('root:');
  });

  it('is refused through a link to what is none', async () => {
    for (const name of ['link.c', 'secret.key']) {
      const answer = await source(join(folder, name));
      expect(answer.status).toBe(404);
      expect(answer.body).not.toContain('secret"');
    }
  });
});

describe('a posted file', () => {
  it('is read and answered as a .plateau file', async () => {
    const { status, body } = await post('a;b 3\n');
    expect([status, isPlateau(Buffer.from(body, 'latin1'))]).toEqual([200, true]);
  });

  it('that is broken is told so', async () => {
    const { status, body } = await post('PERFILE2');
    expect(status).toBe(422);
    expect((JSON.parse(body) as ServedError).message).toMatch(/perf\.data|header|PERFILE2/);
  });

  it('may be too large by its length, or by what comes', async () => {
    const announced = await post('x', [`Content-Length: ${mostUploadBytes + 1}`]);
    expect(announced.status).toBe(413);
    expect((JSON.parse(announced.body) as ServedError).hint).toContain('--max-upload');
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const sent = await post(chunk.repeat(5), ['Transfer-Encoding: chunked']);
    expect(sent.status).toBe(413);
  });

  it('leaves nothing behind', () => {
    const left = readdirSync(join(folder, 'temporary'), { recursive: true });
    expect(left.filter((name) => String(name).includes('/'))).toEqual([]);
  });
});
