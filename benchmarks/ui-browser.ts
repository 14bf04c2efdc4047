import { readFileSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, errors, type Page } from 'playwright-core';

/** WebGL in software, which speedscope needs where there is no GPU. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** A browser that has just started is busy with itself for so long. */
const settleMs = 1500;

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
  await page.waitForTimeout(settleMs);
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

/** Milliseconds from the start of navigation until our first flame graph is on its canvas; undefined = not in time. */
export async function openOurs(
  page: Page,
  address: string,
  limitMs: number,
): Promise<number | undefined> {
  await page.goto(`${address}#flame-graph`);
  const mark = await unlessTooLate(
    page.waitForFunction(
      () => performance.getEntriesByName('plateau:first-flame-graph')[0]?.startTime,
      undefined,
      { polling: 'raf', timeout: limitMs },
    ),
  );
  return await mark?.jsonValue();
}

/** Milliseconds until speedscope shows its tabs and a canvas, and two frames later; undefined = not in time. */
export async function openTheirs(
  page: Page,
  address: string,
  file: string,
  limitMs: number,
): Promise<number | undefined> {
  await page.goto(`${address}#profileURL=${encodeURIComponent(file)}`);
  const shown = await unlessTooLate(
    page.waitForFunction(
      () => {
        const canvas = document.querySelector('canvas');
        return document.body.innerText.includes('Left Heavy') && (canvas?.width ?? 0) > 300;
      },
      undefined,
      { polling: 'raf', timeout: limitMs },
    ),
  );
  if (shown === undefined) return undefined;
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
      }),
  );
}

async function unlessTooLate<Result>(waiting: Promise<Result>): Promise<Result | undefined> {
  try {
    return await waiting;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return undefined;
    throw error;
  }
}
