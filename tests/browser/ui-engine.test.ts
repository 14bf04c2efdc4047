import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error: a plain module, shared with the build
import { bundle } from '../../scripts/build-page.mjs';
import type { FunctionsAnswer, Scope } from '../../src/explore/index.ts';
import { Exploration, queryTable } from '../../src/explore/index.ts';
import { openProfile } from '../../src/load/index.ts';
import { processHost } from '../../src/platform/host.ts';
import { zlibCodec } from '../../src/platform/zlib-codec.ts';
import type { Engine, ProfileSource } from '../../src/web/engine/engine.ts';
import { findTool, skip } from '../judges/requires.ts';
import { browserFlags } from './chromium.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const recordings = [
  ...filesOf('fixtures/recordings', /\.(gz|cpuprofile)$/),
  ...filesOf('src/formats/perf-data/testdata', /\.data$/),
  ...filesOf('src/container/testdata', /\.plateau$/),
];
const whole: Scope = { file: 0, range: null, threads: [], cpus: [], value: '', transforms: [] };
const executablePath = findTool('chromium') ?? findTool('chromium-browser') ?? '';
let browser: Browser | undefined;
let server: Server | undefined;
let address = '';

function filesOf(folder: string, ending: RegExp): string[] {
  const names = readdirSync(`${root}${folder}`).filter((name) => ending.test(name));
  return names.map((name) => `${root}${folder}/${name}`);
}

beforeAll(async () => {
  const [worker, inflate, app] = await Promise.all([
    bundle('src/web/engine/worker.ts'),
    bundle('src/web/engine/inflate-worker.ts'),
    bundle('tests/browser/engine-entry.ts'),
  ]);
  const page = `<!doctype html><meta charset=utf-8>
<meta http-equiv="Content-Security-Policy" content="default-src 'self' 'unsafe-inline' blob:">
<script type="text/plain" id="plateau-worker">${worker.script}</script>
<script type="text/plain" id="plateau-inflate">${inflate.script}</script>
<script>${app.script}</script>`;
  server = createServer((request, response) => {
    const path = recordings.find((each) => request.url === `/${basename(each)}`);
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(page);
    else if (path === undefined) response.writeHead(404).end('{"message":"gone","hint":"look"}');
    else response.end(readFileSync(path));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (executablePath !== '')
    browser = await chromium.launch({ executablePath, args: browserFlags });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Declared for what runs in the page. */
declare const startEngine: () => Engine;
declare const sourceAt: (name: string) => ProfileSource;

async function enginePage(): Promise<Page> {
  const page = await (await (browser as Browser).newContext()).newPage();
  await page.goto(address);
  return page;
}

function inBrowser(name: string, run: () => Promise<void>): void {
  it(name, async (context) => {
    if (browser === undefined) skip(context, 'chromium not found');
    await run();
  });
}

interface Opened {
  readonly format: string;
  readonly samples: number;
  readonly diagnostics: readonly string[];
  readonly self: readonly number[];
  readonly total: readonly number[];
  readonly names: string;
}

/** Opens each address in one page, in order, and says what is in it. */
function openAll(page: Page, names: readonly string[], scope: Scope): Promise<Opened[]> {
  return page.evaluate(
    async ([files, all]) => {
      const engine = startEngine();
      const opened: Opened[] = [];
      for (const name of files) {
        const file = await engine.open(sourceAt(name));
        const facts = await engine.ask('facts', { file });
        const rows = await engine.ask('functions', { scope: { ...all, file }, by: 'functions' });
        opened.push({
          format: facts.formatName,
          samples: facts.summary.samples,
          diagnostics: facts.summary.health.diagnostics.map((each) => each.code),
          self: [...rows.self],
          total: [...rows.total],
          names: new TextDecoder().decode(rows.keys.names.bytes),
        });
      }
      return opened;
    },
    [names, scope] as const,
  );
}

/** The same by Node, from the same bytes and nothing else. */
async function openHere(path: string): Promise<Opened> {
  const { profile, format } = await openProfile(processHost(), path, {
    timeline: true,
    symbols: false,
  });
  const exploration = new Exploration(zlibCodec);
  exploration.add({ name: path, formatName: format.name, sizeBytes: 0, profile });
  const facts = await queryTable.facts(exploration, { file: 0 });
  const request = { scope: whole, by: 'functions' } as const;
  const rows: FunctionsAnswer = await queryTable.functions(exploration, request);
  return {
    format: format.name,
    samples: facts.summary.samples,
    diagnostics: facts.summary.health.diagnostics.map((each) => each.code),
    self: [...rows.self],
    total: [...rows.total],
    names: new TextDecoder().decode(rows.keys.names.bytes),
  };
}

describe('the engine in Chromium', () => {
  inBrowser('reads every format as Node does', async () => {
    const page = await enginePage();
    const opened = await openAll(
      page,
      recordings.map((path) => basename(path)),
      whole,
    );
    const formats = new Set<string>();
    for (const [index, path] of recordings.entries()) {
      const here = opened[index] as Opened;
      formats.add(here.format);
      if (here.format === 'perf.data') {
        // Node unwinds copied stacks with this machine's files; a page has none, and says so.
        expect(here.diagnostics, path).toContain('no-symbol-files');
        expect(here.samples, path).toBe((await openHere(path)).samples);
        continue;
      }
      expect(here, path).toEqual(await openHere(path));
    }
    expect([...formats].sort()).toEqual([
      'cpuprofile',
      'perf-script',
      'perf.data',
      'plateau',
      'pprof',
    ]);
  });

  inBrowser('reads a dropped file, and answers only what is still asked', async () => {
    const page = await enginePage();
    const text = [...gzipSync('main;parse;read 3\nmain;eval 1\n')];
    const seen = await page.evaluate(
      async ([bytes, scope]) => {
        const engine = startEngine();
        const blob = new Blob([Uint8Array.from(bytes)]);
        const phases: string[] = [];
        const stream = async (): Promise<ReadableStream<Uint8Array>> => blob.stream();
        const source = { name: 'stacks', sizeBytes: blob.size, blob, stream };
        await engine.open(source, ({ phase, bytes: read }) => phases.push(`${phase} ${read}`));
        const shape = { direction: 'top-down', order: 'weight', by: 'functions' } as const;
        const ask = (signal?: AbortSignal): Promise<unknown> =>
          engine.ask('tree', { scope, shape, minimumShare: 0 }, signal);
        const stops = Array.from({ length: 20 }, () => new AbortController());
        const asked = stops.map((stop) => ask(stop.signal).catch((error: Error) => error.name));
        for (const stop of stops.slice(0, 19)) stop.abort();
        const answers = await Promise.all(asked);
        const tree = await engine.ask('tree', { scope, shape, minimumShare: 0 });
        return {
          phases,
          size: blob.size,
          stopped: answers.filter((answer) => answer === 'AbortError').length,
          total: [...tree.total],
          names: new TextDecoder().decode(tree.keys.names.bytes),
        };
      },
      [text, whole] as const,
    );
    expect(seen.phases.at(-1)).toBe(`opening ${seen.size}`);
    expect(seen.stopped).toBe(19);
    expect(seen.total).toEqual([4, 4, 3, 3, 1]);
    expect(seen.names).toContain('parse');
  });

  inBrowser('answers nothing about a file that was closed', async () => {
    const page = await enginePage();
    const [name = ''] = recordings.map((path) => basename(path));
    const seen = await page.evaluate(
      async ([file, scope]) => {
        const engine = startEngine();
        await engine.open(sourceAt(file));
        await engine.open(sourceAt(file));
        const ask = (index: number): Promise<number> =>
          engine
            .ask('functions', { scope: { ...scope, file: index }, by: 'functions' })
            .then((answer) => answer.keys.length);
        const before = await ask(1);
        engine.close(0);
        const closed = await ask(0).catch((error: Error) => error.message);
        return { before, closed, after: await ask(1), next: await engine.open(sourceAt(file)) };
      },
      [name, whole] as const,
    );
    expect(seen).toMatchObject({ closed: 'no file 0 is open', after: seen.before, next: 2 });
  });

  inBrowser('says what is wrong with a file, where, and how far it got', async () => {
    const page = await enginePage();
    const plateau = readFileSync(`${root}src/container/testdata/version-1.plateau`);
    const inputs = {
      cut: [...plateau.subarray(0, plateau.length >> 1)],
      empty: [],
      unknown: [...Buffer.from('\0\x01 no profile')],
      gzip: [...gzipSync('main 1\n').subarray(0, 12)],
    };
    const errors = await page.evaluate(async (files) => {
      const engine = startEngine();
      const failed: Record<string, { message: string; hint: string; readBytes?: number }> = {};
      for (const [name, bytes] of Object.entries(files)) {
        const blob = new Blob([Uint8Array.from(bytes)]);
        const stream = async (): Promise<ReadableStream<Uint8Array>> => blob.stream();
        await engine.open({ name, sizeBytes: blob.size, stream }).catch((error) => {
          failed[name] = error;
        });
      }
      await engine.open(sourceAt('gone')).catch((error) => {
        failed['gone'] = error;
      });
      return Object.fromEntries(
        Object.entries(failed).map(([name, { message, hint, readBytes }]) => [
          name,
          `${message} / ${hint} / ${readBytes}`,
        ]),
      );
    }, inputs);
    expect(errors['cut']).toMatch(/^cut: truncated .+ at 0x[0-9a-f]+: .* \/ \d+$/);
    expect(errors['empty']).toMatch(/^empty: .*the file is empty/);
    expect(errors['unknown']).toMatch(/not a format Plateau knows \/ it reads .*perf\.data/);
    expect(errors['gzip']).toMatch(/^gzip: gzip data at 0x[0-9a-f]+: /);
    expect(errors['gone']).toBe('gone: gone / look / 0');
  });

  inBrowser('says when it is lost', async () => {
    const page = await enginePage();
    const lost = await page.evaluate(async () => {
      const code = document.getElementById('plateau-worker');
      if (code !== null) code.textContent = 'onmessage = () => { throw new Error("bug") }';
      const engine = startEngine();
      const ask = (): Promise<unknown> => engine.ask('facts', { file: 0 });
      const error = await ask().catch((reason: Error) => reason.message);
      const again = await ask().catch((reason: Error) => reason.message);
      return [error, again, engine.lost.value?.hint];
    });
    expect(lost[0]).toMatch(/The analysis stopped: .*bug/);
    expect(lost[1]).toBe(lost[0]);
    expect(lost[2]).toBe('Reload keeps your view.');
  });
});
