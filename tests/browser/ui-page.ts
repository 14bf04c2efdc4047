import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, it, type TestContext } from 'vitest';
import { encodeReport } from '../../src/server/export-html.ts';
import { skip } from '../judges/requires.ts';
import { findChromium, sharedBrowser, watchTroubles } from './chromium.ts';

/** A file as the page gets it: in any format that Plateau reads. */
export interface UiFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface UiOptions {
  /** Stand inside the page, as in an exported report. Without any, nothing is open. */
  readonly files?: readonly UiFile[];
  /** With the `#`: `#flame-graph?q=main`. */
  readonly fragment?: string;
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly context?: BrowserContextOptions;
}

export type OpenPage = (options?: UiOptions) => Promise<Page>;

/**
 * `it` with the built page in Chromium, opened from file://. One browser per test file. No page may
 * report an error, open a dialog or ask any server: that fails the test. The page is that of `dist/web`,
 * which `node scripts/build.mjs` makes.
 */
export function uiTests(): (
  name: string,
  run: (open: OpenPage, context: TestContext) => Promise<void>,
) => void {
  const dir = mkdtempSync(join(tmpdir(), 'plateau-ui-'));
  const browser = sharedBrowser();
  let pages = 0;
  afterAll(() => rmSync(dir, { recursive: true }));
  return (name, run) => {
    it(name, async (context) => {
      if (findChromium() === undefined) skip(context, 'chromium not found');
      const running = await browser();
      const troubles: string[] = [];
      const opened: Page[] = [];
      const open: OpenPage = async (options = {}) => {
        const path = join(dir, `${pages++}.html`);
        writeFileSync(path, pageWith(options.files ?? []));
        const page = await newPage(running, options, troubles);
        opened.push(page);
        await page.goto(`${pathToFileURL(path).href}${options.fragment ?? ''}`);
        await waitForFiles(page, options.files?.length ?? 0);
        return page;
      };
      await run(open, context);
      await Promise.all(opened.map((page) => page.context().close()));
      expect(troubles).toEqual([]);
    });
  };
}

/** The tabs, as users are told of them: a name that changes breaks what was written about the page. */
export const viewTitles: readonly string[] = [
  'Summary',
  'Timeline',
  'Flame graph',
  'Flame chart',
  'Call tree',
  'Top functions',
  'Sandwich',
  'Source',
  'Assembly',
  'Compare',
];

/** Until this many files are open. */
export async function waitForFiles(page: Page, count: number): Promise<void> {
  await page.locator(`.shell[data-files="${count}"]`).waitFor();
}

function pageWith(files: readonly UiFile[]): Buffer {
  const page = readFileSync(new URL('../../dist/web/page.html', import.meta.url), 'utf8');
  const profiles = files.map(({ name, bytes }) => ({ name, pieces: [bytes] }));
  return Buffer.concat([...encodeReport(page, profiles)]);
}

async function newPage(browser: Browser, options: UiOptions, troubles: string[]): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1400, height: options.height ?? 900 },
    colorScheme: options.colorScheme ?? 'light',
    ...options.context,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  watchTroubles(page, /^(file|blob|data):/, troubles);
  return page;
}

/** One of fixtures/recordings. */
export function recording(name: string): UiFile {
  const path = fileURLToPath(new URL(`../../fixtures/recordings/${name}`, import.meta.url));
  return { name: basename(path), bytes: readFileSync(path) };
}

/** Stacks as text, `main;parse;read 7` per line. */
export function folded(lines: string, name = 'stacks.folded'): UiFile {
  const text = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  return { name, bytes: new TextEncoder().encode(`${text}\n`) };
}

/** Chooses files as a person does, through the button on the empty page or the file menu. */
export async function chooseFiles(page: Page, files: readonly UiFile[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('main').getByRole('button', { name: 'Open a file' }).click(),
  ]);
  await chooser.setFiles(files.map(payload));
}

/** Drops files on the middle of the page. */
export async function dropFiles(page: Page, files: readonly UiFile[]): Promise<void> {
  const given = files.map(({ name, bytes }) => ({ name, bytes: [...bytes] }));
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, bytes } of list) data.items.add(new File([new Uint8Array(bytes)], name));
    return data;
  }, given);
  const target = page.locator('#main');
  await target.dispatchEvent('dragenter', { dataTransfer: transfer });
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

function payload({ name, bytes }: UiFile): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
}

/** Longer than what the page itself waits for: its link, and the mirrors of its canvases. */
const usualRestMs = 300;

/** Until nothing of the page has changed for a while. */
export async function atRest(page: Page, restMs: number = usualRestMs): Promise<void> {
  await page.evaluate(
    (quietMs) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(done, quietMs);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quietMs);
        });
        function done(): void {
          observer.disconnect();
          resolve();
        }
        const all = { subtree: true, childList: true, attributes: true, characterData: true };
        observer.observe(document, all);
      }),
    restMs,
  );
}

/** What the address says after the `#`, once pending changes are written. */
export async function fragmentOf(page: Page): Promise<string> {
  await atRest(page);
  return page.evaluate(() => location.hash);
}
