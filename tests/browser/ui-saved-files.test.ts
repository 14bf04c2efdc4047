import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { folded, uiTests } from './ui-page.ts';

const itInPage = uiTests();

const stacks = folded('main;parse;read 30\nmain;parse 20\nmain;eval 10', 'app.folded');

async function exported(page: Page, name: RegExp): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

itInPage('writes the selection after its transforms', async (open) => {
  const page = await open({ files: [stacks], fragment: '#flame-graph?t=drop:eval' });
  const text = await exported(page, /folded/);
  expect(text.name).toBe('app.folded');
  expect(text.bytes.toString()).toBe('main;parse 20\nmain;parse;read 30\n');
  const csv = await exported(page, /CSV/);
  expect(csv.bytes.toString()).toMatch(/^read,/m);
  expect(csv.bytes.toString()).not.toContain('eval');
  const json = JSON.parse((await exported(page, /JSON/)).bytes.toString()) as { rows: unknown[] };
  expect(json.rows).toHaveLength(3);
});

itInPage('draws pictures', async (open) => {
  const page = await open({ files: [stacks], fragment: '#flame-graph' });
  const svg = await exported(page, /SVG/);
  expect(svg.bytes.toString()).toMatch(/<svg[\s\S]*parse/);
  const png = await exported(page, /PNG/);
  expect([...png.bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  // Twice the design width of the picture.
  expect(png.bytes.readUInt32BE(16)).toBe(2800);
});

itInPage('writes profiles that other tools read', async (open) => {
  const page = await open({ files: [stacks], fragment: '#flame-graph' });
  const pprof = await exported(page, /pprof/);
  expect(pprof.name).toBe('app.pb.gz');
  expect(gunzipSync(pprof.bytes).toString('latin1')).toContain('parse');
});
