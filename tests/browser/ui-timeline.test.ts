import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type MadeSample, madeRecording, madeSamples } from './timed-recording.ts';
import { folded, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const samples = madeSamples();
const made = madeRecording(samples);

interface Seconds {
  readonly start: number;
  readonly end: number;
}

function slider(page: Page, end: 'start' | 'end'): Locator {
  return page.getByRole('slider', { name: `Range ${end}` });
}

/** What the sliders say. */
async function rangeOf(page: Page): Promise<Seconds> {
  const secondsOf = async (end: 'start' | 'end'): Promise<number> =>
    Number(await slider(page, end).getAttribute('aria-valuenow'));
  return { start: await secondsOf('start'), end: await secondsOf('end') };
}

function samplesIn({ start, end }: Seconds): readonly MadeSample[] {
  // To whole nanoseconds: what is divided by a billion to be shown loses its last digits.
  const [from, to] = [Math.round(start * 1e9), Math.round(end * 1e9)];
  return samples.filter(({ timeNs }) => timeNs >= from && timeNs < to);
}

/** Drags between two shares of an element's width. */
async function drag(
  page: Page,
  element: Locator,
  from: number,
  to: number,
  y = 0.7,
): Promise<void> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('nothing to drag on');
  await page.mouse.move(box.x + box.width * from, box.y + box.height * y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * ((from + to) / 2), box.y + box.height * y, {
    steps: 4,
  });
  await page.mouse.move(box.x + box.width * to, box.y + box.height * y, { steps: 4 });
  await page.mouse.up();
}

const strip = (page: Page): Locator => page.getByRole('group', { name: 'Use over time' });
const inSelection = (page: Page): Locator => page.getByRole('region', { name: 'In the selection' });
const plot = (page: Page): Locator => page.getByRole('group', { name: 'Plot of the tracks' });

/** `1 234 samples`, as the page writes it. */
function counted(count: number): string {
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f')}\u202fsamples`;
}

/** The self samples of a function in the table of top functions. */
async function selfSamples(page: Page, name: string): Promise<string> {
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: name }).first();
  return (await row.textContent()) ?? '';
}

describe('the range strip', () => {
  itInPage('selects cells of the heat map by keys', async (open) => {
    const page = await open({ files: [made], fragment: '#timeline' });
    const cells = page.getByRole('group', { name: 'Cells' });
    await cells.focus();
    await page.keyboard.press('ArrowRight');
    const first = await rangeOf(page);
    const cell = first.end - first.start;
    await page.keyboard.press('ArrowRight');
    expect((await rangeOf(page)).start).toBeCloseTo(first.start + cell, 6);
    await page.keyboard.press('Shift+ArrowDown');
    const grown = await rangeOf(page);
    expect(grown.start).toBeCloseTo(first.start + cell, 6);
    // A line further, the last cell included.
    expect(grown.end - grown.start).toBeCloseTo(cell * 101, 6);
    await page.keyboard.press('Escape');
    expect((await rangeOf(page)).start).toBeCloseTo(0, 6);
  });

  itInPage('drives every other view: its numbers are those of the samples in it', async (open) => {
    const page = await open({ files: [made], fragment: '#top-functions' });
    await drag(page, strip(page), 0.2, 0.6);
    const inside = samplesIn(await rangeOf(page));
    const steps = inside.filter(({ path }) => path.at(-1) === 'step').length;
    expect(inside.length).toBeGreaterThan(900);
    expect(inside.length).toBeLessThan(1000);
    const spaced = String(steps).replace(/\B(?=(\d{3})+$)/g, '\u202f');
    await expect.poll(() => selfSamples(page, 'step')).toContain(spaced);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect.poll(() => inSelection(page).textContent()).toContain(counted(inside.length));
    await page.getByRole('tab', { name: 'Flame graph' }).click();
    const root = page.getByRole('treegrid', { name: 'Flame graph' }).getByRole('row').first();
    await expect.poll(() => root.textContent()).toContain(String(inside.length));
  });

  itInPage('is moved by keyboard, and taken back in one step', async (open) => {
    const page = await open({ files: [made], fragment: '#top-functions' });
    const whole = await rangeOf(page);
    await slider(page, 'start').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    const moved = await rangeOf(page);
    const length = whole.end - whole.start;
    expect(moved.start).toBeCloseTo(whole.start + length * (1 / 200 + 1 / 20), 6);
    expect(moved.end).toBe(whole.end);
    await expect
      .poll(() => slider(page, 'start').getAttribute('aria-valuetext'))
      .toMatch(/^0\.11\d*\u202fs$/);
    await slider(page, 'end').focus();
    await page.keyboard.press('Home');
    expect((await rangeOf(page)).end).toBeGreaterThan(moved.start);
    await page.keyboard.press('End');
    await expect.poll(() => rangeOf(page)).toEqual(moved);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => rangeOf(page)).toEqual(whole);
  });

  itInPage('nests: a double click zooms into the range, undo comes back', async (open) => {
    const page = await open({ files: [made], fragment: '#top-functions' });
    await drag(page, strip(page), 0.5, 0.9);
    const outer = await rangeOf(page);
    const box = await strip(page).boundingBox();
    if (box === null) throw new Error('no strip');
    await page.mouse.dblclick(box.x + box.width * 0.7, box.y + 30);
    await expect
      .poll(async () => Number(await slider(page, 'start').getAttribute('aria-valuemin')))
      .toBe(outer.start);
    await expect.poll(() => rangeOf(page)).toEqual(outer);
    await drag(page, strip(page), 0.25, 0.75);
    const inner = await rangeOf(page);
    expect(inner.start).toBeCloseTo(outer.start + (outer.end - outer.start) * 0.25, 2);
    expect(inner.end).toBeCloseTo(outer.start + (outer.end - outer.start) * 0.75, 2);
    await page.keyboard.press('Control+z');
    await expect.poll(() => rangeOf(page)).toEqual(outer);
    await page.keyboard.press('Control+z');
    await expect
      .poll(async () => Number(await slider(page, 'start').getAttribute('aria-valuemin')))
      .toBe(0);
    await expect.poll(() => rangeOf(page)).toEqual(outer);
    // A click outside clears it.
    await page.mouse.click(box.x + box.width * 0.1, box.y + 30);
    await expect.poll(async () => (await rangeOf(page)).start).toBe(0);
  });
});

describe('the timeline', () => {
  itInPage('has a track per thread, the busiest first, that focuses it', async (open) => {
    const page = await open({ files: [made], fragment: '#timeline' });
    const names = page.getByRole('grid', { name: 'Tracks over time' }).getByRole('rowheader');
    await expect
      .poll(async () => (await names.allTextContents()).slice(-2))
      .toEqual(['parser', 'writer']);
    await names.getByRole('button', { name: 'writer' }).click();
    await expect.poll(() => inSelection(page).textContent()).toContain(counted(400));
    await expect
      .poll(() => inSelection(page).getByRole('listitem').allTextContents())
      .toHaveLength(1);
    await names.getByRole('button', { name: 'writer' }).click();
    await expect.poll(() => inSelection(page).textContent()).toContain(counted(2400));
  });

  itInPage('selects on the tracks, zooms with Ctrl and the wheel', async (open) => {
    const page = await open({ files: [made], fragment: '#timeline' });
    await expect.poll(() => inSelection(page).textContent()).toContain(counted(2400));
    await drag(page, plot(page), 0.1, 0.4);
    const range = await rangeOf(page);
    const inside = samplesIn(range);
    await expect.poll(() => inSelection(page).textContent()).toContain(counted(inside.length));
    await page.keyboard.press('z');
    const minimum = async (): Promise<number> =>
      Number(await slider(page, 'start').getAttribute('aria-valuemin'));
    await expect.poll(minimum).toBe(range.start);
    const box = await plot(page).boundingBox();
    if (box === null) throw new Error('no plot');
    await page.mouse.move(box.x + box.width / 2, box.y + 20);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(minimum).toBeGreaterThan(range.start);
  });

  itInPage('selects in reading order on the heat map', async (open) => {
    const page = await open({ files: [made], fragment: '#timeline' });
    const map = page.getByRole('region', { name: 'Heat map' });
    await map.getByRole('combobox', { name: 'Line' }).selectOption({ label: '1 s' });
    await expect
      .poll(() => map.getByRole('img').getAttribute('aria-label'))
      .toContain('2 rows of 1.00\u202fs');
    const cells = map.getByRole('group', { name: 'Cells' });
    const box = await cells.boundingBox();
    if (box === null) throw new Error('no heat map');
    // Lines of 32 px below 20 px of labels; 100 cells between 52 px and 12 px from the edges.
    const cell = (box.width - 64) / 100;
    await page.mouse.move(box.x + 52 + cell * 50.5, box.y + 20 + 16);
    await page.mouse.down();
    await page.mouse.move(box.x + 52 + cell * 24.5, box.y + 20 + 48, { steps: 5 });
    await page.mouse.up();
    const { start, end } = await rangeOf(page);
    expect(start).toBeCloseTo(0.5, 9);
    expect(end).toBeCloseTo(1.25, 9);
    const inside = samplesIn({ start, end });
    await expect.poll(() => inSelection(page).textContent()).toContain(counted(inside.length));
  });

  itInPage('stands upright as FlameScope has it, and a link keeps that', async (open) => {
    const page = await open({ files: [made], fragment: '#timeline?heat=columns' });
    const map = page.getByRole('region', { name: 'Heat map' });
    await map.getByRole('combobox', { name: 'Line' }).selectOption({ label: '1 s' });
    await expect
      .poll(() => map.getByRole('img').getAttribute('aria-label'))
      .toContain('2 columns of 1.00\u202fs');
    const cells = map.getByRole('group', { name: 'Cells' });
    const box = await cells.boundingBox();
    if (box === null) throw new Error('no heat map');
    // Columns of 24 px right of 52 px of labels; 50 cells from the bottom up, 4 px above the edge.
    const cell = (box.height - 24) / 50;
    const bottom = box.y + 20 + cell * 50;
    await page.mouse.move(box.x + 52 + 12, bottom - cell * 25.5);
    await page.mouse.down();
    await page.mouse.move(box.x + 52 + 36, bottom - cell * 9.5, { steps: 5 });
    await page.mouse.up();
    const { start, end } = await rangeOf(page);
    expect(start).toBeCloseTo(0.5, 9);
    expect(end).toBeCloseTo(1.2, 9);
    const inside = samplesIn({ start, end });
    await expect.poll(() => inSelection(page).textContent()).toContain(counted(inside.length));
    await cells.focus();
    await page.keyboard.press('ArrowUp');
    const first = await rangeOf(page);
    await page.keyboard.press('Shift+ArrowRight');
    // A column further, the last cell included.
    expect((await rangeOf(page)).end - first.start).toBeCloseTo(1.02, 6);
    await map.getByRole('radio', { name: 'Rows' }).click();
    await expect.poll(() => page.evaluate(() => location.hash)).not.toContain('heat=');
  });

  itInPage('says what is missing where a profile has no times', async (open) => {
    const page = await open({ files: [folded('main;a 7')], fragment: '#timeline' });
    await expect
      .poll(() => page.getByRole('main').textContent())
      .toContain('This profile has no times');
    await expect.poll(() => page.getByRole('main').textContent()).toContain('plateau record');
  });
});
