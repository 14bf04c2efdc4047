import { describe, expect } from 'vitest';
import { madeRecording } from './timed-recording.ts';
import { folded, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const made = madeRecording();

describe('the flame chart', () => {
  itInPage('has a lane per thread, the busiest first, boxes in order of time', async (open) => {
    const page = await open({ files: [made], fragment: '#flame-chart' });
    const lanes = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect
      .poll(async () => (await lanes.allTextContents()).map((text) => text.split(' ')[0]))
      .toEqual(['parser', 'writer']);
    await expect.poll(() => lanes.first().textContent()).toContain('2\u202f000\u202fsamples');
    const rows = page.getByRole('treegrid', { name: /parser/ }).getByRole('row');
    // The mirror is written when the drawing has rested.
    await rows.filter({ hasText: /^sort/ }).first().waitFor({ state: 'attached' });
    await expect
      .poll(async () => (await rows.allTextContents()).join('\n'))
      .toMatch(/^main.*^parse.*^sort/ms);
    // The writer pauses: each of its twenty turns is a box of its own.
    const boxes = page.getByRole('treegrid', { name: /writer/ }).getByRole('row');
    await boxes.filter({ hasText: /^work/ }).first().waitFor({ state: 'attached' });
    await expect.poll(() => boxes.filter({ hasText: /^work/ }).count()).toBe(20);
  });

  itInPage('sets the range to a box by a double click', async (open) => {
    const page = await open({ files: [made], fragment: '#flame-chart' });
    const lane = page.getByRole('region', { name: /parser/ }).locator('.flame-chart-surface');
    await lane.waitFor();
    await page
      .getByRole('treegrid', { name: /parser/ })
      .getByRole('row')
      .first()
      .waitFor({ state: 'attached' });
    const box = await lane.boundingBox();
    if (box === null) throw new Error('no lane');
    // The second row: parse in the first second, sort in the second one.
    await page.mouse.dblclick(box.x + box.width * 0.75, box.y + 34);
    const start = page.getByRole('slider', { name: 'Range start' });
    await expect
      .poll(async () => Number(await start.getAttribute('aria-valuenow')))
      .toBeCloseTo(1, 6);
    const shown = page.getByRole('treegrid', { name: /parser/ }).getByRole('row');
    await expect
      .poll(async () => (await shown.allTextContents()).some((text) => text.startsWith('parse')))
      .toBe(false);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => Number(await start.getAttribute('aria-valuenow'))).toBe(0);
  });

  itInPage('says what is missing where a profile has no times', async (open) => {
    const page = await open({ files: [folded('main;a 7')], fragment: '#flame-chart' });
    await expect
      .poll(() => page.getByRole('main').textContent())
      .toContain('This profile has no times');
  });
});
