import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool, skip } from '../judges/requires.ts';
import { browserFlags } from './chromium.ts';
import { waitForFiles } from './ui-page.ts';

const executablePath = findTool('chromium') ?? findTool('chromium-browser');
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plateau-ui-server-'));
const temporary = mkdtempSync(join(folder, 'tmp-'));
const stacks = join(folder, 'stacks.folded');
const broken = join(folder, 'broken.data');
let browser: Browser | undefined;

beforeAll(async () => {
  writeFileSync(stacks, 'main;parse;read 6\nmain;eval 2\n');
  writeFileSync(broken, 'PERFILE2 and then nothing');
  if (executablePath !== undefined) {
    browser = await chromium.launch({ executablePath, args: browserFlags });
  }
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

interface Seen {
  readonly page: Page;
  /** What went wrong in the page, and what it asked of others. */
  readonly troubles: string[];
}

async function newPage(allowed: string): Promise<Seen> {
  if (browser === undefined) throw new Error('no browser');
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(30_000);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused/i.test(message.text())) troubles.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(allowed) && !url.startsWith('blob:')) troubles.push(`request: ${url}`);
  });
  return { page, troubles };
}

interface Running {
  readonly address: string;
  readonly child: ChildProcess;
  readonly notes: () => string;
}

async function view(...args: string[]): Promise<Running> {
  const words = [join(root, 'dist/cli/main.js'), 'view', '--no-browser', ...args];
  const env = { ...process.env, TMPDIR: temporary };
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let notes = '';
  child.stderr.on('data', (text: Buffer) => {
    notes += text.toString();
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { address: line.toString().trim(), child, notes: () => notes };
}

async function stop({ child }: Running, signal: NodeJS.Signals = 'SIGINT'): Promise<unknown> {
  const ended = once(child, 'exit');
  child.kill(signal);
  return (await ended)[0];
}

function speedscopeOf(file: string): string {
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: { frames: [{ name: 'work', file, line: 7 }] },
    profiles: [
      {
        type: 'sampled',
        name: 'x',
        unit: 'seconds',
        startValue: 0,
        endValue: 1,
        samples: [[0]],
        weights: [1],
      },
    ],
  });
}

const itInChromium = (name: string, run: () => Promise<void>): void =>
  it(name, async (context) => {
    if (executablePath === undefined) skip(context, 'chromium not found');
    await run();
  });

describe('plateau view', () => {
  itInChromium('shows its files; one that is broken spoils nothing', async () => {
    const running = await view(broken, stacks);
    expect(running.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    const { page, troubles } = await newPage(running.address);
    await page.goto(running.address);
    await waitForFiles(page, 1);
    await page.getByText('broken.data').first().waitFor();
    expect(running.notes()).toContain('broken.data');
    await page.getByRole('tab', { name: 'Flame graph' }).click();
    const graph = page.getByRole('treegrid', { name: 'Flame graph' });
    await graph.getByRole('row', { name: /read/ }).first().waitFor({ state: 'attached' });
    // What the file was, not the .plateau that the server made of it.
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByText('folded files say how often, not when.').waitFor();
    expect(troubles).toEqual([]);
    await page.close();
    await expect.poll(() => stop(running)).toBe(0);
  });

  itInChromium('shows source text of this machine, for the file that names it', async () => {
    const text = Array.from({ length: 40 }, (_, line) => `line ${line + 1} of the program`);
    const source = join(folder, 'program.c');
    writeFileSync(source, text.join('\n'));
    const profile = join(folder, 'named.plateau');
    writeFileSync(join(folder, 'named.json'), speedscopeOf(source));
    // A .plateau file goes to the page as it is, here without any text.
    const convert = ['convert', join(folder, 'named.json'), '-o', profile];
    execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), ...convert]);
    const running = await view(broken, profile);
    const { page, troubles } = await newPage(running.address);
    await page.goto(`${running.address}#source`);
    await waitForFiles(page, 1);
    await page.getByText('line 7 of the program').first().waitFor();
    expect(troubles).toEqual([]);
    await page.close();
    await expect.poll(() => stop(running)).toBe(0);
  });

  itInChromium(
    'hands recordings of addresses to the server, and reads the rest itself',
    async () => {
      const running = await view();
      const { page, troubles } = await newPage(running.address);
      const posted: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') posted.push(request.url().replace(running.address, ''));
      });
      await page.goto(running.address);
      const choose = page.getByRole('main').getByRole('button', { name: 'Open a file' });
      for (const file of [broken, stacks]) {
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()]);
        await chooser.setFiles(file);
        if (file === broken)
          await page.getByRole('alert').getByText('broken.data').first().waitFor();
      }
      await waitForFiles(page, 1);
      expect(posted).toEqual(['api/open?name=broken.data']);
      expect(troubles).toEqual([]);
      await page.close();
      await expect.poll(() => stop(running, 'SIGTERM')).toBe(0);
      expect(readdirSync(temporary)).toEqual([]);
    },
  );

  itInChromium('tells a visitor without the token what to do, and shows nothing', async () => {
    const running = await view(stacks);
    const { page } = await newPage(running.address);
    const answer = await page.goto(new URL('/wrong/', running.address).href);
    expect(answer?.status()).toBe(403);
    await expect
      .poll(() => page.textContent('body'))
      .toContain('the whole address that plateau view printed');
    await expect.poll(() => page.content()).not.toContain('stacks.folded');
    await page.close();
    await expect.poll(() => stop(running)).toBe(0);
  });

  itInChromium('is not read by a page of another origin', async () => {
    const running = await view(stacks);
    const other = createServer((_, response) => response.end('<!doctype html><p>other')).listen(0);
    await once(other, 'listening');
    const { page } = await newPage('http:');
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const stolen = await page.evaluate(async (address) => {
      const answers: unknown[] = [];
      for (const mode of ['cors', 'no-cors'] as const) {
        const answer = await fetch(`${address}api/files`, { mode }).catch(() => 'refused');
        answers.push(typeof answer === 'string' ? answer : await answer.text());
      }
      return answers;
    }, running.address);
    expect(stolen).toEqual(['refused', 'refused']);
    await page.close();
    other.close();
    await expect.poll(() => stop(running)).toBe(0);
  });
});

describe('the page from a plain web server', () => {
  itInChromium('opens local files by itself', async () => {
    const text = readFileSync(join(root, 'dist/web/page.html'));
    const server = createServer(({ url }, response) => {
      response.statusCode = url === '/' ? 200 : 404;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(url === '/' ? text : '<!doctype html><p>not here');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { page, troubles } = await newPage(address);
    await page.goto(address);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('main').getByRole('button', { name: 'Open a file' }).click(),
    ]);
    await chooser.setFiles([stacks, join(root, 'fixtures/recordings/go-cpu.pb.gz')]);
    await waitForFiles(page, 2);
    expect(troubles).toEqual([]);
    await page.close();
    server.close();
  });
});
