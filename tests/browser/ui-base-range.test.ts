import { describe, expect } from 'vitest';
import { madeRecording } from './timed-recording.ts';
import { fragmentOf, uiTests } from './ui-page.ts';

const itInPage = uiTests();

describe('two times of one file', () => {
  itInPage(
    'are compared: the selected range becomes the base, the next one is new',
    async (open) => {
      // parse runs in the first second, sort in the second one.
      const page = await open({ files: [madeRecording()], fragment: '#flame-graph?range=0-1' });
      const bar = page.getByRole('region', { name: 'Filters and transforms' });
      await bar.getByRole('button', { name: 'Use as base' }).click();
      await page.getByRole('img', { name: /^Base: 0/ }).waitFor();
      await page.getByRole('treegrid', { name: 'Difference flame graph' }).waitFor();
      const strip = page.getByRole('group', { name: 'Use over time' });
      const box = await strip.boundingBox();
      if (box === null) throw new Error('no strip');
      await page.mouse.move(box.x + box.width / 2, box.y + 30);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width - 1, box.y + 30, { steps: 4 });
      await page.mouse.up();
      await page.getByRole('tab', { name: 'Compare' }).click();
      const table = page.getByRole('grid', { name: /./ }).last();
      await table.getByText('step', { exact: true }).first().waitFor();
      await expect.poll(() => fragmentOf(page)).toMatch(/base=0-1/);
      await page.getByRole('button', { name: 'Stop comparing' }).click();
      await page.getByText('One profile is open').waitFor();
      // From here another file can be its base.
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Open a base' }).click(),
      ]);
      const { name, bytes } = madeRecording();
      await chooser.setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) }]);
      await page.getByRole('group', { name: 'Comparison' }).waitFor();
    },
  );

  itInPage('by key and by menu; every view says what is compared', async (open) => {
    const page = await open({ files: [madeRecording()], fragment: '#timeline?range=0.2-0.8' });
    const plot = page.getByRole('group', { name: 'Plot of the tracks' });
    await plot.click({ button: 'right', position: { x: 200, y: 40 } });
    await page.getByRole('menuitem', { name: /Use as base/ }).click();
    await page.getByRole('group', { name: 'Comparison' }).getByText(/^0\.2/).waitFor();
    await expect.poll(() => fragmentOf(page)).toContain('base=0.2-0.8');
    await page.getByRole('button', { name: 'Stop comparing' }).click();
    await page.getByRole('group', { name: 'Comparison' }).waitFor({ state: 'detached' });
    await page.keyboard.press('B');
    await page.getByRole('status').getByText('Select a range first').waitFor();
  });
});
