import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { folded, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const small = folded(`
  main;parse;read 5
  main;parse;parse;read 2
  main;eval;run;run 3`);

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
  });

const removable = (page: Page): Promise<string[]> =>
  page.locator('.context-bar-chip > span').allTextContents();

describe('the keyboard alone', () => {
  itInPage('goes through the page from the skip link on', async (open) => {
    const page = await open({ files: [small] });
    const order: string[] = [];
    for (let stop = 0; stop < 9; stop++) {
      await page.keyboard.press('Tab');
      order.push(await focused(page));
    }
    expect(order.slice(0, 4)).toEqual([
      'Skip to the view',
      'File: stacks.folded',
      'Search',
      'Regular expression',
    ]);
    expect(order.slice(4)).toEqual(
      expect.arrayContaining(['Value', 'Commands', 'Theme: system', 'Keyboard shortcuts']),
    );
    expect(order.at(-1)).toBe('Summary');
  });

  itInPage('shows every view by its key and by arrows', async (open) => {
    const page = await open({ files: [small] });
    const shown = page.locator('[role=tab][aria-selected=true]');
    const names: (string | null)[] = [];
    for (const key of '1234567890') {
      await page.keyboard.press(key);
      names.push(await shown.textContent());
    }
    expect(new Set(names).size).toBe(10);
    expect(names[2]).toBe('Flame graph');
    await page.getByRole('tab', { name: 'Compare' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => shown.textContent()).toBe('Summary');
    await expect.poll(() => focused(page)).toBe('Summary');
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe('Compare');
  });

  itInPage('searches: letters type, Enter steps, Esc clears and leaves', async (open) => {
    const page = await open({ files: [small], fragment: '#top-functions' });
    await page.keyboard.press('/');
    await expect.poll(() => focused(page)).toBe('Search');
    await page.keyboard.type('read');
    const found = page.locator('.search-field-found');
    await found.waitFor();
    expect((await found.textContent())?.replaceAll('\u202f', ' ')).toBe(
      '70.0 % matched, 1 function',
    );
    await expect.poll(() => removable(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).not.toBe('Search');
  });

  itInPage('transforms the selected function, undoes and redoes', async (open) => {
    const page = await open({ files: [small], fragment: '#top-functions?sel=parse' });
    const steps: [string, string][] = [
      ['f', 'focus parse'],
      ['m', 'merge parse'],
      ['d', 'drop parse'],
      ['r', 'recursion of parse'],
      ['F', 'focus parse'],
      ['o', 'only my code'],
    ];
    for (const [key, label] of steps) {
      await page.keyboard.press(key);
      expect((await removable(page)).at(-1)).toBe(label);
    }
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+z');
    await expect.poll(() => removable(page)).toHaveLength(4);
    await page.keyboard.press('Control+y');
    await expect.poll(() => removable(page)).toHaveLength(5);
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('Redone');
    await page.keyboard.press('h');
    await page.keyboard.type('^run$');
    await page.keyboard.press('Enter');
    expect((await removable(page)).at(-1)).toBe('hide ^run$');
  });

  itInPage('says what a step leaves', async (open) => {
    const page = await open({ files: [small], fragment: '#flame-graph?sel=parse' });
    await page.keyboard.press('f');
    const said = page
      .getByRole('status')
      .filter({ hasText: /^Focus parse, 70\.0\s%, 7\ssamples$/ });
    await said.waitFor();
  });

  itInPage('zooms a flame graph, and goes up one level at a time', async (open) => {
    const page = await open({ files: [small], fragment: '#flame-graph' });
    await page.getByRole('treegrid', { name: 'Flame graph' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash.includes('zoom='));
    const zoomed = await page.evaluate(() => location.hash);
    for (let step = 0; step < 5; step++) await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.includes('zoom='));
    expect(zoomed).toContain('zoom=');
  });

  itInPage('opens the sheet and the palette, and gets the focus back', async (open) => {
    const page = await open({ files: [small], fragment: '#top-functions' });
    await page.getByRole('tab', { name: 'Top functions' }).focus();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect.poll(() => sheet.textContent()).toContain('Only my code');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Top functions');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ev');
    await page.getByRole('option', { name: 'eval' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('compare');
    await page.keyboard.press('Enter');
    await page.getByRole('tabpanel', { name: 'Compare' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('parse');
    await page.getByRole('option', { name: 'parse', exact: false }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Selected parse').waitFor();
  });

  itInPage('has letters that can be turned off', async (open) => {
    const page = await open({ files: [small], fragment: '#top-functions?sel=parse' });
    await page.keyboard.press('?');
    await page.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    await expect.poll(() => removable(page)).toEqual([]);
    await page.keyboard.press('1');
    await page.getByRole('tabpanel', { name: 'Summary' }).waitFor();
  });
});
