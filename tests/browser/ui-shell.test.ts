import { describe, expect } from 'vitest';
import { chooseFiles, folded, recording, uiTests, waitForFiles } from './ui-page.ts';

const itInPage = uiTests();
const words = recording('rust-words.perf-script.txt.gz');
const small = folded('main;parse;read 7\nmain;eval 3');

describe('the shell', () => {
  itInPage('says what can be opened, and opens it', async (open) => {
    const page = await open();
    expect(await page.getByRole('main').textContent()).toContain('Drop a profile here');
    await chooseFiles(page, [small]);
    await waitForFiles(page, 1);
    expect(await page.getByRole('button', { name: 'File: stacks.folded' }).isVisible()).toBe(true);
    expect(await page.getByRole('status').textContent()).toContain('opened');
  });

  itInPage('has its parts by role and name', async (open) => {
    const page = await open({ files: [words] });
    const names = [
      'Summary',
      'Timeline',
      'Flame graph',
      'Flame chart',
      'Call tree',
      'Top functions',
      'Sandwich',
      'Source',
      'Assembly',
      'Compare',
    ];
    const tabs = page.getByRole('tablist', { name: 'Views' }).getByRole('tab');
    expect(await tabs.allTextContents()).toEqual(names);
    const banner = page.getByRole('banner');
    expect(await banner.getByRole('searchbox', { name: 'Search' }).isVisible()).toBe(true);
    expect(await banner.getByRole('combobox', { name: 'Value' }).isVisible()).toBe(true);
    for (const name of ['Commands', 'Theme: system', 'Keyboard shortcuts']) {
      expect(await banner.getByRole('button', { name }).isVisible(), name).toBe(true);
    }
    await page.getByRole('tab', { name: 'Call tree' }).click();
    expect(await page.getByRole('tabpanel', { name: 'Call tree' }).isVisible()).toBe(true);
  });
});
