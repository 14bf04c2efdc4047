import { readFileSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, errors, type Page } from 'playwright-core';

/** As much memory for JavaScript as a tab may have (more than 4 GB no flag gives), none in a small /dev/shm. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--js-flags=--max-old-space-size=4096',
  '--no-first-run',
  '--disable-background-networking',
];

/**
 * How pages are drawn on a machine without a GPU. `webgl`: through WebGL in software, which speedscope needs and
 * which makes every picture of every page slower. `plain`: as Chromium does by itself there.
 */
const drawing = {
  webgl: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  plain: ['--disable-gpu'],
};
export type Drawing = keyof typeof drawing;

/** So often the memory of a page is looked at: one that crashes leaves no process to ask. */
const watchMs = 250;

/** How opening a recording ended, and after how long. */
export interface Opening {
  readonly end: 'shown' | 'late' | 'crashed';
  readonly ms: number;
}

/** A browser that has just started is busy with itself for so long. */
const settleMs = 1500;

/** A browser of its own for each run: memory is then that of one page. */
export interface BenchPage {
  readonly page: Page;
  /** Largest resident set of the page's process so far, workers included. */
  peakBytes(): number;
  /** JavaScript objects of the page itself, after a collection; typed arrays are not among them. */
  heapBytes(): Promise<number>;
  close(): Promise<void>;
}

export async function openBenchPage(executablePath: string, by: Drawing): Promise<BenchPage> {
  const browser = await chromium.launch({ executablePath, args: [...flags, ...drawing[by]] });
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await page.waitForTimeout(settleMs);
  const memory = await watchMemory(browser);
  return {
    page,
    peakBytes: () => memory.peakBytes(),
    heapBytes: () => heapOf(session),
    close: async () => {
      memory.stop();
      await browser.close();
    },
  };
}

interface MemoryWatch {
  peakBytes(): number;
  stop(): void;
}

/** The kernel keeps the largest resident set of a process, so looking now and then misses little. */
async function watchMemory(browser: Browser): Promise<MemoryWatch> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  let peak = 0;
  const look = (): number => {
    peak = Math.max(peak, ...renderers.map(residentPeakOf));
    return peak;
  };
  const timer = setInterval(look, watchMs);
  return { peakBytes: look, stop: () => clearInterval(timer) };
}

function residentPeakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}

/** From the start of navigation until our first flame graph is on its canvas. */
export function openOurs(page: Page, address: string, limitMs: number): Promise<Opening> {
  return timedOpening(page, limitMs, async () => {
    await page.goto(`${address}#flame-graph`);
    const mark = await page.waitForFunction(
      () => performance.getEntriesByName('plateau:first-flame-graph')[0]?.startTime,
      undefined,
      { polling: 'raf', timeout: limitMs },
    );
    return (await mark.jsonValue()) as number;
  });
}

/** Until speedscope shows its tabs and a canvas, and two frames later. */
export function openTheirs(
  page: Page,
  address: string,
  file: string,
  limitMs: number,
): Promise<Opening> {
  return timedOpening(page, limitMs, async () => {
    await page.goto(`${address}#profileURL=${encodeURIComponent(file)}`);
    await page.waitForFunction(
      () => {
        const canvas = document.querySelector('canvas');
        return document.body.innerText.includes('Left Heavy') && (canvas?.width ?? 0) > 300;
      },
      undefined,
      { polling: 'raf', timeout: limitMs },
    );
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        }),
    );
  });
}

/** A tab that crashes or takes too long is an outcome like any other. */
async function timedOpening(
  page: Page,
  limitMs: number,
  open: () => Promise<number>,
): Promise<Opening> {
  const begun = performance.now();
  let isCrashed = false;
  const crash = new Promise<'crashed'>((resolve) => {
    page.once('crash', () => {
      isCrashed = true;
      resolve('crashed');
    });
  });
  const opened = open().catch((error: unknown) => {
    if (isCrashed || (error instanceof Error && error.message.includes('crashed'))) {
      return 'crashed' as const;
    }
    // Also when its browser was closed meanwhile: it was late, and nobody listens any more.
    if (error instanceof errors.TimeoutError || performance.now() - begun >= limitMs) {
      return 'late' as const;
    }
    throw error;
  });
  // A page that is busy does not answer in time that it is late, either.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs);
  });
  const end = await Promise.race([opened, crash, late]);
  clearTimeout(timer);
  if (typeof end === 'number') return { end: 'shown', ms: end };
  return { end, ms: performance.now() - begun };
}
