import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { encodePlateau } from '../../src/container/index.ts';
import { zlibCodec } from '../../src/platform/zlib-codec.ts';
import { hostileNames, hostileProfile } from './hostile-profile.ts';
import { atRest, type UiFile, uiTests } from './ui-page.ts';

const itInPage = uiTests();
const cli = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const fileName = `</script><img src=x onerror="window.hostile=9" class=hostile>.plateau`;
let file: UiFile;

beforeAll(async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of encodePlateau(hostileProfile(), zlibCodec)) pieces.push(piece);
  file = { name: fileName, bytes: Buffer.concat(pieces) };
});

/** Nothing ran, and no name became an element, an attribute that acts, or an address. */
async function expectHarmless(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const acting = /^(on|href$|xlink:href$|src$|srcset$|srcdoc$|action$|formaction$|style$)/i;
    const attributes = Array.from(document.querySelectorAll('*'))
      .filter((element) => element.tagName !== 'STYLE' && element.tagName !== 'SCRIPT')
      .flatMap((element) => Array.from(element.attributes))
      .filter(
        ({ name, value }) => acting.test(name) && /hostile|evil|javascript:|data:/i.test(value),
      );
    return {
      ran: String((globalThis as { hostile?: unknown }).hostile),
      made: document.querySelectorAll('.hostile, img, iframe, object, embed, base, frame').length,
      attributes: attributes.map(({ name, value }) => `${name}=${value.slice(0, 60)}`),
    };
  });
  expect(found, where).toEqual({ ran: 'undefined', made: 0, attributes: [] });
}

/** Many places are looked at: a card under the pointer is there after one frame. */
const briefMs = 60;

/** Looks at a view as a person does: over what is drawn, at menus, by keyboard. */
async function lookAround(page: Page): Promise<void> {
  const box = await page.getByRole('tabpanel').boundingBox();
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
  for (const [across, down] of [
    [0.2, 0.15],
    [0.5, 0.5],
    [0.4, 0.95],
  ] as const) {
    await page.mouse.move(x + across * width, y + down * height);
    await atRest(page, briefMs);
  }
  await page.mouse.click(x + 0.3 * width, y + 0.3 * height);
  await page.mouse.click(x + 0.3 * width, y + 0.3 * height, { button: 'right' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

async function visitEveryView(page: Page): Promise<void> {
  for (const name of await page.getByRole('tab').allTextContents()) {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tabpanel', { name }).waitFor();
    await atRest(page, 2 * briefMs);
    await expectHarmless(page, name);
    await lookAround(page);
    await expectHarmless(page, `${name}, looked at`);
    // Each view begins with everything, whatever a click before has narrowed.
    await page.evaluate(() => {
      location.hash = '#summary';
    });
  }
}

const selected = hostileNames.slice(0, 12).map((name) => encodeURIComponent(name));

describe('names from a profile are text and nothing else', () => {
  itInPage('in every view', async (open) => {
    const page = await open({ files: [file] });
    await expect.poll(() => page.getByRole('tab').count()).toBeGreaterThanOrEqual(10);
    await visitEveryView(page);
  });

  itInPage('and the check would see them', async (open) => {
    const page = await open();
    await page.evaluate(() => {
      const made = document.createElement('b');
      made.className = 'hostile';
      document.body.append(made);
    });
    await expect(expectHarmless(page, '')).rejects.toThrow('made');
  });

  itInPage('in every view of a comparison', async (open) => {
    const page = await open({ files: [file, file], fragment: '#compare?file=0,1' });
    await visitEveryView(page);
  });

  itInPage('when they come by a link', async (open) => {
    const page = await open({ files: [file] });
    for (const name of selected) {
      const fragment = `#sandwich?sel=${name}&q=${name}&t=focus:${name}&zoom=${name}&value=${name}&x=${name}`;
      await page.evaluate((hash) => {
        location.hash = hash;
      }, fragment);
      await atRest(page, 2 * briefMs);
      await expectHarmless(page, fragment);
    }
  });

  itInPage('in search, commands and the inspector', async (open) => {
    const page = await open({ files: [file], fragment: `#top-functions?sel=${selected[0]}` });
    await page.getByRole('searchbox', { name: 'Search' }).fill('<img|script|<b');
    await atRest(page, 2 * briefMs);
    await expectHarmless(page, 'search');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('<');
    await atRest(page, 2 * briefMs);
    await expectHarmless(page, 'commands');
  });
});

describe('an exported report of hostile names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-hostile-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  itInPage('runs nothing of them', async (open) => {
    const path = join(folder, 'hostile&.plateau');
    writeFileSync(path, file.bytes);
    execFileSync(process.execPath, [cli, 'view', '-q', path, '--export', join(folder, 'r.html')]);
    const report = readFileSync(join(folder, 'r.html'), 'utf8');
    // Compressed or not, no name stands in the page where a parser of HTML could see it.
    expect(report).not.toContain('window.hostile');
    const page = await open();
    await page.goto(`file://${join(folder, 'r.html')}`);
    await page.locator('.shell[data-files="1"]').waitFor();
    await visitEveryView(page);
  });
});
