import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { runPlateau } from '../running-plateau.ts';
import { folded, fragmentOf, recording, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const words = 'rust-words.perf-script.txt.gz';

interface Call {
  readonly name: string;
  readonly weight: number;
}

/** A function as `plateau tree` prints it. */
interface CallTable {
  readonly name: string;
  readonly cum: number;
  readonly callers: readonly Call[];
  readonly callees: readonly Call[];
}

describe('the inspector', () => {
  itInPage('says what the selected function costs, and leads to its callers', async (open) => {
    const file = folded('main;parse;read 40\nmain;parse 10\nmain;eval;read 20\nmain;eval 30');
    const page = await open({ files: [file], fragment: '#top-functions?sel=read' });
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await inspector.getByRole('heading', { name: 'read' }).waitFor();
    await expect
      .poll(() => inspector.getByRole('row').first().innerText())
      .toMatch(/60\.0\s%\s+60\s+60\ssamples/);
    await inspector.getByRole('button', { name: /parse/ }).click();
    await inspector.getByRole('heading', { name: 'parse' }).waitFor();
    await expect.poll(() => fragmentOf(page)).toContain('sel=parse');
    await page.keyboard.press('p');
    await expect.poll(() => inspector.count()).toBe(0);
  });

  itInPage('agrees with plateau tree on callers and callees', async (open) => {
    const path = fileURLToPath(new URL(`../../fixtures/recordings/${words}`, import.meta.url));
    const { stdout } = await runPlateau(['tree', '--no-trim', '--json', path], { cwd: '.' });
    const table = (JSON.parse(stdout) as { rows: CallTable[] }).rows.find(
      ({ name }) => name === 'words::count',
    );
    const page = await open({ files: [recording(words)], fragment: '#call-tree?sel=words::count' });
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await inspector.getByRole('heading', { name: 'words::count' }).waitFor();
    const shown = await inspector
      .locator('.inspector-calls button')
      .evaluateAll((all) =>
        all.map((each) => [
          each.querySelector<HTMLElement>('.function-name')?.title ?? '',
          each.querySelector(':scope > span:last-of-type')?.textContent ?? '',
        ]),
      );
    const { cum = 1, callers = [], callees = [] } = table ?? {};
    const shares = (calls: readonly Call[]): string[][] =>
      [...calls]
        .sort((a, b) => b.weight - a.weight)
        .slice(0, 5)
        .map(({ name, weight }) => [
          name,
          weight === cum ? '100\u202f%' : `${((weight / cum) * 100).toFixed(1)}\u202f%`,
        ]);
    expect(shown.slice(0, callers.length + 5)).toEqual([...shares(callers), ...shares(callees)]);
  });

  itInPage(
    'is a sheet on a phone: name, numbers, four actions, the rest by its grip',
    async (open) => {
      const page = await open({
        files: [recording(words)],
        fragment: '#top-functions?sel=__memcmp_evex_movbe',
        width: 390,
        height: 844,
      });
      const inspector = page.getByRole('complementary', { name: 'Inspector' });
      const actions = inspector.locator('.inspector-actions button:visible');
      await expect.poll(() => actions.count()).toBe(4);
      for (const action of await actions.all()) {
        expect((await action.boundingBox())?.height).toBeGreaterThanOrEqual(36);
      }
      await expect.poll(() => inspector.getByText('Called by').isVisible()).toBe(false);
      await inspector.getByRole('button', { name: 'Show more' }).click();
      await inspector.getByText('Called by').waitFor();
      const box = await inspector.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    },
  );
});
