import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { atRest, folded, recording, type UiFile, uiTests } from './ui-page.ts';

const test = uiTests();

const program = folded(`
  main;parse;read 400
  main;parse;lex 200
  main;eval;add 150
  main;eval;mul;shift 100
  main;eval 50
  idle 100
`);

/** A row of the picture: where its boxes begin and end, in CSS pixels, as they are on the canvas. */
type Runs = readonly { readonly from: number; readonly to: number }[];

/** Boxes by rows, the row of the root first. Reads the pixels right below each row's upper edge. */
async function rowsOf(page: Page, label = 'Flame graph'): Promise<Runs[]> {
  const grid = page.getByRole('treegrid', { name: label, exact: true });
  return grid.evaluate((element) => {
    const surface = element.closest<HTMLElement>('.flame-surface');
    const canvas = surface?.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!surface || !canvas || !context) return [];
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    const isFilled = (x: number, y: number): boolean => (data[(y * width + x) * 4 + 3] ?? 0) > 127;
    const rows: { from: number; to: number }[][] = [];
    let wasFilled = false;
    for (let y = 0; y < height; y++) {
      const runs: { from: number; to: number }[] = [];
      for (let x = 0; x < width; x++) {
        if (!isFilled(x, y)) continue;
        const from = x;
        while (x < width && isFilled(x, y)) x++;
        runs.push({ from, to: x });
      }
      if (runs.length > 0 && !wasFilled) rows.push(runs);
      wasFilled = runs.length > 0;
    }
    return surface.dataset['shape'] === 'flame' ? rows.reverse() : rows;
  });
}

function graph(page: Page): Locator {
  return page.getByRole('treegrid', { name: 'Flame graph' });
}

async function openGraph(
  open: Parameters<Parameters<typeof test>[1]>[0],
  files: readonly UiFile[] = [program],
  query = '',
): Promise<Page> {
  const page = await open({ files, fragment: `#flame-graph${query}` });
  await graph(page).getByRole('row').first().waitFor();
  await atRest(page);
  return page;
}

/** Clicks the middle of a box of the picture. */
async function clickBox(page: Page, depth: number, box: number): Promise<void> {
  const rows = await rowsOf(page);
  const run = rows[depth]?.[box];
  const place = await page.locator('.flame-surface canvas').first().boundingBox();
  if (run === undefined || place === null) throw new Error(`no box ${box} in row ${depth}`);
  const high = await rowHeight(page);
  const y = place.height - (depth + 0.5) * high;
  await page.mouse.click(place.x + (run.from + run.to) / 2, place.y + y);
  await atRest(page);
}

async function rowHeight(page: Page): Promise<number> {
  return page
    .locator('.flame-surface canvas')
    .first()
    .evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const data = canvas.getContext('2d')?.getImageData(2, 0, 1, canvas.height).data ?? [];
      const ends: number[] = [];
      for (let y = canvas.height - 1; y > 0 && ends.length < 2; y--) {
        const [here = 0, above = 0] = [data[y * 4 + 3], data[(y - 1) * 4 + 3]];
        if (here <= 127 && above > 127) ends.push(y);
      }
      return (ends[0] ?? 0) - (ends[1] ?? 0);
    });
}

/** Widths as shares of the first row's. */
function shares(rows: readonly Runs[]): number[][] {
  const whole = widthOf(rows[0]?.[0]);
  return rows.map((runs) => runs.map((run) => widthOf(run) / whole));
}

function widthOf(run: { readonly from: number; readonly to: number } | undefined): number {
  // The gap of a pixel belongs to the box.
  return run === undefined ? 0 : run.to - run.from + 1;
}

describe('the flame graph', () => {
  test('draws frames as wide as their shares, the heaviest left', async (open) => {
    const page = await openGraph(open);
    const rows = await rowsOf(page);
    const whole = widthOf(rows[0]?.[0]);
    const wanted = [[1], [0.9, 0.1], [0.6, 0.3], [0.4, 0.2, 0.15, 0.1], [0.1]];
    expect(rows).toHaveLength(wanted.length);
    rows.forEach((runs, depth) => {
      expect(runs, `row ${depth}`).toHaveLength(wanted[depth]?.length ?? 0);
      runs.forEach((run, at) => {
        const pixels = (wanted[depth]?.[at] ?? 0) * whole;
        expect(Math.abs(widthOf(run) - pixels), `row ${depth}, box ${at}`).toBeLessThanOrEqual(
          1.01,
        );
      });
    });
  });

  test('zooms into the frame that is clicked, and out by a click on its caller', async (open) => {
    const page = await openGraph(open);
    await clickBox(page, 2, 1);
    const zoomed = shares(await rowsOf(page));
    expect(zoomed.slice(0, 3)).toEqual([[1], [1], [1]]);
    expect(zoomed[3]?.[0]).toBeCloseTo(0.5, 2);
    expect(zoomed[3]?.[1]).toBeCloseTo(1 / 3, 2);
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/zoom=main[/]eval/);
    await clickBox(page, 0, 0);
    expect(shares(await rowsOf(page))[1]?.[0]).toBeCloseTo(0.9, 2);
  });

  test('turns round: what ran first, and the root at the top', async (open) => {
    const page = await openGraph(open);
    await page.keyboard.press('i');
    await atRest(page);
    const rows = graph(page).getByRole('row');
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/^read/);
    await expect.poll(() => rows.nth(2).innerText()).toMatch(/^parse/);
    expect(shares(await rowsOf(page))[1]?.[0]).toBeCloseTo(0.4, 2);
    await page.keyboard.press('v');
    await atRest(page);
    await expect
      .poll(() => page.locator('.flame-surface').getAttribute('data-shape'))
      .toBe('icicle');
    expect(shares(await rowsOf(page))[1]?.[0]).toBeCloseTo(0.4, 2);
  });

  test('merges by module and by line as well', async (open) => {
    const page = await openGraph(open, [recording('go-cpu.pb.gz')]);
    const functions = await graph(page).getByRole('row').count();
    await page.getByRole('combobox', { name: 'By' }).selectOption('Module');
    await atRest(page);
    await expect.poll(() => graph(page).getByRole('row').count()).toBeLessThan(functions);
    await page.getByRole('combobox', { name: 'By' }).selectOption('Line');
    await atRest(page);
    await expect
      .poll(() => graph(page).getByRole('row').allInnerTexts())
      .toEqual(expect.arrayContaining([expect.stringMatching(/\.go:\d+/)]));
  });

  test('marks what is searched for and says how much it is', async (open) => {
    const page = await openGraph(open);
    await page.getByRole('searchbox', { name: 'Search' }).fill('read|mul');
    await atRest(page);
    // Brute force: the stacks that have one of them.
    await page
      .getByText(/50\.0\s%/)
      .first()
      .waitFor();
    const yellow = await page
      .locator('.flame-surface canvas')
      .first()
      .evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const { data, width } = canvas
          .getContext('2d')
          ?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
          width: 1,
        };
        const columns = new Set<number>();
        for (let at = 0; at < data.length; at += 4) {
          const isMatch = data[at] === 0xf2 && data[at + 1] === 0xc2 && data[at + 2] === 0x30;
          if (isMatch) columns.add((at / 4) % width);
        }
        return columns.size / width;
      });
    expect(yellow).toBeCloseTo(0.5, 1);
  });

  test('goes to the next match', async (open) => {
    const page = await openGraph(open, [program], '?q=add|mul');
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
    await atRest(page);
    const selected = graph(page).locator('[aria-selected=true]');
    await expect.poll(() => activeText(page)).toMatch(/^add/);
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
    await atRest(page);
    await expect.poll(() => activeText(page)).toMatch(/^mul/);
    await expect.poll(() => selected.count()).toBeLessThanOrEqual(1);
  });

  test('is complete by keyboard: callers, callees, siblings, zoom', async (open) => {
    const page = await openGraph(open);
    await graph(page).focus();
    const seen: string[] = [];
    for (const key of ['Home', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'End']) {
      await page.keyboard.press(key);
      seen.push(((await activeText(page)).split(/\s/)[0] ?? '').trim());
    }
    expect(seen).toEqual(['all', 'main', 'parse', 'eval', 'add', 'eval', 'add']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await atRest(page);
    expect(shares(await rowsOf(page)).slice(0, 3)).toEqual([[1], [1], [1]]);
    await expect
      .poll(() => page.getByRole('status').first().innerText())
      .toMatch(/eval, 30\.0\s% of samples, 300\ssamples/i);
    await page.keyboard.press('Escape');
    await atRest(page);
    expect(shares(await rowsOf(page))[1]).toEqual([1]);
    await page.keyboard.press('Escape');
    await atRest(page);
    expect(shares(await rowsOf(page))[1]?.[0]).toBeCloseTo(0.9, 2);
  });

  test('has a mirror that tells levels, places and numbers', async (open) => {
    const page = await openGraph(open);
    const row = graph(page).getByRole('row', { name: /^eval/ });
    await expect.poll(() => row.getAttribute('aria-level')).toBe('3');
    await expect.poll(() => row.getAttribute('aria-posinset')).toBe('2');
    await expect.poll(() => row.getAttribute('aria-setsize')).toBe('2');
    await expect.poll(() => row.getAttribute('aria-expanded')).toBe('true');
    await expect
      .poll(() => row.getByRole('gridcell').allInnerTexts())
      .toEqual([expect.stringMatching(/^30\.0\s%$/), expect.stringMatching(/^300\ssamples$/)]);
    const leaf = graph(page).getByRole('row', { name: /^read/ });
    await expect.poll(() => leaf.getAttribute('aria-expanded')).toBeNull();
  });

  test('shows exact numbers beside the pointer, which it never catches', async (open) => {
    const page = await openGraph(open);
    const place = await page.locator('.flame-surface canvas').first().boundingBox();
    if (place === null) throw new Error('no canvas');
    const high = await rowHeight(page);
    await page.mouse.move(place.x + place.width - 40, place.y + place.height - high * 1.5);
    const card = page.locator('.pointer-card');
    await card.waitFor();
    await expect
      .poll(() => card.innerText())
      .toMatch(/idle[\s\S]*Total[\s\S]*10\.0\s%[\s\S]*100\ssamples/);
    const box = await card.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1400);
    await expect
      .poll(() => card.evaluate((element) => getComputedStyle(element).pointerEvents))
      .toBe('none');
  });

  test('opens the menu of a function', async (open) => {
    const page = await openGraph(open);
    await graph(page).focus();
    for (const key of ['Home', 'ArrowUp', 'ArrowUp', 'Shift+F10']) await page.keyboard.press(key);
    const menu = page.getByRole('menu', { name: 'parse' });
    await menu.getByRole('menuitem', { name: /Focus function/ }).click();
    await atRest(page);
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/t=focus(:|%3A)parse/i);
    await expect.poll(() => graph(page).getByRole('row').nth(1).innerText()).toMatch(/^parse/);
  });

  test('scrolls through stacks that are thousands deep', async (open) => {
    const path = Array.from({ length: 3000 }, (_, at) => `f${at % 7}`).join(';');
    const page = await openGraph(open, [folded(`${path} 5\nmain 5`)]);
    const scroller = page.locator('.flame-surface-scroller');
    const height = await scroller.evaluate((element) => element.scrollHeight);
    expect(height).toBeGreaterThan(3000 * 20);
    await scroller.evaluate((element) => {
      element.scrollTop = 0;
    });
    await atRest(page);
    const rows = await rowsOf(page);
    expect(rows.length).toBeGreaterThan(20);
    await expect.poll(() => graph(page).getByRole('row').count()).toBeLessThanOrEqual(300);
  });

  test('gives small frames one quiet block, and spreads it out on a click', async (open) => {
    const lines = Array.from({ length: 3000 }, (_, at) => `root_${at};work 1`).join('\n');
    const page = await open({ files: [folded(lines)], fragment: '#flame-graph' });
    await graph(page).getByRole('row').first().waitFor();
    await atRest(page);
    expect((await rowsOf(page))[1]).toHaveLength(1);
    await clickBox(page, 1, 0);
    expect((await rowsOf(page))[1]?.length).toBeGreaterThan(5);
    expect((await rowsOf(page))[2]?.length).toBeGreaterThan(5);
  });

  test('asks for finer frames where the first tree has none', async (open) => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `root_${at};work 1`).join('\n');
    const page = await openGraph(open, [folded(lines)]);
    // Each is a 20 000th of the whole: the first tree leaves all of them out, and says so.
    await expect.poll(() => rowsOf(page)).toHaveLength(2);
    expect((await rowsOf(page))[1]).toHaveLength(1);
    await clickBox(page, 1, 0);
    await graph(page)
      .getByRole('row', { name: /^root_/ })
      .first()
      .waitFor();
    await atRest(page);
    expect((await rowsOf(page))[2]?.length).toBeGreaterThan(5);
    await graph(page).focus();
    await page.keyboard.press('Escape');
    await atRest(page);
    expect((await rowsOf(page))[1]).toHaveLength(1);
  });
});

async function activeText(page: Page): Promise<string> {
  await atRest(page);
  const id = await graph(page).getAttribute('aria-activedescendant');
  return id === null ? '' : page.locator(`[id="${id}"]`).innerText();
}
