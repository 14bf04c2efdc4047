import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openProfile } from '../../src/load/index.ts';
import { processHost } from '../../src/platform/host.ts';
import { sampleCounts } from '../../src/profile/index.ts';
import {
  chooseFiles,
  dropFiles,
  folded,
  recording,
  uiTests,
  viewTitles,
  waitForFiles,
} from './ui-page.ts';

const itInPage = uiTests();
const words = recording('rust-words.perf-script.txt.gz');
const small = folded('main;parse;read 7\nmain;eval 3');
const other = folded('main;parse 4\nmain;eval 9', 'other.folded');
const broken = {
  name: 'broken.plateau',
  bytes: new TextEncoder().encode('no profile at all\0\x01'),
};

const chips = (page: Page): Promise<string[]> =>
  page.locator('.context-bar-chip > span').allTextContents();

describe('the shell', () => {
  itInPage('says what can be opened, and opens it', async (open) => {
    const page = await open();
    await expect.poll(() => page.getByRole('main').textContent()).toContain('Drop a profile here');
    await chooseFiles(page, [small]);
    await waitForFiles(page, 1);
    await expect
      .poll(() => page.getByRole('button', { name: 'File: stacks.folded' }).isVisible())
      .toBe(true);
    await expect.poll(() => page.title()).toBe('stacks.folded · Plateau');
    await page.getByRole('status').filter({ hasText: 'stacks.folded opened' }).waitFor();
  });

  itInPage('has its parts by role and name', async (open) => {
    const page = await open({ files: [words] });
    const tabs = page.getByRole('tablist', { name: 'Views' }).getByRole('tab');
    await expect.poll(() => tabs.allTextContents()).toEqual(viewTitles);
    const banner = page.getByRole('banner');
    await expect
      .poll(() => banner.getByRole('searchbox', { name: 'Search' }).isVisible())
      .toBe(true);
    await expect.poll(() => banner.getByRole('combobox', { name: 'Value' }).isVisible()).toBe(true);
    for (const name of ['Commands', 'Theme: system', 'Keyboard shortcuts']) {
      await expect
        .poll(() => banner.getByRole('button', { name }).isVisible(), { message: name })
        .toBe(true);
    }
    await page.getByRole('tab', { name: 'Call tree' }).click();
    await expect
      .poll(() => page.getByRole('tabpanel', { name: 'Call tree' }).isVisible())
      .toBe(true);
    await expect.poll(() => page.getByRole('contentinfo').textContent()).toContain('0 lost');
  });

  itInPage('keeps its measures', async (open) => {
    const page = await open({ files: [words], fragment: '#flame-graph?sel=main' });
    const height = async (css: string): Promise<number> =>
      (await page.locator(css).boundingBox())?.height ?? 0;
    await expect.poll(() => height('.title-bar')).toBe(44);
    await expect.poll(() => height('.tabs-list')).toBe(32);
    await expect.poll(() => height('.shell-strip')).toBe(48);
    expect(Math.round(await height('.context-bar'))).toBeLessThanOrEqual(37);
    await expect.poll(() => height('.status-bar')).toBe(24);
    expect((await page.locator('.shell-inspector').boundingBox())?.width).toBe(296);
  });

  itInPage('opens what is dropped, side by side, and closes it', async (open) => {
    const page = await open({ files: [small] });
    await dropFiles(page, [other]);
    await waitForFiles(page, 2);
    await page.getByRole('button', { name: 'File: other.folded' }).click();
    const item = page.getByRole('menuitemradio', { name: /stacks\.folded/ });
    await item.first().click();
    await page.getByRole('button', { name: 'File: stacks.folded' }).click();
    await page.getByRole('menuitem', { name: 'Close stacks.folded' }).click();
    await waitForFiles(page, 1);
    await page.getByRole('button', { name: 'File: other.folded' }).waitFor();
  });

  itInPage('forgets a closed file: Back leads to one that is open', async (open) => {
    const page = await open({ files: [small, other], fragment: '#flame-graph?file=0' });
    await page.getByRole('button', { name: 'File: stacks.folded' }).click();
    await page.getByRole('menuitem', { name: 'Close stacks.folded' }).click();
    await page.getByRole('button', { name: 'File: other.folded' }).waitFor();
    await page.goBack();
    const rows = page.getByRole('treegrid', { name: 'Flame graph' }).getByRole('row');
    await rows.first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'File: other.folded' }).waitFor();
  });

  itInPage('opens a dropped perf.data, and says what it cannot know of it', async (open) => {
    const page = await open();
    const path = new URL(
      '../../src/formats/perf-data/testdata/frame-pointers.data',
      import.meta.url,
    );
    const bytes = readFileSync(path);
    await dropFiles(page, [{ name: 'perf.data', bytes }]);
    await waitForFiles(page, 1);
    const { profile } = await openProfile(processHost(), fileURLToPath(path), {
      timeline: true,
      symbols: false,
    });
    const samples = sampleCounts(profile).reduce((sum, each) => sum + each, 0);
    const counted = `${samples}\u202fsamples`;
    await expect.poll(() => page.getByRole('contentinfo').textContent()).toContain(counted);
    await page
      .getByText(/cannot read the programs that were recorded/)
      .first()
      .waitFor();
  });

  itInPage('keeps the widths of columns, and lets old news go', async (open) => {
    const page = await open({ files: [small], fragment: '#top-functions' });
    const header = page.getByRole('columnheader', { name: 'Total' }).first();
    const widthOf = async (): Promise<number> => (await header.boundingBox())?.width ?? 0;
    const before = await widthOf();
    const grip = await header.locator('.grid-grip').boundingBox();
    if (grip === null) throw new Error('no grip');
    await page.mouse.move(grip.x + grip.width / 2, grip.y + 4);
    await page.mouse.down();
    await page.mouse.move(grip.x + grip.width / 2 + 40, grip.y + 4, { steps: 4 });
    await page.mouse.up();
    await expect.poll(widthOf).toBe(before + 40);
    await page.getByRole('tab', { name: 'Summary' }).click();
    await page.getByRole('tab', { name: 'Top functions' }).click();
    await expect.poll(widthOf).toBe(before + 40);
    await page.reload();
    await waitForFiles(page, 1);
    await expect.poll(widthOf).toBe(before + 40);
    const opacity = (): Promise<string> =>
      page.getByRole('status').evaluate((element) => getComputedStyle(element).opacity);
    await expect.poll(opacity).toBe('0');
  });

  itInPage('takes a base dropped on Compare', async (open) => {
    const page = await open({ files: [small], fragment: '#compare' });
    await dropFiles(page, [other]);
    await waitForFiles(page, 2);
    // Dropped on the left: it is the base, and what was shown is new.
    await page.locator('.file-switcher-name').getByText('other.folded → stacks.folded').waitFor();
  });

  itInPage('says of a broken file what is wrong, and goes on', async (open) => {
    const page = await open({ files: [small] });
    await dropFiles(page, [broken]);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    await expect.poll(() => alert.textContent()).toContain('broken.plateau');
    await expect.poll(() => alert.textContent()).toContain('It reads ');
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await alert.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('button', { name: 'File: stacks.folded' }).isVisible())
      .toBe(true);
  });

  itInPage('shows how far a long load is, and lets it be cancelled', async (open) => {
    const page = await open({ files: [small] });
    await page.evaluate(() => {
      const lines = Array.from({ length: 4000 }, (_, at) => `main;f${at};g${at % 7} 1`).join('\n');
      const data = new DataTransfer();
      data.items.add(
        new File(
          Array.from({ length: 600 }, () => `${lines}\n`),
          'large.folded',
        ),
      );
      const options = { dataTransfer: data, bubbles: true, cancelable: true };
      document.querySelector('#main')?.dispatchEvent(new DragEvent('drop', options));
    });
    const bar = page.getByRole('progressbar', { name: 'Opening large.folded' });
    await bar.waitFor();
    await expect.poll(() => bar.getAttribute('aria-valuetext')).toMatch(/(KiB|MiB)/);
    await bar.getByRole('button', { name: 'Cancel' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('status').filter({ hasText: 'cancelled' }).waitFor();
    await waitForFiles(page, 1);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  itInPage('narrows by menu, and takes each step away', async (open) => {
    const page = await open({ files: [words], fragment: '#top-functions' });
    const focusBy = async (name: RegExp): Promise<void> => {
      await page.getByRole('button', { name: 'Focus by' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await focusBy(/^count 0: words/);
    await focusBy(/^CPU 1/);
    await focusBy(/^libc/);
    await focusBy(/^Only my code/);
    await expect
      .poll(() => chips(page))
      .toEqual([
        expect.stringMatching(/^thread count 0: words/),
        'CPU 1',
        'only libc',
        'only my code',
      ]);
    await page.getByRole('button', { name: 'Remove CPU 1' }).click();
    await expect.poll(() => chips(page)).toHaveLength(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => chips(page)).toHaveLength(4);
    await page.getByRole('button', { name: /^All threads/ }).click();
    await expect.poll(() => chips(page)).toEqual([]);
  });

  itInPage('switches what is measured', async (open) => {
    const page = await open({ files: [words] });
    const value = page.getByRole('combobox', { name: 'Value' });
    await expect
      .poll(() => value.locator('option').allTextContents())
      .toEqual(['Samples', 'CPU time']);
    await value.selectOption({ label: 'Samples' });
    await page.getByRole('status').filter({ hasText: 'Value: Samples' }).waitFor();
    const unit = page.getByRole('radiogroup', { name: 'Unit' });
    await unit.getByRole('radio', { name: 's', exact: true }).click();
    expect(
      await value.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
    ).toBe('CPU time');
  });

  itInPage('changes its theme, and remembers it beside the link', async (open) => {
    const page = await open({ files: [small], colorScheme: 'dark' });
    const ground = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(() => ground()).toBe('rgb(22, 23, 25)');
    await page.getByRole('button', { name: 'Theme: system' }).click();
    await expect.poll(() => ground()).toBe('rgb(246, 246, 247)');
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await expect.poll(() => ground()).toBe('rgb(22, 23, 25)');
    await expect.poll(() => page.evaluate(() => location.hash)).not.toContain('theme');
    await page.reload();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  });

  itInPage('never scrolls sideways, at any size, in any view', async (open) => {
    for (const [width, height] of [
      [1400, 900],
      [700, 450],
      [390, 844],
    ] as const) {
      const page = await open({ files: [words], width, height, fragment: '#summary?sel=main' });
      for (const name of viewTitles) {
        await page.getByRole('tab', { name }).click();
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(wide, `${name} at ${width}`).toBe(0);
      }
    }
  });
});
