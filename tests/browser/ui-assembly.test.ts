import { describe, expect } from 'vitest';
import { placedProfile } from '../../src/explore/testing/placed-profile.ts';
import { encodedProfile } from './encoded-profile.ts';
import { recordedLoops } from './recorded-loops.ts';
import { folded, fragmentOf, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const loops = recordedLoops();
const hex = /0x[0-9a-f]+/;

describe('the Assembly view', () => {
  itInPage(
    'shows the hottest instruction in the inner loop of a recorded program',
    async (open, context) => {
      const page = await open({ files: [await loops(context)], fragment: '#assembly?sel=grind' });
      const grid = page.getByRole('grid', { name: 'Machine code of grind' });
      await grid.waitFor();
      const selected = grid.locator('.grid-selected');
      await selected.waitFor();
      const words = (await selected.textContent()) ?? '';
      // The division, or the one after it where samples skid to.
      const around = await grid.locator('.grid-row').allTextContents();
      const at = around.indexOf(words);
      expect(around.slice(Math.max(0, at - 2), at + 1).join(' ')).toMatch(/div|udiv/);
      expect(words).toMatch(/[5-9]\d\.\d.%|100.%/);
      // It stands inside both brackets, the inner one in accent.
      await expect.poll(() => selected.locator('.assembly-bracket').count()).toBe(2);
      await expect.poll(() => selected.locator('.assembly-innermost').count()).toBe(1);
      // Samples may tell of it at several stretches of the loop.
      await grid.getByText('// hot').first().waitFor();
      const facts = page.getByRole('complementary', { name: 'Function' });
      const inner = facts.getByRole('button', { name: /Inner/ });
      await expect.poll(() => inner.textContent()).toMatch(/9\d\.\d.%|100.%/);
    },
  );

  itInPage(
    'draws the jump that is selected, follows it, and the link keeps its place',
    async (open, context) => {
      const page = await open({ files: [await loops(context)], fragment: '#assembly?sel=grind' });
      const grid = page.getByRole('grid', { name: 'Machine code of grind' });
      const jump = grid
        .locator('.grid-row', { has: page.locator('.assembly-kind-conditional-jump') })
        .last();
      await jump.locator('.assembly-mnemonic').click();
      await grid.locator('.assembly-jump-target').waitFor();
      const target =
        hex.exec((await jump.locator('.assembly-target').textContent()) ?? '')?.[0] ?? '';
      await jump.locator('.assembly-target').click();
      await expect.poll(() => fragmentOf(page)).toContain(`addr=${target.slice(2)}`);
      await expect.poll(() => grid.locator('.grid-selected').textContent()).toContain(target);
    },
  );

  itInPage('switches syntax and bytes by keys', async (open, context) => {
    const page = await open({ files: [await loops(context)], fragment: '#assembly?sel=grind' });
    const grid = page.getByRole('grid', { name: 'Machine code of grind' });
    // Lines of the source may begin with the same letters, where samples fell on them.
    await grid.locator('.assembly-mnemonic', { hasText: /^ret/ }).first().waitFor();
    await grid.focus();
    await page.keyboard.press('b');
    await grid.getByRole('columnheader', { name: 'Bytes' }).waitFor();
    if (process.arch === 'x64') {
      await page.keyboard.press('t');
      await grid.getByText('%rdi').first().waitFor();
      await expect.poll(() => fragmentOf(page)).toContain('syntax=att');
    }
    await page.getByRole('button', { name: 'Source lines' }).click();
    await grid.getByText('// hot').waitFor({ state: 'detached' });
  });

  itInPage('opens on the hottest function that has code, and goes to another', async (open) => {
    const ret = [0x90, 0x90, 0xc3];
    const profile = placedProfile({
      samples: [
        'main:/src/a.c:1@0 cold:/src/a.c:9@500 9',
        'main:/src/a.c:2@1 warm:/src/a.c:5@100 5',
        'main:/src/a.c:2@1 2',
      ],
      sources: { '/src/a.c': 'int main;' },
      code: [
        { address: 0, bytes: ret },
        { address: 100, bytes: ret },
      ],
    });
    const file = await encodedProfile(profile);
    const page = await open({ files: [file], fragment: '#assembly' });
    await page.getByRole('grid', { name: 'Machine code of warm' }).waitFor();
    const list = page.getByRole('navigation', { name: 'Functions with code' });
    await expect.poll(() => list.getByRole('button').count()).toBe(2);
    await list.getByRole('button', { name: /^main/ }).click();
    await page.getByRole('grid', { name: 'Machine code of main' }).waitFor();
    await expect.poll(() => fragmentOf(page)).toContain('sel=main');
    const phone = await open({
      files: [file],
      fragment: '#assembly?sel=cold',
      width: 390,
      height: 844,
    });
    await phone.getByText('No machine code of cold').waitFor();
    await phone.getByRole('combobox', { name: 'Function' }).selectOption('app\nwarm');
    await phone.getByRole('grid', { name: 'Machine code of warm' }).waitFor();
  });

  itInPage('says why there is no code', async (open) => {
    const page = await open({ files: [folded('main;work 7')], fragment: '#assembly?sel=work' });
    await page.getByText('No machine code of work').waitFor();
    await page.getByText('plateau record -- CMD').waitFor();
  });

  itInPage('shows hostile names as text, and decodes any bytes', async (open) => {
    const name = '<b\u00a0onclick=window.hostile=1>f</b>';
    const bytes = Array.from({ length: 512 }, (_, at) => (at * 73 + (at >> 3)) & 255);
    const profile = placedProfile({
      samples: [`${name}:/src/<i>.c:1@4 3`, `${name}:/src/<i>.c:2@40 3`],
      sources: { '/src/<i>.c': '<u>text</u>' },
      code: [{ address: 0, bytes }],
    });
    const page = await open({ files: [await encodedProfile(profile)], fragment: '#assembly' });
    await page.getByRole('grid', { name: /Machine code of <b/ }).waitFor();
    await page.getByText('<u>text</u>').waitFor();
    await expect.poll(() => page.locator('.assembly b[onclick], .assembly u').count()).toBe(0);
  });

  itInPage('fits a phone', async (open, context) => {
    const file = await loops(context);
    const page = await open({
      files: [file],
      fragment: '#assembly?sel=grind',
      width: 390,
      height: 844,
    });
    const grid = page.getByRole('grid', { name: 'Machine code of grind' });
    await grid.waitFor();
    await expect
      .poll(() => grid.getByRole('columnheader').allTextContents())
      .not.toContain('Samples');
    expect((await grid.boundingBox())?.width).toBeLessThanOrEqual(390);
  });
});
