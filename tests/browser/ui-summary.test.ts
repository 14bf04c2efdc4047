import { describe, expect } from 'vitest';
import { encodePlateau } from '../../src/container/index.ts';
import { zlibCodec } from '../../src/platform/zlib-codec.ts';
import { noLabels, none, ProfileBuilder } from '../../src/profile/index.ts';
import { folded, recording, type UiFile, uiTests } from './ui-page.ts';

const itInPage = uiTests();

/** A recording that lost a fifth of its samples and cut some stacks. */
async function lossyFile(): Promise<UiFile> {
  const builder = new ProfileBuilder();
  Object.assign(builder.meta, { lostSamples: 25, truncatedStacks: 40 });
  builder.diagnostics.count('odd-record', '<b>odd</b> record', 2);
  const type = builder.addValueType('samples', 'count');
  const called = builder.addFunction({ name: builder.string('main') });
  const stack = builder.addStack(none, builder.addFrame({ function: called }));
  builder.samples.addValue(builder.addSample(stack, none, noLabels), type, 100);
  const pieces: Uint8Array[] = [];
  for await (const piece of encodePlateau(builder.finish(), zlibCodec)) pieces.push(piece);
  return { name: 'lossy.plateau', bytes: Buffer.concat(pieces) };
}

function plain(text: string): string {
  return text
    .replace(/\u202f/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

describe('summary', () => {
  itInPage('says first where the time goes', async (open) => {
    const file = folded(
      'main;find_bytes 34\nmain;push;std::vec::grow 14\nmain;read 9\nmain;a 9\nmain;b 9\nmain;c 9\nmain;d 9\nmain;e 7',
    );
    const page = await open({ files: [file] });
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    await heading.waitFor();
    // `grow` is a library's: what it costs counts for the own function that called it.
    expect(plain(await heading.innerText())).toBe(
      '48 % of all samples are in two places: find_bytes (34.0 %) and push (14.0 %).',
    );
    await heading.getByRole('button', { name: 'find_bytes' }).click();
    await page.locator('#tab-sandwich[aria-selected="true"]').waitFor();
    await page.goBack();
    await heading.waitFor();
  });

  itInPage('makes no hot spot of a flat profile', async (open) => {
    const lines = Array.from({ length: 50 }, (_, i) => `main;work_${i} 2`);
    const page = await open({ files: [folded(lines.join('\n'))] });
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    expect(plain(await heading.innerText())).toMatch(
      /^No place stands out: 25 functions share half of all samples\. The largest, work_\d+, has 2\.0 % by itself\.$/,
    );
  });

  itInPage('ranks functions, modules and threads of a real recording', async (open) => {
    const page = await open({ files: [recording('rust-words.perf-script.txt.gz')] });
    const spots = page.getByRole('grid', { name: 'Hot spots' });
    const first = spots.locator('[data-row="0"]');
    await first.waitFor();
    expect(plain(await first.innerText())).toContain(
      '__memcmp_evex_movbe 43.3 % 135 ms 135 samples',
    );
    await page.getByRole('radio', { name: 'Total, my code' }).click();
    await expect.poll(() => first.innerText()).not.toContain('memcmp');
    await first.click();
    await page
      .getByRole('region', { name: 'Hot spots' })
      .getByRole('button', { name: 'Sandwich' })
      .waitFor();
    await expect.poll(() => first.getAttribute('aria-selected')).toBe('true');
    const modules = page.getByRole('grid', { name: 'Modules' });
    const name = plain(await modules.locator('[data-row="0"] [role="rowheader"]').innerText());
    await modules.locator('[data-row="0"]').click();
    const table = page.getByRole('grid', { name: 'Top functions' });
    await table.locator('.grid-match').first().waitFor();
    await expect
      .poll(async () => new Set(await table.locator('[data-column="module"]').allInnerTexts()))
      .toEqual(new Set([name]));
  });

  itInPage(
    'lists what was lost with what it biases, and nothing when nothing was',
    async (open) => {
      const clean = await open({ files: [folded('main;a 70\nmain;b 30')] });
      await clean.getByText('Cut stacks').waitFor();
      await expect.poll(() => clean.getByRole('region', { name: 'Health' }).count()).toBe(0);
      const damaged = await open({ files: [await lossyFile()] });
      const health = damaged.getByRole('region', { name: 'Health' });
      await health.waitFor();
      const said = plain(await health.innerText());
      expect(said).toContain('25 × samples were lost while recording What ran while');
      expect(said).toContain('40 × stacks are cut short Callers of cut stacks are unknown');
      expect(said).toContain('2 × <b>odd</b> record');
      const lost = damaged.locator('.summary-facts > div', { hasText: 'Lost' });
      expect(plain(await lost.innerText())).toBe('Lost 25 20.0 %');
      await lost.getByRole('img', { name: 'Warning' }).waitFor();
    },
  );

  itInPage('fits a phone and half the width at 200 % without scrolling sideways', async (open) => {
    for (const [width, height] of [
      [390, 844],
      [700, 450],
    ] as const) {
      const page = await open({
        files: [recording('rust-words.perf-script.txt.gz')],
        width,
        height,
        colorScheme: 'dark',
      });
      await page.getByRole('grid', { name: 'Hot spots' }).locator('[data-row="0"]').waitFor();
      const panel = page.locator('.summary');
      const [inner, outer] = await panel.evaluate((each) => [each.scrollWidth, each.clientWidth]);
      expect(inner).toBeLessThanOrEqual(outer ?? 0);
    }
  });
});
