import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skip } from '../judges/requires.ts';
import { Firefox, firefoxProgram } from './firefox.ts';
import { uiTests, viewTitles, waitForFiles } from './ui-page.ts';

const itInPage = uiTests();
const root = fileURLToPath(new URL('../../', import.meta.url));
const recordings = ['go-cpu.pb.gz', 'node-shares.cpuprofile'];
const folder = mkdtempSync(join(tmpdir(), 'plateau-export-'));
const report = join(folder, 'report.html');

function plateau(...args: string[]): Buffer {
  const files = recordings.map((name) => join(root, 'fixtures/recordings', name));
  return execFileSync(
    process.execPath,
    [join(root, 'dist/cli/main.js'), 'view', ...files, ...args],
    {
      maxBuffer: 64 << 20,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
}

beforeAll(() => void plateau('--export', report));
afterAll(() => rmSync(folder, { recursive: true }));

describe('an exported report', () => {
  it('is one file that holds its profiles compressed, and the same on standard output', () => {
    const text = readFileSync(report, 'utf8');
    expect(text).toContain('[{"name":"go-cpu.pb.gz","sizeBytes":');
    const page = statSync(join(root, 'dist/web/page.html')).size;
    expect(text.length - page).toBeLessThan(200_000);
    expect(plateau('--export', '-').toString() === text).toBe(true);
  });

  it('has a policy that lets only its own script and style in, and no text become code', () => {
    const text = readFileSync(report, 'utf8');
    const [, policy = ''] =
      /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
    expect(policy).not.toMatch(/unsafe-(inline|eval|hashes)|https?:|\*/);
    expect(policy).toMatch(/^default-src 'none'; script-src( 'sha256-[^' ]+'){3};/);
    expect(policy).toMatch(/; style-src 'sha256-[^' ]+';/);
  });

  itInPage('opens all its profiles from a disk in Chromium', async (open) => {
    const page = await open();
    await page.goto(pathToFileURL(report).href);
    await waitForFiles(page, recordings.length);
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(viewTitles);
    await page.getByRole('tab', { name: 'Flame graph' }).click();
    const graph = page.getByRole('treegrid', { name: 'Flame graph' });
    await graph.getByRole('row').nth(1).waitFor({ state: 'attached' });
    // What was decoded is not kept twice.
    await expect.poll(() => page.locator('script[data-plateau-profile]').count()).toBe(0);
  });

  it('opens from a disk in Firefox', async (context) => {
    if (firefoxProgram === undefined) skip(context, 'firefox not found');
    await using firefox = await Firefox.start();
    await firefox.resize(1400, 900);
    await firefox.open(pathToFileURL(report).href);
    await firefox.waitFor(`document.querySelector('.shell[data-files="${recordings.length}"]')`);
    const tabs = `return Array.from(document.querySelectorAll('[role=tab]'), (tab) => tab.textContent)`;
    expect(await firefox.evaluate(tabs)).toEqual(viewTitles);
    for (const name of viewTitles) {
      const tab = `Array.from(document.querySelectorAll('[role=tab]')).find((tab) => tab.textContent === '${name}')`;
      await firefox.evaluate(`${tab}.click()`);
      await firefox.waitFor(`${tab}.getAttribute('aria-selected') === 'true'`);
      await firefox.waitFor(`document.querySelector('[role=tabpanel]').childElementCount > 0`);
      if (name === 'Flame graph') {
        await firefox.waitFor(`document.querySelectorAll('[role=treegrid] [role=row]').length > 1`);
      }
    }
    expect(await firefox.errors()).toEqual([]);
  }, 120_000);
});
