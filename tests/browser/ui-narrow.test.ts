import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { viewNames } from '../../src/web/state/view-state.ts';
import { madeRecording } from './timed-recording.ts';
import { atRest, fragmentOf, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const made = madeRecording();

const phone = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } } as const;

/** Fingers side by side, at distances from a place. */
async function touchscreen(
  page: Page,
  x: number,
  y: number,
): Promise<(type: string, ...xs: readonly number[]) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  return (type, ...xs) =>
    session.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: xs.map((away, id) => ({ x: x + away, y, id })),
    });
}

describe('a narrow page', () => {
  for (const [what, width, height] of [
    ['a phone', 390, 844],
    ['a window of 1400 × 900 at 200 %', 700, 450],
  ] as const) {
    itInPage(`${what}: nothing sticks out of the page, in any view`, async (open) => {
      const page = await open({
        files: [made, { ...made, name: 'other.perf-script.txt' }],
        fragment: '#summary?range=0.5-2&sel=step',
        width,
        height,
      });
      for (const view of viewNames) {
        await page.evaluate((name) => {
          location.hash = `#${name}?range=0.5-2&sel=step${name === 'compare' ? '&file=0,1' : ''}`;
        }, view);
        await page.locator(`[role=tab][aria-selected=true][id*="${view}"]`).waitFor();
        await atRest(page);
        const wide = await page.evaluate(() => ({
          page: document.documentElement.scrollWidth - innerWidth,
          body: document.body.scrollWidth - innerWidth,
        }));
        expect([view, wide.page <= 0, wide.body <= 0]).toEqual([view, true, true]);
      }
    });
  }

  itInPage('two fingers zoom the flame graph where they are', async (open) => {
    const page = await open({ files: [made], fragment: '#flame-graph?shape=icicle', ...phone });
    const surface = page.locator('.flame-surface').first();
    const box = await surface.boundingBox();
    if (box === null) throw new Error('no graph');
    const row = (name: RegExp): Locator =>
      page.getByRole('treegrid', { name: 'Flame graph' }).getByRole('row', { name });
    await row(/^parse\b/)
      .first()
      .waitFor({ state: 'attached' });
    const fingers = await touchscreen(page, box.x + box.width * 0.7, box.y + 75);
    await fingers('touchStart', -10);
    await fingers('touchStart', -10, 10);
    for (let step = 1; step <= 8; step++) await fingers('touchMove', -10 - step * 8, 10 + step * 8);
    await fingers('touchEnd');
    // Parse has the left half: it is out of sight now.
    await expect.poll(() => row(/^parse\b/).count()).toBe(0);
    await expect.poll(() => row(/^sort\b/).count()).toBeGreaterThan(0);
  });

  itInPage('the bar of steps shows the last one', async (open) => {
    const page = await open({
      files: [made],
      fragment: '#flame-graph?range=0.25-1.75&t=focus:main~drop:compare~merge:step',
      ...phone,
    });
    const chip = page.locator('.context-bar-chip', { hasText: 'merge step' });
    const right = async (): Promise<number> => {
      const box = await chip.boundingBox();
      return box === null ? Number.NaN : box.x + box.width;
    };
    await expect.poll(right).toBeLessThanOrEqual(390);
    await expect.poll(() => right()).toBeGreaterThan(100);
  });

  itInPage(
    'two fingers zoom the tracks; a tap selects a frame, the next one zooms',
    async (open) => {
      const page = await open({
        files: [made],
        fragment: '#timeline',
        ...phone,
      });
      const plot = page.getByRole('group', { name: 'Plot of the tracks' });
      const box = await plot.boundingBox();
      if (box === null) throw new Error('no plot');
      const fingers = await touchscreen(page, box.x, box.y + 40);
      await fingers('touchStart', 100);
      await fingers('touchStart', 100, 140);
      for (let step = 1; step <= 8; step++) {
        await fingers('touchMove', 100 - step * 8, 140 + step * 8);
      }
      await fingers('touchEnd');
      const [, start, end] = /range=([\d.]+)-([\d.]+)/.exec(await fragmentOf(page)) ?? [];
      expect(Number(end) - Number(start)).toBeGreaterThan(0);
      expect(Number(end) - Number(start)).toBeLessThan(1);

      await page.evaluate(() => {
        // Grown downwards, frames stay where they are when the sheet opens.
        location.hash = '#flame-graph?shape=icicle';
      });
      const graph = page.locator('.flame-surface, [class*=flame-surface]').first();
      await graph.waitFor();
      const frames = await graph.boundingBox();
      if (frames === null) throw new Error('no graph');
      const tap = (): Promise<void> => page.touchscreen.tap(frames.x + 40, frames.y + 75);
      await tap();
      await expect.poll(() => fragmentOf(page)).toMatch(/sel=/);
      await expect.poll(() => fragmentOf(page)).not.toMatch(/zoom=/);
      await page.getByRole('complementary', { name: 'Inspector' }).waitFor();
      // Sooner it would be the second half of a double tap.
      await page.waitForTimeout(600);
      await tap();
      await expect.poll(() => fragmentOf(page)).toMatch(/zoom=/);
    },
  );
});
