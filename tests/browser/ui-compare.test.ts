import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { folded, type UiFile, uiTests } from './ui-page.ts';

const itInPage = uiTests();

const before = folded('main;parse 3000\nmain;read 2000\nmain;eval 1000', 'before.folded');
const after = folded('main;parse 1000\nmain;read 2010\nmain;print 500', 'after.folded');
const both: readonly UiFile[] = [before, after];

/** The rows of the table in their order, cells joined by spaces. */
async function tableRows(page: Page): Promise<string[]> {
  const grid = page.getByRole('grid', { name: 'Difference by function' });
  await grid.getByRole('row').nth(1).waitFor();
  const rows = await grid.getByRole('row').all();
  return await Promise.all(rows.slice(1).map(cellsOf));
}

async function cellsOf(row: Locator): Promise<string> {
  const cells = await row.locator('[role=gridcell], [role=rowheader]').allInnerTexts();
  return cells
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' | ');
}

itInPage('asks with what to compare, and compares', async (open) => {
  const page = await open({ files: both, fragment: '#compare?file=1' });
  await page.getByRole('button', { name: 'before.folded' }).last().click();
  const rows = await tableRows(page);
  expect(rows[0]).toMatch(/^parse \| 3.000 \| 1.000 \| −2.000 \| 0.33.× \| ±.* p < 0\.001$/);
  expect(rows[1]).toMatch(/^eval gone \| 1.000 \| – \| −1.000 \| –/);
  expect(rows[2]).toMatch(/^print new \| – \| 500 \| \+500 \| –/);
  expect(rows[3]).toMatch(/^read .*within noise$/);
});

itInPage('shows rows of one kind, and sorts them', async (open) => {
  const page = await open({ files: both, fragment: '#compare?file=0,1' });
  await tableRows(page);
  await page.getByRole('radio', { name: /^Gone/ }).click();
  expect((await tableRows(page)).map((row) => row.split(' ')[0])).toEqual(['eval']);
  await page.getByRole('radio', { name: /^All/ }).click();
  await page.getByRole('columnheader', { name: 'Base' }).click();
  expect((await tableRows(page)).map((row) => row.split(' ')[0])).toEqual([
    'parse',
    'read',
    'eval',
    'print',
  ]);
});

itInPage('draws both sides in one graph, also for those who do not see it', async (open) => {
  const page = await open({ files: both, fragment: '#compare?file=0,1' });
  const graph = page.getByRole('treegrid', { name: 'Difference flame graph' });
  await graph.getByRole('row', { name: /eval/ }).waitFor({ state: 'attached' });
  await expect
    .poll(async () => (await graph.getByRole('row').allInnerTexts()).join(' '))
    .toMatch(/all.*main.*parse.*read.*eval.*print/s);
});

itInPage('swaps the sides', async (open) => {
  const page = await open({ files: both, fragment: '#compare?file=0,1' });
  await tableRows(page);
  await page.getByRole('button', { name: 'Swap base and new' }).click();
  await page.getByText('print gone').waitFor();
  expect((await tableRows(page))[0]).toMatch(/^parse \| 1.000 \| 3.000 \| \+2.000/);
});

itInPage('the Summary says what changed', async (open) => {
  const page = await open({ files: both, fragment: '#summary?file=0,1' });
  const sentence = page.getByRole('heading', { level: 1 });
  await sentence.getByText(/shrank from 6.000/).waitFor();
  await expect
    .poll(() => sentence.innerText())
    .toMatch(/to 3.510.*Most changed: parse −2.000, eval −1.000\./);
  const spots = page.getByRole('grid', { name: 'Hot spots' });
  const rows = await spots.getByRole('row').all();
  await expect
    .poll(() => Promise.all(rows.slice(1, 3).map(cellsOf)))
    .toEqual([
      expect.stringMatching(/^parse \| 3.000 \| 1.000 \| −2.000/),
      expect.stringMatching(/^eval gone \| 1.000 \| – \| −1.000/),
    ]);
  await sentence.getByRole('button', { name: 'parse' }).click();
  await page.getByRole('region', { name: 'The function' }).getByText('parse').waitFor();
});
