import { describe, expect } from 'vitest';
import { madeRecording } from './timed-recording.ts';
import { uiTests } from './ui-page.ts';

const itInPage = uiTests();

describe('a page whose colours the system chooses', () => {
  itInPage('keeps pictures apart from their ground, and swatches like them', async (open) => {
    const page = await open({
      files: [madeRecording()],
      fragment: '#flame-graph',
      context: { forcedColors: 'active' },
    });
    const row = page.getByRole('treegrid', { name: 'Flame graph' }).getByRole('row');
    await row.first().waitFor({ state: 'attached' });
    const canvas = page.locator('.flame-surface canvas').first();
    /** The two colours that cover most of the picture: with one for all, names are not to be read. */
    const colours = (): Promise<number> =>
      canvas.evaluate((element: HTMLCanvasElement) => {
        const { width, height } = element;
        const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        const counts = new Map<string, number>();
        for (let at = 0; at < pixels.length; at += 4) {
          if (pixels[at + 3] !== 255) continue;
          const colour = `${pixels[at]} ${pixels[at + 1]} ${pixels[at + 2]}`;
          counts.set(colour, (counts.get(colour) ?? 0) + 1);
        }
        return [...counts.values()].filter((count) => count > 2000).length;
      });
    await expect.poll(colours).toBeGreaterThan(1);
    await page.getByRole('tab', { name: 'Summary' }).click();
    const swatch = page.locator('.family-swatch-own').first();
    const ground = await swatch.evaluate((element) => getComputedStyle(element).backgroundColor);
    const panel = await page
      .locator('.summary-card')
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(ground).not.toBe(panel);
  });
});
