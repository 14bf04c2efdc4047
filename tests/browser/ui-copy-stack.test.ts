import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { madeRecording } from './timed-recording.ts';
import { folded, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const stacks = folded(`
  main;parse;read 7
  main;emit;write 2
`);

async function copied(page: Page): Promise<string> {
  await page.keyboard.press('y');
  await page.getByRole('status').getByText('Stack copied').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

describe('copying a stack', () => {
  for (const [view, label] of [
    ['flame-graph', 'Flame graph'],
    ['call-tree', 'Call tree'],
    ['compare', 'Difference flame graph'],
  ] as const) {
    itInPage(`${label}: y copies what leads to the selected frame`, async (open) => {
      const files = view === 'compare' ? [stacks, stacks] : [stacks];
      const link = view === 'compare' ? '#compare?file=0,1' : `#${view}`;
      const page = await open({ files, fragment: link, context: clipboard });
      const tree = page.getByRole('treegrid', { name: label });
      await tree.waitFor();
      await tree.focus();
      if (view === 'call-tree') {
        await tree.getByText('read', { exact: true }).click();
      } else {
        const steps = view === 'compare' ? ['ArrowDown', 'ArrowDown'] : ['ArrowUp', 'ArrowUp'];
        for (const key of ['Home', ...steps, steps[0] ?? '']) await page.keyboard.press(key);
      }
      await expect.poll(() => copied(page)).toBe('read\nparse\nmain');
    });
  }

  itInPage('from a tree that begins with what ran it is the same stack', async (open) => {
    const page = await open({
      files: [stacks],
      fragment: '#call-tree?invert=1',
      context: clipboard,
    });
    const tree = page.getByRole('treegrid', { name: 'Call tree' });
    await tree.getByText('read', { exact: true }).click();
    await page.keyboard.press('*');
    await tree.getByText('main', { exact: true }).first().click();
    await expect.poll(() => copied(page)).toBe('read\nparse\nmain');
  });

  itInPage('in the flame chart it is the stack at that time', async (open) => {
    const page = await open({
      files: [madeRecording()],
      fragment: '#flame-chart',
      context: clipboard,
    });
    const lane = page.getByRole('treegrid', { name: /^Flame chart of/ }).first();
    await lane.focus();
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    const names = (await copied(page)).split('\n');
    expect(names.at(-1)).toBe('main');
    expect(names.length).toBeGreaterThan(1);
  });

  itInPage('says what to do when no frame is selected', async (open) => {
    const page = await open({ files: [stacks], fragment: '#flame-graph', context: clipboard });
    await page.keyboard.press('y');
    await page.getByRole('status').getByText('Select a frame first').waitFor();
  });
});
