import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { buildCallTree, type CallTreeOptions } from '../../src/analysis/index.ts';
import { noLabels, none, type Profile, ProfileBuilder } from '../../src/profile/index.ts';
import { addPath, profileFromPicture } from '../../src/profile/testing/picture.ts';
import { type FlameSvgOptions, renderFlameSvg } from '../../src/render/index.ts';
import { browserTests } from './chromium.ts';

const itInChromium = browserTests();

function svgOf(
  profile: Profile,
  options: FlameSvgOptions = {},
  tree: CallTreeOptions = {},
): string {
  return Array.from(renderFlameSvg(buildCallTree(profile, tree), options).chunks).join('');
}

const program = profileFromPicture(`
  main   main   main   main
  parse  parse  eval   other
  read   scan   read
  10     20     50     20`);

/** Asked of the page: playwright hears of a new fragment later than the page has it. */
const fragmentOf = (page: Page): Promise<string> => page.evaluate(() => location.hash);

interface Geometry {
  readonly x: number;
  readonly width: number;
  readonly y: number;
}

/** The box of the frame whose text alternative begins with the name. */
async function boxOf(page: Page, name: string): Promise<Geometry | undefined> {
  return await page.evaluate((wanted) => {
    const group = Array.from(document.querySelectorAll('.f > g')).find((each) =>
      each.querySelector('title')?.textContent?.startsWith(`${wanted} (`),
    );
    const box = group?.querySelector('rect')?.getBBox();
    return box === undefined ? undefined : { x: box.x, width: box.width, y: box.y };
  }, name);
}

async function clickFrame(page: Page, name: string): Promise<void> {
  await page
    .locator('.f > g')
    .filter({ has: page.locator(`title:text-matches("^${name} ")`) })
    .first()
    .dispatchEvent('click');
}

const textOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate((css) => document.querySelector(css)?.textContent ?? '', selector);

const pathOf = (page: Page): Promise<string> => textOf(page, '[role=navigation]');
const matchedOf = (page: Page): Promise<string> => textOf(page, '.head [role=status]');
const detailsOf = (page: Page): Promise<string> => textOf(page, '.foot .d');

const fill = (page: Page, css: string): Promise<string> =>
  page.evaluate((selector) => {
    const element = document.querySelector(selector);
    return element === null ? '' : getComputedStyle(element).fill;
  }, css);

describe('the SVG flame graph in a browser', () => {
  itInChromium('is laid out by weight, children inside their parent', async (open) => {
    const { page, troubles } = await open(svgOf(program));
    expect((await boxOf(page, 'all'))?.width).toBeCloseTo(1179, 0);
    expect((await boxOf(page, 'eval'))?.width).toBeCloseTo(589, 0);
    expect((await boxOf(page, 'other'))?.x).toBeCloseTo(10 + 590, 0);
    const [main, evaluation] = [await boxOf(page, 'main'), await boxOf(page, 'eval')];
    expect(main?.y).toBe((evaluation?.y ?? 0) + 20);
    expect(troubles).toEqual([]);
  });

  itInChromium('zooms into a frame, says the way back, and resets', async (open) => {
    const { page } = await open(svgOf(program));
    await clickFrame(page, 'parse');
    expect((await boxOf(page, 'parse'))?.width).toBeCloseTo(1179, 0);
    expect((await boxOf(page, 'read'))?.width).toBeCloseTo(392, 0);
    await expect.poll(() => boxOf(page, 'eval')).toBeUndefined();
    await expect.poll(() => pathOf(page)).toBe('all›main›parseReset zoom');
    await expect.poll(() => fragmentOf(page)).toMatch(/^#zoom=\d+$/);
    await page.getByRole('button', { name: 'Zoom out to main' }).click();
    expect((await boxOf(page, 'eval'))?.width).toBeCloseTo(589, 0);
    await page.getByRole('button', { name: 'Reset zoom' }).click();
    await expect.poll(() => pathOf(page)).toBe('');
    await expect.poll(() => fragmentOf(page)).not.toContain('zoom');
  });

  itInChromium('restores zoom and search from its link', async (open) => {
    const svg = svgOf(program);
    const first = await open(svg);
    await clickFrame(first.page, 'parse');
    await first.page.keyboard.press('/');
    await first.page.keyboard.type('re.d');
    await expect.poll(() => fragmentOf(first.page)).toContain('q=re.d');
    const fragment = await fragmentOf(first.page);
    const { page } = await open(svg, { fragment });
    expect((await boxOf(page, 'parse'))?.width).toBeCloseTo(1179, 0);
    await expect
      .poll(() => page.evaluate(() => document.querySelector('input')?.value))
      .toBe('re.d');
    await expect.poll(() => matchedOf(page)).toBe('60.0 % matched · 1 function');
    const strange = await open(svg, { fragment: '#zoom=99999&q=%5B' });
    expect((await boxOf(strange.page, 'all'))?.width).toBeCloseTo(1179, 0);
    expect(strange.troubles).toEqual([]);
  });

  itInChromium('counts every matched sample once', async (open) => {
    const nested = profileFromPicture(`
      main  main  main
      f     f     g
      f     h     f
      3     4     3`);
    const { page } = await open(svgOf(nested));
    await page.keyboard.press('Control+f');
    await page.keyboard.type('^f$');
    await expect.poll(() => matchedOf(page)).toBe('100 % matched · 1 function');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('h|g');
    await expect.poll(() => matchedOf(page)).toBe('70.0 % matched · 2 functions');
    await expect.poll(() => page.locator('.f > g.x').count()).toBe(2);
    await page.keyboard.press('Escape');
    await expect.poll(() => matchedOf(page)).toBe('');
    await expect.poll(() => page.locator('.f > g.x').count()).toBe(0);
  });

  itInChromium('says that an expression is none and keeps the picture', async (open) => {
    const { page, troubles } = await open(svgOf(program));
    await page.keyboard.press('/');
    await page.keyboard.type('re(ad');
    await expect.poll(() => matchedOf(page)).toBe('Not a regular expression');
    await expect.poll(() => page.locator('svg.search').count()).toBe(0);
    await page.keyboard.type(')');
    await expect.poll(() => matchedOf(page)).toBe('60.0 % matched · 1 function');
    expect(troubles).toEqual([]);
  });

  itInChromium('finds capitals by small letters, and only capitals by capitals', async (open) => {
    const names = profileFromPicture('HttpServer  httpd\n3           7');
    const { page } = await open(svgOf(names));
    await page.keyboard.press('/');
    await page.keyboard.type('http');
    await expect.poll(() => matchedOf(page)).toBe('100 % matched · 2 functions');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Http');
    await expect.poll(() => matchedOf(page)).toBe('30.0 % matched · 1 function');
  });

  itInChromium('is walked by keyboard alone', async (open) => {
    const { page } = await open(svgOf(program));
    await page.keyboard.press('Tab');
    await page.locator('.f').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => detailsOf(page)).toMatch(/^all \(/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect
      .poll(() => detailsOf(page))
      .toMatch(/^eval \(50 samples, 50.0 %\), 50.0 % of its caller/);
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => detailsOf(page))
      .toMatch(/^other \(20 samples, 20.0 %\), self 20 samples/);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => detailsOf(page)).toMatch(/^parse/);
    const selected = page.locator('#pf-selected');
    await expect.poll(() => selected.getAttribute('role')).toBe('treeitem');
    await expect.poll(() => selected.getAttribute('aria-level')).toBe('3');
    await expect
      .poll(() => page.locator('.f').getAttribute('aria-activedescendant'))
      .toBe('pf-selected');
    await page.keyboard.press('Enter');
    expect((await boxOf(page, 'parse'))?.width).toBeCloseTo(1179, 0);
    await page.keyboard.press('Escape');
    await expect.poll(() => pathOf(page)).toBe('all›mainReset zoom');
    await page.keyboard.press('Home');
    await expect.poll(() => pathOf(page)).toBe('');
    await page.keyboard.press('?');
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(false);
  });

  itInChromium('steps through matches, zooming to those too narrow to see', async (open) => {
    const wide = profileFromPicture(`
      main   main   main
      huge   tiny   needle
             needle
      99999  30     9000`);
    const { page } = await open(svgOf(wide));
    await page.keyboard.press('/');
    await page.keyboard.type('needle');
    await page.keyboard.press('Enter');
    await expect.poll(() => detailsOf(page)).toContain('needle (9,000 samples');
    await expect.poll(() => pathOf(page)).toBe('');
    await page.keyboard.press('Enter');
    await expect.poll(() => detailsOf(page)).toContain('needle (30 samples');
    await expect.poll(() => pathOf(page)).toContain('tiny');
    expect((await boxOf(page, 'needle'))?.width).toBeGreaterThan(24);
  });

  itInChromium('tells what the pointer is on, and where else it is', async (open) => {
    const { page } = await open(svgOf(program));
    const { x, y } = (await boxOf(page, 'read')) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 5, y + 5);
    await expect
      .poll(() => detailsOf(page))
      .toMatch(/^read \(50 samples, 50.0 %\), self 50 samples/);
    await expect.poll(() => page.locator('.f > g.o').count()).toBe(2);
    await page.mouse.move(5, 5);
    await expect.poll(() => detailsOf(page)).toBe('100 samples in 6 functions');
  });

  itInChromium('follows the width of its window, or keeps the one asked for', async (open) => {
    const { page } = await open(svgOf(program), { width: 700 });
    expect((await boxOf(page, 'all'))?.width).toBeCloseTo(679, 0);
    await page.setViewportSize({ width: 900, height: 500 });
    await expect.poll(async () => (await boxOf(page, 'all'))?.width).toBeCloseTo(879, 0);
    const fixed = await open(svgOf(program, { width: 640 }));
    expect((await boxOf(fixed.page, 'all'))?.width).toBeCloseTo(619, 0);
  });

  itInChromium('turns the root to the other side', async (open) => {
    const { page } = await open(svgOf(program, { shape: 'icicle' }));
    expect((await boxOf(page, 'all'))?.y).toBeLessThan((await boxOf(page, 'main'))?.y ?? 0);
    await page.locator('.f').focus();
    await page.keyboard.press('v');
    expect((await boxOf(page, 'all'))?.y).toBeGreaterThan((await boxOf(page, 'main'))?.y ?? 0);
  });

  itInChromium('wears the colours of the scheme', async (open) => {
    const light = await open(svgOf(program), { colorScheme: 'light' });
    const dark = await open(svgOf(program), { colorScheme: 'dark' });
    await expect.poll(() => fill(light.page, '.bg')).toBe('rgb(255, 255, 255)');
    await expect.poll(() => fill(dark.page, '.bg')).toBe('rgb(28, 29, 32)');
    for (const css of ['.f text', '.f > g:nth-child(3) rect']) {
      await expect.poll(() => fill(dark.page, css)).not.toBe(await fill(light.page, css));
    }
  });

  itInChromium('is a readable picture without scripts, as in an image', async (open) => {
    const svg = svgOf(program);
    const { page } = await open(svg, { javaScriptEnabled: false });
    await expect.poll(() => page.locator('.f > g').count()).toBe(8);
    const html = `<!doctype html><img src="data:image/svg+xml,${encodeURIComponent(svg)}" width="600">`;
    const image = await open(html, { name: 'image.html' });
    const size = await image.page.evaluate(() => {
      const shown = document.querySelector('img');
      return { width: shown?.clientWidth, loaded: shown?.complete, natural: shown?.naturalWidth };
    });
    expect(size.loaded).toBe(true);
    expect(size.natural).toBeGreaterThan(0);
  });

  itInChromium('works inside an object and inside a page', async (open) => {
    const svg = svgOf(program);
    await open(svg, { name: 'embedded.svg' });
    const html = `<!doctype html><body style="width:500px">${svg.replace(/^<\?xml.*\n/, '')}
      <object data="embedded.svg" type="image/svg+xml" width="800" height="400"></object>`;
    const { page, troubles } = await open(html, { name: 'page.html' });
    expect((await boxOf(page, 'all'))?.width).toBeCloseTo(479, 0);
    await clickFrame(page, 'eval');
    expect((await boxOf(page, 'eval'))?.width).toBeCloseTo(479, 0);
    const inner = page.frames().find((frame) => frame.url().endsWith('embedded.svg'));
    await expect
      .poll(() => inner?.evaluate(() => document.documentElement.dataset['ready']))
      .toBe('true');
    expect(troubles).toEqual([]);
  });

  itInChromium('never runs a name, and shows it', async (open) => {
    const names = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(2)>',
      "'onload='alert(3)",
      ']]><script>alert(4)</script>',
      '</script><script>alert(5)</script>',
      '&lt;b&gt; & &#x3c;script>',
      '\0\x01\x1b[31m\x7f\u0085red\ufffe\ufeff',
      'half \ud83d pair \udc00',
      '🔥火焰 שלום مرحبا',
      '\u202egnp.exe',
      `std::map<${'std::vector<std::pair<int,char>>,'.repeat(320)}int>::find(${'int,'.repeat(80)}int)`,
      `$\{alert(6)} \`alert(7)\` \\u0022`,
      'javascript:alert(8)',
    ];
    const builder = new ProfileBuilder();
    const type = builder.addValueType('samples', 'count');
    for (const name of names) {
      const row = builder.addSample(addNames(builder, ['main', name]), none, noLabels);
      builder.samples.addValue(row, type, 10);
    }
    const notes = '<script>alert(9)</script>';
    const svg = svgOf(builder.finish(), { title: names[0] ?? '', subtitle: names[1] ?? '', notes });
    const { page, troubles } = await open(svg);
    await expect.poll(() => page.locator('.f > g').count()).toBe(names.length + 2);
    for (const query of ['script', 'alert', '火', 'vector']) {
      await page.keyboard.press('Control+f');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(query);
    }
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const titles = await page.evaluate(() =>
      Array.from(document.querySelectorAll('.f > g > title'), (title) => title.textContent ?? ''),
    );
    for (const name of [names[0], names[5], names[8]]) {
      expect(titles.some((title) => title.startsWith(`${name ?? ''} (`))).toBe(true);
    }
    expect(Math.max(...titles.map((title) => title.length))).toBeLessThan(2100);
    await expect.poll(() => page.locator('script').count()).toBe(2);
    await expect.poll(() => page.locator('img, [onerror], [onload]').count()).toBe(0);
    const html = `<!doctype html><meta charset="utf-8">${svg.replace(/^<\?xml.*\n/, '')}`;
    const inPage = await open(html, { name: 'hostile.html' });
    await expect.poll(() => inPage.page.locator('.f > g').count()).toBe(names.length + 2);
    expect([...troubles, ...inPage.troubles]).toEqual([]);
  });

  itInChromium('draws a difference with signs, new and gone', async (open) => {
    const profile = profileFromPicture('m  m  m\na  b  c');
    const columns = [
      { values: Float64Array.of(100, 50, 0) },
      { values: Float64Array.of(50, 50, 80) },
    ];
    const { page } = await open(svgOf(profile, {}, { columns }));
    const titles = await page.locator('.f > g > title').allTextContents();
    expect(titles).toContain('a (50 samples, 27.8 %, −50 (−50.0 %) from 100)');
    expect(titles).toContain('b (50 samples, 27.8 %, unchanged)');
    expect(titles).toContain('c (80 samples, 44.4 %, new)');
    await expect.poll(() => page.locator('.f > g.l4').count()).toBe(1);
    await expect.poll(() => page.locator('.f > g.m8').count()).toBe(1);
    expect((await boxOf(page, 'a'))?.width).toBeCloseTo((1180 * 100) / 230 - 1, 0);
  });
});

function addNames(builder: ProfileBuilder, names: readonly string[]) {
  // addPath would take an @ in a name for an image.
  return addPath(
    builder,
    names.map((name) => name.replaceAll('@', '')),
  );
}
