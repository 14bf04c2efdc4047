import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, it } from 'vitest';
import { findTool, skip } from '../judges/requires.ts';

export const browserFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Opened {
  readonly page: Page;
  /** Errors and dialogs, which no page may have. */
  readonly troubles: readonly string[];
}

export interface OpenOptions {
  readonly fragment?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly name?: string;
  readonly javaScriptEnabled?: boolean;
}

type Open = (text: string, options?: OpenOptions) => Promise<Opened>;

/** Chromium, if it is installed. */
export function findChromium(): string | undefined {
  return findTool('chromium') ?? findTool('chromium-browser');
}

/**
 * One browser per test file, started when it is first asked for. One that did not start or has died is
 * no failure of the tests that come after.
 */
export function sharedBrowser(): () => Promise<Browser> {
  let browser: Promise<Browser> | undefined;
  const running = async (): Promise<Browser | undefined> => {
    const found = await browser?.catch(() => undefined);
    return found?.isConnected() === true ? found : undefined;
  };
  afterAll(async () => {
    await (await running())?.close();
  });
  return async () => {
    if ((await running()) === undefined) {
      browser = chromium.launch({ executablePath: findChromium() ?? '', args: browserFlags });
    }
    return browser as Promise<Browser>;
  };
}

/** `it` with a Chromium that opens a text as a file; one browser per test file. */
export function browserTests(): (name: string, run: (open: Open) => Promise<void>) => void {
  const dir = mkdtempSync(join(tmpdir(), 'plateau-browser-'));
  const browser = sharedBrowser();
  let files = 0;
  afterAll(() => rmSync(dir, { recursive: true }));
  const open: Open = async (text, options = {}) => {
    const context = await (await browser()).newContext({
      viewport: { width: options.width ?? 1200, height: 800 },
      colorScheme: options.colorScheme ?? 'light',
      javaScriptEnabled: options.javaScriptEnabled ?? true,
    });
    const page = await context.newPage();
    const troubles: string[] = [];
    watchTroubles(page, /^file:/, troubles);
    const path = join(dir, options.name ?? `${files++}.svg`);
    writeFileSync(path, text);
    await page.goto(`${pathToFileURL(path).href}${options.fragment ?? ''}`);
    return { page, troubles };
  };
  return (name, run) => {
    it(name, async (context) => {
      if (findChromium() === undefined) skip(context, 'chromium not found');
      await run(open);
    });
  };
}

/** Collects what goes wrong in a page, and what it asks for beyond the addresses that are allowed. */
export function watchTroubles(page: Page, allowed: RegExp, troubles: string[]): void {
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!allowed.test(request.url())) troubles.push(`request: ${request.url()}`);
  });
}
