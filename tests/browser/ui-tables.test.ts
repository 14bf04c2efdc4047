import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { runPlateau } from '../running-plateau.ts';
import { folded, fragmentOf, recording, type UiFile, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const words = 'rust-words.perf-script.txt.gz';

interface TopRow {
  readonly name: string;
  readonly flatPercent: number;
  readonly cumPercent: number;
  readonly samples: number;
}

async function topOf(name: string): Promise<readonly TopRow[]> {
  const path = fileURLToPath(new URL(`../../fixtures/recordings/${name}`, import.meta.url));
  const { stdout } = await runPlateau(['top', '--no-trim', '--json', path], { cwd: '.' });
  return (JSON.parse(stdout) as { rows: TopRow[] }).rows;
}

/** The texts of a row's cells by column, names in full. */
async function cellsOf(row: Locator): Promise<Record<string, string>> {
  return row.evaluate((element) =>
    Object.fromEntries(
      [...element.querySelectorAll<HTMLElement>('[data-column]')].map((cell) => [
        cell.dataset['column'] ?? '',
        cell.querySelector<HTMLElement>('.function-name')?.title ?? cell.textContent ?? '',
      ]),
    ),
  );
}

function percent(share: number): string {
  return `${share.toFixed(1)}\u202f%`;
}

/** Many functions, each with a sample: a table of `count` rows under one caller. */
function manyFunctions(count: number): UiFile {
  const lines = Array.from({ length: count }, (_, i) => `main;function_${i} ${i + 1}`);
  return folded(lines.join('\n'), 'many.folded');
}

async function selectedName(page: Page): Promise<string> {
  const row = page.locator('.grid-selected');
  await row.waitFor();
  return (await row.locator('.function-name').getAttribute('title')) ?? '';
}

describe('top functions', () => {
  itInPage('shows what plateau top prints', async (open) => {
    const page = await open({ files: [recording(words)], fragment: '#top-functions' });
    const grid = page.getByRole('grid', { name: 'Top functions' });
    await grid.locator('[data-row="0"]').waitFor();
    const rows = await topOf(words);
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBe(rows.length + 1);
    const expected = new Map(rows.map((row) => [row.name, row]));
    for (let row = 0; row < 12; row++) {
      const cells = await cellsOf(grid.locator(`[data-row="${row}"]`));
      const top = expected.get(cells['name'] ?? '');
      expect(cells['self']).toBe(percent(top?.flatPercent ?? -1));
      expect(cells['total']).toBe(percent(top?.cumPercent ?? -1));
      expect(cells['samples']?.replace('few · ', '')).toBe(String(top?.samples));
    }
  });

  itInPage('sorts by its headers and keeps the order in the link', async (open) => {
    const page = await open({ files: [recording(words)], fragment: '#top-functions' });
    const grid = page.getByRole('grid', { name: 'Top functions' });
    const total = grid.getByRole('columnheader', { name: 'Total %' });
    await expect
      .poll(() => grid.getByRole('columnheader', { name: 'Self %' }).getAttribute('aria-sort'))
      .toBe('descending');
    await total.click();
    await grid.locator('[aria-sort="descending"]', { hasText: 'Total %' }).waitFor();
    const largest = Math.max(...(await topOf(words)).map(({ cumPercent }) => cumPercent));
    expect((await cellsOf(grid.locator('[data-row="0"]')))['total']).toBe(percent(largest));
    await expect.poll(() => fragmentOf(page)).toContain('sort=total-');
    await grid.getByRole('columnheader', { name: 'Function' }).click();
    await grid.locator('[aria-sort="ascending"]').waitFor();
    const names = await grid
      .locator('.function-name')
      .evaluateAll((all) => all.map((each) => (each as HTMLElement).title));
    expect(names.slice(0, 10)).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)).slice(0, 10));
  });

  itInPage(
    'keeps few elements while 100 000 rows are scrolled, none of them empty',
    async (open) => {
      const page = await open({ files: [manyFunctions(100_000)], fragment: '#top-functions' });
      const grid = page.getByRole('grid', { name: 'Top functions' });
      await grid.locator('[data-row="0"]').waitFor();
      const seen = await grid.locator('.grid-scroll').evaluate(async (scroller) => {
        const counts: number[] = [];
        const gaps: number[] = [];
        for (let step = 0; step <= 40; step++) {
          scroller.scrollTop = (scroller.scrollHeight * step) / 40;
          await new Promise((done) => requestAnimationFrame(done));
          const rows = [...scroller.querySelectorAll('[data-row]')];
          const pane = (scroller.querySelector('.grid-pane') as Element).getBoundingClientRect();
          const boxes = rows.map((row) => row.getBoundingClientRect());
          counts.push(rows.length);
          gaps.push(
            Math.max(0, Math.min(...boxes.map(({ top }) => top)) - pane.top),
            Math.max(0, pane.bottom - Math.max(...boxes.map(({ bottom }) => bottom))),
          );
        }
        return { most: Math.max(...counts), gap: Math.max(...gaps), height: scroller.scrollHeight };
      });
      expect(seen.most).toBeLessThanOrEqual(80);
      expect(seen.gap).toBeLessThanOrEqual(1);
      // Exact: all rows and the header. main is a row too.
      expect(seen.height).toBe(100_001 * 24 + 28);
      await grid.focus();
      await page.keyboard.press('End');
      await grid.locator('[data-row="100000"]').waitFor();
      await expect
        .poll(() => grid.locator('.grid-selected').getAttribute('aria-rowindex'))
        .toBe('100002');
    },
  );

  itInPage('is worked by keys alone', async (open) => {
    const page = await open({ files: [recording(words)], fragment: '#top-functions' });
    const grid = page.getByRole('grid', { name: 'Top functions' });
    await grid.locator('[data-row="0"]').waitFor();
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => selectedName(page)).toBe('__memcmp_evex_movbe');
    const isActive = async (): Promise<boolean> =>
      (await grid.getAttribute('aria-activedescendant')) ===
      (await page.locator('.grid-selected').getAttribute('id'));
    await expect.poll(isActive).toBe(true);
    await page.keyboard.press("'");
    await page.keyboard.type('split');
    await grid.getByText('Find: split').waitFor();
    await expect.poll(() => selectedName(page)).toContain('Split');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await grid.locator('[aria-sort="descending"]', { hasText: 'Total %' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.locator('#tab-sandwich[aria-selected="true"]').waitFor();
  });

  itInPage('keeps the name and two numbers on a phone, and filters by the search', async (open) => {
    const page = await open({
      files: [recording(words)],
      fragment: '#top-functions?q=hashbrown',
      width: 390,
      height: 844,
    });
    const grid = page.getByRole('grid', { name: 'Top functions' });
    await grid.locator('.grid-match').first().waitFor();
    const headers = await grid.getByRole('columnheader').allInnerTexts();
    expect(headers.map((text) => text.replace(/\s*[↓↑]\s*/, ''))).toEqual([
      'Function',
      'Self %',
      'Total %',
    ]);
    const names = await grid
      .locator('.function-name')
      .evaluateAll((all) => all.map((each) => (each as HTMLElement).title));
    expect(names.every((name) => name.includes('hashbrown'))).toBe(true);
    const [inner, outer] = await grid
      .locator('.grid-scroll')
      .evaluate((each) => [each.scrollWidth, each.clientWidth]);
    expect(inner).toBeLessThanOrEqual(outer ?? 0);
  });
});

describe('call tree', () => {
  const stacks = folded(
    'main;parse;read 40\nmain;parse 10\nmain;eval;read 20\nmain;eval 25\nidle 5',
  );

  itInPage('opens on the heaviest path and adds up', async (open) => {
    const page = await open({ files: [stacks], fragment: '#call-tree' });
    const tree = page.getByRole('treegrid', { name: 'Call tree' });
    await tree.locator('[data-row="2"]').waitFor();
    const rows = await Promise.all(
      [0, 1, 2, 3].map((row) => cellsOf(tree.locator(`[data-row="${row}"]`))),
    );
    expect(rows.map(({ name, total, self }) => [name, total, self])).toEqual([
      ['main', percent(95), '–'],
      ['parse', percent(50), percent(10)],
      ['read', percent(40), percent(40)],
      ['eval', percent(45), percent(25)],
    ]);
    await expect.poll(() => tree.locator('[data-row="2"]').getAttribute('aria-level')).toBe('3');
    await expect
      .poll(() => tree.locator('[data-row="3"]').getAttribute('aria-expanded'))
      .toBe('false');
    await expect
      .poll(() => tree.locator('[data-row="2"]').getAttribute('aria-expanded'))
      .toBeNull();
  });

  itInPage('opens, closes and turns over by keys, and keeps what was open', async (open) => {
    const page = await open({ files: [stacks], fragment: '#call-tree' });
    const tree = page.getByRole('treegrid', { name: 'Call tree' });
    await tree.locator('[data-row="4"]').waitFor();
    await tree.focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
    await expect.poll(() => tree.locator('[data-row]').count()).toBe(4);
    for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await expect.poll(() => selectedName(page)).toBe('eval');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => selectedName(page)).toBe('read');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => selectedName(page)).toBe('eval');
    await page.keyboard.press('6');
    await page.getByRole('grid', { name: 'Top functions' }).waitFor();
    await page.keyboard.press('5');
    await expect.poll(() => tree.locator('[data-row]').count()).toBe(5);
    await tree.focus();
    await page.keyboard.press('i');
    await page.getByRole('radio', { name: 'Bottom-up', checked: true }).waitFor();
    const first = tree.locator('[data-row="0"]');
    await expect.poll(async () => (await cellsOf(first))['name']).toBe('read');
    expect((await cellsOf(first))['self']).toBe(percent(60));
  });

  itInPage('focuses the subtree of the row by its key', async (open) => {
    const page = await open({ files: [stacks], fragment: '#call-tree' });
    const tree = page.getByRole('treegrid', { name: 'Call tree' });
    await tree.locator('[data-row="3"]').waitFor();
    await tree.locator('[data-row="3"]').click();
    await tree.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => selectedName(page)).toBe('read');
    await page.keyboard.press('F');
    // Only the reads under eval are left, not those under parse.
    await expect.poll(() => tree.locator('[data-row="0"]').innerText()).toContain('20');
    expect(decodeURIComponent(await fragmentOf(page))).toContain('subtree:');
  });

  itInPage('goes to matches inside closed rows', async (open) => {
    const page = await open({ files: [stacks], fragment: '#call-tree?q=read' });
    const tree = page.getByRole('treegrid', { name: 'Call tree' });
    await tree.locator('.grid-match').first().waitFor();
    await tree.focus();
    for (const key of ['Home', 'ArrowLeft']) await page.keyboard.press(key);
    await expect.poll(() => tree.locator('[data-row]').count()).toBe(2);
    await page.keyboard.press('n');
    await expect.poll(() => selectedName(page)).toBe('read');
    await expect.poll(() => tree.locator('.grid-selected').getAttribute('aria-level')).toBe('3');
  });
});

describe('while two files are compared', () => {
  const files = [
    folded('main;parse 400\nmain;eval 300', 'before.folded'),
    folded('main;parse 100\nmain;eval 300\nmain;fresh 50', 'after.folded'),
  ];

  itInPage('the call tree shows base, new and change', async (open) => {
    const page = await open({ files, fragment: '#call-tree?file=0,1' });
    const tree = page.getByRole('treegrid', { name: 'Call tree' });
    await tree.getByRole('columnheader', { name: 'Base' }).waitFor();
    const main = await cellsOf(tree.locator('[data-row="0"]'));
    expect([main['name'], main['base'], main['value'], main['change']]).toEqual([
      'main',
      '700',
      '450',
      '−250',
    ]);
  });

  itInPage('top functions do too, and sort by the change', async (open) => {
    const page = await open({ files, fragment: '#top-functions?file=0,1&sort=change' });
    const grid = page.getByRole('grid', { name: 'Top functions' });
    await grid.getByRole('columnheader', { name: 'Change' }).waitFor();
    const first = await cellsOf(grid.locator('[data-row="0"]'));
    expect([first['name'], first['base'], first['new'], first['change'], first['ratio']]).toEqual([
      'parse',
      '400',
      '100',
      '−300',
      '0.25\u202f×',
    ]);
    const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
    const last = await cellsOf(grid.locator(`[data-row="${rows - 1}"]`));
    expect([last['name'], last['change'], last['ratio']]).toEqual(['fresh', '+50', '–']);
  });
});
