import { readFileSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

/** WebGL in software, which speedscope needs where there is no GPU. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** A browser of its own for each run: memory is then that of one page. */
export interface BenchPage {
  readonly page: Page;
  /** Largest resident set of the page's process so far, workers included. */
  peakBytes(): Promise<number>;
  /** JavaScript objects of the page itself, after a collection; typed arrays are not among them. */
  heapBytes(): Promise<number>;
  close(): Promise<void>;
}

export async function openBenchPage(executablePath: string): Promise<BenchPage> {
  const browser = await chromium.launch({ executablePath, args: flags });
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  return {
    page,
    peakBytes: () => peakOfRenderers(browser),
    heapBytes: () => heapOf(session),
    close: () => browser.close(),
  };
}

async function peakOfRenderers(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
    });
  return Math.max(0, ...peaks);
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}

/** Milliseconds from the start of navigation until our first flame graph is on its canvas. */
export async function openOurs(page: Page, address: string): Promise<number> {
  await page.goto(`${address}#flame-graph`);
  const mark = await page.waitForFunction(
    () => performance.getEntriesByName('plateau:first-flame-graph')[0]?.startTime,
    undefined,
    { polling: 'raf', timeout: 120_000 },
  );
  return (await mark.jsonValue()) as number;
}

/** Milliseconds until speedscope shows its tabs and a canvas, and two frames later. */
export async function openTheirs(page: Page, address: string, file: string): Promise<number> {
  await page.goto(`${address}#profileURL=${encodeURIComponent(file)}`);
  await page.waitForFunction(
    () => {
      const canvas = document.querySelector('canvas');
      return document.body.innerText.includes('Left Heavy') && (canvas?.width ?? 0) > 300;
    },
    undefined,
    { polling: 'raf', timeout: 600_000 },
  );
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
      }),
  );
}
