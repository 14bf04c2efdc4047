import type { Page } from 'playwright-core';

/** What a user does in the flame graph, and how long until its result is on the canvas. */
export interface Latency {
  readonly action: string;
  readonly goalMs: number | null;
  readonly ms: number;
}

/** Nothing was drawn for so long: the last picture is the result. */
const quietMs = 500;

/**
 * From the last input event of an action to the last picture drawn after it. Where an action draws twice
 * (at once, and again with the answer) that is the second.
 */
async function measureAction(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { input: 0 };
    Object.assign(globalThis, { benchInput: seen });
    for (const type of ['keydown', 'input', 'pointerdown', 'pointermove', 'pointerup']) {
      const note = (event: Event): void => {
        seen.input = event.timeStamp;
      };
      document.addEventListener(type, note, { capture: true });
    }
  });
  await act();
  const result = await page.waitForFunction(
    (quiet) => {
      const { input } = (globalThis as unknown as { benchInput: { input: number } }).benchInput;
      const drawn = performance.getEntriesByName('plateau:flame-graph')[0]?.startTime ?? 0;
      return drawn > input && performance.now() - drawn > quiet ? drawn - input : undefined;
    },
    quietMs,
    { polling: 50, timeout: 30_000 },
  );
  return (await result.jsonValue()) as number;
}

export async function measureLatencies(page: Page): Promise<Latency[]> {
  const graph = page.getByRole('treegrid', { name: 'Flame graph' });
  const search = page.getByRole('searchbox', { name: 'Search' });
  const found: Latency[] = [];
  const measure = async (
    action: string,
    goalMs: number | null,
    act: () => Promise<void>,
  ): Promise<void> => {
    found.push({ action, goalMs, ms: await measureAction(page, act) });
  };
  // What runs while nobody asks is done before anything is measured.
  await page.waitForTimeout(3000);
  await graph.focus();
  await measure('invert', 200, () => page.keyboard.press('i'));
  await measure('invert back', 200, () => page.keyboard.press('i'));
  await measure('search', 100, () => search.fill('cart::work_1'));
  await measure('clear the search', 100, () => search.fill(''));
  await measure('select a range', 100, () => dragStrip(page, 0.2, 0.7));
  await measure('select another range', 100, () => dragStrip(page, 0.75, 0.9));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.waitForTimeout(1500);
  await graph.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.waitForTimeout(500);
  await measure('zoom', null, () => page.keyboard.press('Enter'));
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
