import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { noLabels, none, ProfileBuilder } from '../../src/profile/index.ts';
import { addPath } from '../../src/profile/testing/picture.ts';
import { encodedProfile } from './encoded-profile.ts';
import { type OpenPage, type UiFile, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const rows = 1000;

/** One second of two threads in turns on two processors, cache misses in its second half, and markers. */
function markedRecording(): Promise<UiFile> {
  const builder = new ProfileBuilder();
  const misses = builder.addValueType('cache-misses', 'count');
  // The last one is what is shown first, as with pprof.
  const cpu = builder.addValueType('cpu', 'nanoseconds');
  const threads = ['parser', 'writer'].map((name, at) =>
    builder.addThread({
      pid: 10,
      tid: 10 + at,
      processName: builder.string('made'),
      threadName: builder.string(name),
    }),
  );
  const stacks = [addPath(builder, ['main', 'parse']), addPath(builder, ['work', 'write_out'])];
  for (let at = 0; at < rows; at++) {
    const row = builder.addSample(stacks[at % 2] ?? none, threads[at % 2] ?? none, noLabels);
    builder.samples.addValue(row, cpu, 1_000_000);
    if (at >= rows / 2) builder.samples.addValue(row, misses, 7);
    builder.samples.setTime(row, at * 1_000_000);
    builder.samples.setCpu(row, at % 4 === 0 ? 1 : 0);
  }
  const mark = (name: string, at: number, startNs: number, endNs: number, payload = ''): void =>
    builder.addMarker({
      name: builder.string(name),
      thread: threads[at] ?? none,
      startNs,
      endNs,
      payload: builder.string(payload),
    });
  mark('request', 0, 250e6, 250e6, 'GET /cart');
  mark('collection', 1, 600e6, 800e6);
  mark('reload', -1, 900e6, 900e6);
  return encodedProfile(builder.finish());
}

const plot = (page: Page): Locator => page.getByRole('group', { name: 'Plot of the tracks' });
const tracks = (page: Page): Locator => page.getByRole('grid', { name: 'Tracks over time' });

async function openMarked(open: OpenPage): Promise<Page> {
  const page = await open({ files: [await markedRecording()], fragment: '#timeline' });
  await page.getByRole('list', { name: 'Markers' }).waitFor({ state: 'attached' });
  return page;
}

/** Where a track and a time (as a share of all) are on the screen. */
async function placeOf(page: Page, name: string, share: number): Promise<{ x: number; y: number }> {
  const row = tracks(page).getByRole('row').filter({ hasText: name });
  const [across, down] = [await plot(page).boundingBox(), await row.boundingBox()];
  if (across === null || down === null) throw new Error(`no track ${name}`);
  return { x: across.x + across.width * share, y: down.y + down.height / 2 };
}

async function cardAt(page: Page, name: string, share: number): Promise<string> {
  const { x, y } = await placeOf(page, name, share);
  await page.mouse.move(x, y);
  return (await page.locator('.crosshair-card').textContent()) ?? '';
}

/** How many pixels of a column of the plot are drawn on, over the height of a track. */
async function inkAt(page: Page, name: string, share: number): Promise<number> {
  const { x, y } = await placeOf(page, name, share);
  return page.locator('.tracks-canvas canvas').evaluate(
    (canvas: HTMLCanvasElement, [left, middle]) => {
      const box = canvas.getBoundingClientRect();
      const context = canvas.getContext('2d');
      const pixels = context?.getImageData(left - box.left, middle - box.top - 18, 1, 36).data;
      return (pixels ?? []).filter((each, at) => at % 4 === 3 && each === 255).length;
    },
    [Math.round(x), y] as const,
  );
}

describe('tracks', () => {
  itInPage('have the markers of their threads: drawn, told and named', async (open) => {
    const page = await openMarked(open);
    const listed = page.getByRole('list', { name: 'Markers' }).getByRole('listitem');
    await expect
      .poll(() => listed.allTextContents())
      .toEqual([
        'request: GET /cart, 0.250\u202fs, parser',
        'collection, 0.600–0.800\u202fs, writer',
        'reload, 0.900\u202fs',
      ]);
    // An instant is a line as high as its track, of its thread only.
    await expect.poll(() => inkAt(page, 'parser', 0.25)).toBe(36);
    await expect.poll(() => inkAt(page, 'writer', 0.25)).toBeLessThan(36);
    await expect.poll(() => cardAt(page, 'parser', 0.25)).toContain('request: GET /cart');
    await expect.poll(() => cardAt(page, 'writer', 0.7)).toContain('collection');
    await expect.poll(() => cardAt(page, 'writer', 0.5)).not.toContain('collection');
  });

  itInPage('are those of processors, which are looked at alone by a press', async (open) => {
    const page = await openMarked(open);
    await page.getByRole('combobox', { name: 'Tracks' }).selectOption({ label: 'CPUs' });
    const names = tracks(page).getByRole('row');
    await expect.poll(() => names.count()).toBe(2);
    await expect
      .poll(() => names.first().textContent())
      .toContain('CPU 0750\u202fms · 75.0\u202f%');
    await tracks(page).getByRole('button', { name: 'CPU 1' }).click();
    const selected = page.getByRole('region', { name: 'In the selection' });
    await expect.poll(() => selected.textContent()).toContain('250\u202fsamples');
    expect(
      await tracks(page).getByRole('button', { name: 'CPU 1' }).getAttribute('aria-pressed'),
    ).toBe('true');
  });

  itInPage('are those of values, drawn where they were counted', async (open) => {
    const page = await openMarked(open);
    await page.getByRole('combobox', { name: 'Tracks' }).selectOption({ label: 'Values' });
    const names = tracks(page).getByRole('row');
    await expect
      .poll(() => names.allTextContents())
      .toEqual(['cache-missescount', 'cpunanoseconds']);
    await expect.poll(() => inkAt(page, 'cache-misses', 0.75)).toBeGreaterThan(5);
    await expect.poll(() => inkAt(page, 'cache-misses', 0.26)).toBeLessThan(3);
  });
});
