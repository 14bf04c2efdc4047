import type { Page } from 'playwright-core';

/** What a user does, and how long until its result is on the canvas. */
export interface Latency {
  readonly action: string;
  readonly goalMs: number | null;
  readonly ms: number;
}

/** Nothing was drawn for so long: the last picture is the result. */
const quietMs = 500;
/** Nothing was drawn at all. */
const limitMs = 30_000;
/** What runs while nobody asks is done before anything is measured. */
const restMs = 3000;

type Measure = (action: string, goalMs: number | null, act: () => Promise<void>) => Promise<void>;

/** Set in the page: when the last input came and when something was drawn. */
interface Watched {
  inputMs: number;
  drawnMs(): number;
}

/**
 * From the last input event of an action to the last picture drawn after it. Where an action draws twice
 * (at once, and again with the answer) that is the second.
 */
async function measureAction(page: Page, act: () => Promise<void>): Promise<number> {
  await act();
  const result = await page.waitForFunction(
    (quiet) => {
      const watch = (globalThis as unknown as { benchWatch: Watched }).benchWatch;
      const { inputMs } = watch;
      const drawn = watch.drawnMs();
      return drawn > inputMs && performance.now() - drawn > quiet ? drawn - inputMs : undefined;
    },
    quietMs,
    { polling: 50, timeout: limitMs },
  );
  return (await result.jsonValue()) as number;
}

async function watchInput(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch = (globalThis as unknown as { benchWatch: Watched }).benchWatch;
    for (const type of ['keydown', 'input', 'pointerdown', 'pointermove', 'pointerup', 'wheel']) {
      const note = (event: Event): void => {
        watch.inputMs = event.timeStamp;
      };
      document.addEventListener(type, note, { capture: true });
    }
  });
}

function measureInto(page: Page, found: Latency[]): Measure {
  return async (action, goalMs, act) => {
    found.push({ action, goalMs, ms: await measureAction(page, act) });
  };
}

/** Ours says itself when its flame graph is drawn. */
async function watchOurs(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch: Watched = {
      inputMs: 0,
      drawnMs: () => performance.getEntriesByName('plateau:flame-graph')[0]?.startTime ?? 0,
    };
    Object.assign(globalThis, { benchWatch: watch });
  });
  await watchInput(page);
}

/** Of speedscope's canvases every call that draws is noted: it has no word of its own for it. */
async function watchTheirs(page: Page): Promise<void> {
  await page.evaluate(() => {
    let drawn = 0;
    const note = (prototype: object, names: readonly string[]): void => {
      for (const name of names) {
        const call = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
        Reflect.set(prototype, name, function noted(this: unknown, ...args: unknown[]) {
          const result = call.apply(this, args);
          drawn = performance.now();
          return result;
        });
      }
    };
    note(WebGLRenderingContext.prototype, ['drawArrays', 'clear']);
    note(CanvasRenderingContext2D.prototype, ['clearRect', 'fill', 'fillRect', 'fillText']);
    Object.assign(globalThis, {
      benchWatch: { inputMs: 0, drawnMs: () => drawn } satisfies Watched,
    });
  });
  await watchInput(page);
}

/** What speedscope can do, too, by its keys: it has no inverted flame graph and no ranges. */
export async function measureTheirLatencies(page: Page): Promise<Latency[]> {
  const found: Latency[] = [];
  const measure = measureInto(page, found);
  await watchTheirs(page);
  await page.waitForTimeout(restMs);
  await page.mouse.move(700, 450);
  await page.keyboard.press('Control+f');
  await page.waitForTimeout(quietMs);
  await measure('search', null, () => page.keyboard.insertText(searched));
  await page.keyboard.press('Escape');
  await page.waitForTimeout(quietMs);
  await measure('zoom', null, () => page.keyboard.press('+'));
  return found;
}

const searched = 'cart::work_1';

/** The same of ours. */
export async function measureSharedLatencies(page: Page): Promise<Latency[]> {
  const found: Latency[] = [];
  const measure = measureInto(page, found);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await watchOurs(page);
  await page.waitForTimeout(restMs);
  await measure('search', null, () => search.fill(searched));
  await search.fill('');
  await measureZoom(page, measure);
  return found;
}

async function measureZoom(page: Page, measure: Measure): Promise<void> {
  await page.waitForTimeout(1500);
  await page.getByRole('treegrid', { name: 'Flame graph' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.waitForTimeout(quietMs);
  await measure('zoom', null, () => page.keyboard.press('Enter'));
}

export async function measureLatencies(page: Page): Promise<Latency[]> {
  const graph = page.getByRole('treegrid', { name: 'Flame graph' });
  const search = page.getByRole('searchbox', { name: 'Search' });
  const found: Latency[] = [];
  const measure = measureInto(page, found);
  await watchOurs(page);
  await page.waitForTimeout(restMs);
  await graph.focus();
  await measure('invert', 200, () => page.keyboard.press('i'));
  await measure('invert back', 200, () => page.keyboard.press('i'));
  await measure('search', 100, () => search.fill(searched));
  await measure('clear the search', 100, () => search.fill(''));
  await measure('select a range', 100, () => dragStrip(page, 0.2, 0.7));
  await measure('select another range', 100, () => dragStrip(page, 0.75, 0.9));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await measureZoom(page, measure);
  return found;
}

/** Drags over the strip of time in two moves, as a quick hand does. */
async function dragStrip(page: Page, from: number, to: number): Promise<void> {
  const box = await page.getByRole('group', { name: 'Use over time' }).boundingBox();
  if (box === null) throw new Error('the range strip is not shown');
  const y = box.y + box.height / 3;
  await page.mouse.move(box.x + from * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + ((from + to) / 2) * box.width, y);
  await page.mouse.move(box.x + to * box.width, y);
  await page.mouse.up();
}
