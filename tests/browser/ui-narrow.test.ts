import { describe, expect } from 'vitest';
import { viewNames } from '../../src/web/state/view-state.ts';
import { madeRecording } from './timed-recording.ts';
import { uiTests } from './ui-page.ts';

const itInPage = uiTests();
const made = madeRecording();

describe('a narrow page', () => {
  for (const [what, width, height] of [
    ['a phone', 390, 844],
    ['a window of 1400 × 900 at 200 %', 700, 450],
  ] as const) {
    itInPage(`${what}: nothing sticks out of the page, in any view`, async (open) => {
      const page = await open({
        files: [made, { ...made, name: 'other.perf-script.txt' }],
        fragment: '#summary?range=0.5-2&sel=step',
        width,
        height,
      });
      for (const view of viewNames) {
        await page.evaluate((name) => {
          location.hash = `#${name}?range=0.5-2&sel=step${name === 'compare' ? '&file=0,1' : ''}`;
        }, view);
        await page.locator(`[role=tab][aria-selected=true][id*="${view}"]`).waitFor();
        await page.waitForTimeout(300);
        const wide = await page.evaluate(() => ({
          page: document.documentElement.scrollWidth - innerWidth,
          body: document.body.scrollWidth - innerWidth,
        }));
        expect([view, wide.page <= 0, wide.body <= 0]).toEqual([view, true, true]);
      }
    });
  }
});
