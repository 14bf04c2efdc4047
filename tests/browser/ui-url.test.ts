import { describe, expect } from 'vitest';
import { folded, fragmentOf, recording, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const words = recording('rust-words.perf-script.txt.gz');
const small = folded('main;parse;read 7\nmain;eval 3');
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll('~', '%7E').replace('(', '%28').replace(')', '%29');
const hostile = '<img src=x onerror=alert(1)>&q=1#?~/%';

describe('the link of a view', () => {
  itInPage('restores view, range, steps, search and selection', async (open) => {
    const fragment =
      '#call-tree?range=0.1-0.2~0.12-0.15&t=focus:main~hide:%5Estd&q=words&sel=main&invert=1';
    const page = await open({ files: [words], fragment });
    const panel = page.getByRole('tab', { name: 'Call tree' });
    await expect.poll(() => panel.getAttribute('aria-selected')).toBe('true');
    const steps = page.getByRole('region', { name: 'Filters and transforms' });
    const labels = await steps.getByRole('button', { name: /^Remove/ }).all();
    await expect
      .poll(() => Promise.all(labels.map((each) => each.getAttribute('aria-label'))))
      .toEqual([
        'Remove 0.100–0.200\u202fs',
        'Remove 0.1200–0.1500\u202fs',
        'Remove focus main',
        'Remove hide ^std',
      ]);
    await expect
      .poll(() => page.getByRole('searchbox', { name: 'Search' }).inputValue())
      .toBe('words');
    await page.getByRole('tab', { name: 'Call tree' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => fragmentOf(page)).toBe(fragment);
  });

  itInPage('follows Back and Forward, step by step', async (open) => {
    const page = await open({ files: [small], fragment: '#flame-graph?sel=parse' });
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Remove focus parse' }).waitFor();
    await page.keyboard.press('6');
    await expect.poll(() => fragmentOf(page)).toBe('#top-functions?t=focus:parse&sel=parse');
    await page.goBack();
    const selected = page.locator('[role=tab][aria-selected=true]');
    await expect.poll(() => selected.textContent()).toBe('Flame graph');
    await expect
      .poll(() => page.getByRole('button', { name: 'Remove focus parse' }).count())
      .toBe(1);
    await page.goBack();
    await page.getByRole('button', { name: 'Remove focus parse' }).waitFor({ state: 'detached' });
    await page.goForward();
    await page.getByRole('button', { name: 'Remove focus parse' }).waitFor();
    await page.keyboard.press('Backspace');
    await page.getByRole('button', { name: 'Remove focus parse' }).waitFor({ state: 'detached' });
  });

  itInPage('keeps what it does not know, and says so', async (open) => {
    const page = await open({ files: [small], fragment: '#summary?future=1&v=9&range=5-1' });
    await page.getByRole('status').getByText('future, v, range').waitFor();
    await page.keyboard.press('6');
    await expect.poll(() => fragmentOf(page)).toBe('#top-functions?future=1&v=9&range=5-1');
  });

  itInPage('carries any name, and none becomes markup', async (open) => {
    const file = folded(`main;${hostile} 7\nmain;eval 3`);
    const fragment = `#summary?t=focus:${encoded(hostile)}&q=${encodeURIComponent('<img')}`;
    const page = await open({ files: [file], fragment });
    await expect
      .poll(() => page.getByRole('button', { name: `Remove focus ${hostile}` }).count())
      .toBe(1);
    await expect.poll(() => page.locator('img').count()).toBe(0);
    await page.keyboard.press('6');
    await expect.poll(() => fragmentOf(page)).toContain(`t=focus:${encoded(hostile)}`);
  });

  itInPage('that names a file which is not here shows the first', async (open) => {
    const page = await open({ files: [small], fragment: '#summary?file=7' });
    await page.getByRole('button', { name: 'File: stacks.folded' }).waitFor();
  });
});
