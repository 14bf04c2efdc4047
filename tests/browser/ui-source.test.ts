import { describe, expect } from 'vitest';
import { placedProfile } from '../../src/explore/testing/placed-profile.ts';
import { encodedProfile } from './encoded-profile.ts';
import { hotLine, recordedLoops } from './recorded-loops.ts';
import { folded, fragmentOf, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const loops = recordedLoops();

describe('the Source view', () => {
  itInPage(
    'shows the hottest line of a recorded program, and goes to its caller',
    async (open, context) => {
      const page = await open({ files: [await loops(context)], fragment: '#source' });
      const lines = page.getByRole('grid', { name: 'Lines with costs' });
      const hot = lines.locator('[role=row][aria-selected=true]');
      await hot.waitFor({ state: 'attached' });
      const heading = hot.getByRole('rowheader', { includeHidden: true });
      await expect.poll(() => heading.textContent()).toBe(String(hotLine));
      await expect.poll(() => hot.textContent()).toContain('// hot');
      const facts = page.getByRole('complementary', { name: 'Line' });
      await facts.getByText(`Line ${hotLine}`).waitFor();
      // The loop costs nearly all: its share stands in the gutter of its line.
      const gutter = page.locator('.cost-self .cost').filter({ hasText: /^>?([789]\d|100)/ });
      await expect.poll(() => gutter.count()).toBe(1);
      // The editor scrolls to the line after it has drawn.
      await expect
        .poll(async () => {
          const mark = await page.locator('.cm-line.current').boundingBox();
          const cost = await gutter.boundingBox();
          return Math.abs((mark?.y ?? 0) - (cost?.y ?? 99));
        })
        .toBeLessThan(4);
      await page.keyboard.press('u');
      await facts
        .getByText('printf')
        .or(facts.getByText(/^Line (?!15)/))
        .first()
        .waitFor();
      await expect.poll(() => fragmentOf(page)).toMatch(/sel=main.*line=\d+/);
    },
  );

  itInPage('moves by keys, and a link restores the line', async (open, context) => {
    const file = await loops(context);
    const page = await open({ files: [file], fragment: `#source?sel=grind&line=${hotLine - 1}` });
    const facts = page.getByRole('complementary', { name: 'Line' });
    await facts.getByText(`Line ${hotLine - 1}`).waitFor();
    await page.keyboard.press('n');
    await facts.getByText(`Line ${hotLine}`, { exact: true }).waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('ArrowDown');
    await facts.getByText(`Line ${hotLine + 1}`, { exact: true }).waitFor();
    await expect.poll(() => fragmentOf(page)).toContain(`line=${hotLine + 1}`);
    await page.getByRole('tab', { name: 'Assembly' }).click();
    await page.getByRole('grid', { name: /Machine code of/ }).waitFor();
  });

  itInPage('runs the editor when there is a text to show, not before', async (open, context) => {
    const page = await open({ files: [await loops(context)], fragment: '#summary' });
    const isThere = (): Promise<boolean> => page.evaluate(() => 'plateauEditor' in globalThis);
    await page.getByRole('grid', { name: 'Modules' }).waitFor();
    await expect.poll(() => isThere()).toBe(false);
    await page.getByRole('tab', { name: 'Source' }).click();
    await page.locator('.cm-content').waitFor();
    await expect.poll(() => isThere()).toBe(true);
  });

  itInPage('draws 50 000 lines as fast as 50', async (open) => {
    const text = Array.from({ length: 50_000 }, (_, row) => `int line${row}; // ${'x'.repeat(20)}`);
    const profile = placedProfile({
      samples: ['f:/src/large.c:49000@16 90', 'f:/src/large.c:3@1 10'],
      sources: { '/src/large.c': text.join('\n') },
      code: [],
    });
    const page = await open({ files: [await encodedProfile(profile)], fragment: '#source' });
    await page.locator('.cm-line.current').waitFor();
    await expect.poll(() => page.locator('.cm-line.current').textContent()).toContain('line48999');
    await expect.poll(() => page.locator('.cm-line').count()).toBeLessThan(200);
    await page.keyboard.press('n');
    await page.locator('.cm-line.current', { hasText: 'int line2;' }).waitFor();
  });

  itInPage('shows hostile names and text as text', async (open) => {
    const name = '<img src=x onerror="window.hostile=1">';
    const file = `/src/${name}.c`;
    const profile = placedProfile({
      samples: [`f:${file.replaceAll(' ', '\u00a0')}:1@1 3`],
      sources: {
        [file.replaceAll(' ', '\u00a0')]: `</script><script>window.hostile=2</script> ${name}`,
      },
      code: [],
    });
    const page = await open({ files: [await encodedProfile(profile)], fragment: '#source' });
    await page.locator('.cm-line.current').waitFor();
    await expect.poll(() => page.locator('.cm-line.current').textContent()).toContain('<script>');
    await expect.poll(() => page.evaluate(() => 'hostile' in window)).toBe(false);
    await expect.poll(() => page.locator('img, .cm-line img').count()).toBe(0);
  });

  itInPage('opens on the hottest file that can be read', async (open) => {
    const profile = placedProfile({
      samples: ['f:/gone/hot.c:1@1 9', 'f:/src/cold.c:1@1 1'],
      sources: { '/src/cold.c': 'int cold;' },
      code: [],
    });
    const page = await open({ files: [await encodedProfile(profile)], fragment: '#source' });
    await page.locator('.cm-line.current', { hasText: 'int cold;' }).waitFor();
  });

  itInPage('says what is missing', async (open) => {
    const page = await open({ files: [folded('main;work 7')], fragment: '#source' });
    await page.getByText('This profile names no source files').waitFor();
    const placed = placedProfile({ samples: ['f:/gone/a.c:7@1 3'], sources: {}, code: [] });
    const without = await open({ files: [await encodedProfile(placed)], fragment: '#source' });
    await without.getByText('The text of this file is not here').waitFor();
    await without.getByText('Line 7', { exact: true }).first().waitFor();
  });

  itInPage('fits a phone', async (open, context) => {
    const file = await loops(context);
    const page = await open({ files: [file], fragment: '#source', width: 390, height: 844 });
    await page.getByRole('combobox', { name: 'File' }).waitFor();
    await page.locator('.cm-line.current').waitFor();
    const editor = await page.locator('.source-editor').boundingBox();
    expect(editor?.width).toBeLessThanOrEqual(390);
    expect(editor?.height).toBeGreaterThan(150);
  });
});
