import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { atRest, folded, type OpenPage, uiTests } from './ui-page.ts';

const test = uiTests();

const program = folded(`
  main;parse;read;copy 400
  main;parse;lex 200
  main;eval;read;copy;page 100
  main;eval;read 100
  main;walk;walk;read 100
  idle 100
`);

async function openSandwich(open: OpenPage, query = '', width = 1400): Promise<Page> {
  const page = await open({ files: [program], fragment: `#sandwich${query}`, width });
  await page.getByRole('treegrid', { name: 'Callees' }).waitFor();
  return page;
}

/** The rows of a half as `name share`, children two columns further right. */
async function half(page: Page, name: 'Callers' | 'Callees'): Promise<string> {
  await atRest(page);
  const rows = page.getByRole('treegrid', { name, exact: true }).getByRole('row');
  const texts = await rows.evaluateAll((elements) =>
    elements.map((element) => {
      const [title = '', share = ''] = Array.from(element.children, (cell) => cell.textContent);
      const level = Number(element.getAttribute('aria-level')) - 1;
      return `${'  '.repeat(level)}${title} ${(share ?? '').replace(/\s/g, ' ')}`;
    }),
  );
  return `\n${texts.join('\n')}`;
}

describe('the sandwich', () => {
  test('has the callers above and the callees below, each with its share', async (open) => {
    const page = await openSandwich(open, '?sel=read');
    await expect
      .poll(() => half(page, 'Callers'))
      .toBe(`
parse 40.0 %
  main 40.0 %
eval 20.0 %
  main 20.0 %
walk 10.0 %
  walk 10.0 %
    main 10.0 %`);
    await expect
      .poll(() => half(page, 'Callees'))
      .toBe(`
copy 50.0 %
  page 10.0 %`);
    const bar = page.getByRole('region', { name: 'The function' });
    await expect
      .poll(() => bar.innerText())
      .toMatch(/read[\s\S]*total 70\.0\s%[\s\S]*self 20\.0\s%[\s\S]*700/);
  });

  test('counts recursion once', async (open) => {
    const page = await openSandwich(open, '?sel=walk');
    await expect
      .poll(() => half(page, 'Callers'))
      .toBe(`
main 10.0 %`);
    await expect
      .poll(() => half(page, 'Callees'))
      .toBe(`
walk 10.0 %
  read 10.0 %`);
  });

  test('begins with what costs most, and follows the list', async (open) => {
    const page = await openSandwich(open);
    const bar = page.getByRole('region', { name: 'The function' });
    await expect.poll(() => bar.innerText()).toMatch(/^copy/);
    await page.getByRole('grid', { name: 'Functions' }).getByRole('row', { name: /^lex/ }).click();
    await page.getByText('total 20.0').waitFor();
    await expect.poll(() => bar.innerText()).toMatch(/^lex/);
    await expect.poll(() => half(page, 'Callers')).toMatch(/^\nparse 20\.0 %/);
  });

  test('goes on to a caller by Enter', async (open) => {
    const page = await openSandwich(open, '?sel=copy');
    await half(page, 'Callers');
    await page.getByRole('treegrid', { name: 'Callers' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const bar = page.getByRole('region', { name: 'The function' });
    await page.getByText('total 70.0').waitFor();
    await expect.poll(() => bar.innerText()).toMatch(/^read/);
    await expect.poll(() => page.getByRole('status').first().innerText()).toMatch(/^read/);
  });

  test('draws both halves as wide as the function', async (open) => {
    const page = await openSandwich(open, '?sel=read');
    await half(page, 'Callers');
    const widths = await page.locator('.flame-surface').evaluateAll((surfaces) =>
      surfaces.map((surface) => {
        const canvas = surface.querySelector('canvas');
        const pixels = canvas
          ?.getContext('2d')
          ?.getImageData(0, 0, canvas.width, canvas.height).data;
        const wide = canvas?.width ?? 1;
        // The row that touches the function: the last one of the callers, the first one of the callees.
        const isUp = (surface as HTMLElement).dataset['shape'] === 'flame';
        const y = isUp ? (canvas?.height ?? 0) - 4 : 3;
        let filled = 0;
        for (let x = 0; x < wide; x++) if ((pixels?.[(y * wide + x) * 4 + 3] ?? 0) > 127) filled++;
        return filled / wide;
      }),
    );
    expect(widths[0]).toBeCloseTo(1, 2);
    expect(widths[1]).toBeCloseTo(5 / 7, 2);
  });

  test('has its list behind a button where there is little room', async (open) => {
    const page = await openSandwich(open, '?sel=read', 700);
    const list = page.getByRole('grid', { name: 'Functions' });
    await expect.poll(() => list.isVisible()).toBe(false);
    await page.getByRole('button', { name: /^Function:/ }).click();
    await expect.poll(() => list.isVisible()).toBe(true);
  });

  test('says so when the function is not there', async (open) => {
    const page = await open({ files: [program], fragment: '#sandwich?sel=nobody' });
    await page.getByText('No samples pass through nobody').waitFor();
  });
});
