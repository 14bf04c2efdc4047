import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeResults } from '../../src/bench/index.ts';
import { benchPage } from '../../src/render/results/bench-page.ts';
import type { PgoPageReport } from '../../src/render/results/pgo-page.ts';
import { pgoPage, type ResultsPage } from '../../src/render/results/results-page.ts';
import {
  sampleBench,
  sampleParameters,
  sampleReport,
} from '../../src/render/results/testing/sample-results.ts';
import { encodeResultsPage } from '../../src/server/results-html.ts';
import { skip } from '../judges/requires.ts';
import { runPlateau } from '../running-plateau.ts';
import { browserTests, type OpenOptions } from './chromium.ts';
import { Firefox, firefoxProgram } from './firefox.ts';
import { hostileNames } from './hostile-profile.ts';
import { dropFiles, uiTests } from './ui-page.ts';

const itInBrowser = browserTests();
const itInPage = uiTests();
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plateau-results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const built = readFileSync(join(root, 'dist/web/results.html'), 'utf8');
let pages = 0;

type Open = Parameters<Parameters<typeof itInBrowser>[1]>[0];

/** The page with results, from a disk; no page may have an error, a dialog or a request. */
async function openResults(
  open: Open,
  results: ResultsPage | null,
  options: OpenOptions = {},
): Promise<Page> {
  const text = results === null ? built : encodeResultsPage(built, results);
  const { page, troubles } = await open(text, { ...options, name: `results-${pages++}.html` });
  await page.getByRole('main').locator('p, h2').first().waitFor();
  expect(troubles).toEqual([]);
  return page;
}

const bench = (): ResultsPage => benchPage(sampleBench(), { source: 'results.json' });
const statusOf = (page: Page): Promise<string | null> => page.getByRole('status').textContent();

describe('results of a benchmark', () => {
  itInBrowser('begin with the answer, and say in words what the colours do', async (open) => {
    const page = await openResults(open, bench());
    const answer = await page.locator('.answer-sentence').innerText();
    expect(answer.replace(/\s+/g, ' ')).toMatch(
      /^Of 2 commands against old: 1 ▼ faster, 1 ▲ slower/,
    );
    await expect.poll(() => page.title()).toBe('Benchmark · results.json');
    const chart = page.getByRole('group', { name: /^Wall time of every run, medians: old/ });
    await expect
      .poll(() => chart.getAttribute('aria-label'))
      .toMatch(/new 1[34]\.\d\sms, faster; third 2[56]\.\d\sms, slower/);
    const forest = page.getByRole('table', { name: 'Wall time against the first command' });
    await expect.poll(() => forest.getByRole('row').count()).toBe(4);
    await expect.poll(() => forest.getByRole('row', { name: /new .*faster/ }).count()).toBe(1);
    await expect
      .poll(() => page.getByRole('table', { name: 'Commands' }).getByRole('row').count())
      .toBe(4);
  });

  itInBrowser('are drawn where their numbers are', async (open) => {
    const page = await openResults(open, bench());
    const chart = page.locator('.distribution-chart');
    await expect.poll(() => chart.locator('circle').count()).toBe(48);
    await expect.poll(() => chart.locator('.distribution-chart-cloud').count()).toBe(3);
    const middles = await chart
      .locator('.distribution-chart-median')
      .evaluateAll((paths) => paths.map((path) => path.getBoundingClientRect().x));
    const [first = 0, faster = 0, slower = 0] = middles;
    expect(faster).toBeLessThan(first);
    expect(slower).toBeGreaterThan(first);
    const { one, marks, bands } = await page.locator('.forest-chart').evaluate((forest) => {
      const x = (selector: string): number[] =>
        Array.from(forest.querySelectorAll(selector), (each) => {
          const box = each.getBoundingClientRect();
          return box.x + box.width / 2;
        });
      return {
        one: x('.forest-plot-one'),
        marks: x('.forest-plot-mark circle'),
        bands: x('.forest-plot-noise'),
      };
    });
    expect(new Set(one).size).toBe(1);
    expect(bands).toHaveLength(3);
    expect(marks[1]).toBeLessThan(one[0] ?? 0);
    expect(marks[2]).toBeGreaterThan(one[0] ?? 0);
  });

  itInBrowser('tell of a run what is known, to the pointer and to the keyboard', async (open) => {
    const page = await openResults(open, bench());
    const far = page.locator('.distribution-chart-far');
    await expect.poll(() => far.count()).toBe(1);
    await far.hover();
    const card = page.locator('.pointer-card');
    await expect
      .poll(() => card.innerText())
      .toMatch(/Run 1 of 16[\s\S]*Wall time[\s\S]*Far off: the first, before caches were warm/);
    await page.mouse.move(2, 2);
    await expect.poll(() => card.count()).toBe(0);
    await page.locator('.distribution-chart').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => statusOf(page)).toMatch(/^old: median .* 16 runs$/);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => statusOf(page)).toMatch(/^Run 1 of 16: .* far off: the first/);
    await page.keyboard.press('Escape');
    await expect.poll(() => card.count()).toBe(0);
    await page.locator('.forest-chart').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => statusOf(page)).toMatch(/^new: faster, 0\.\d+\s×, 95\s% /);
  });

  itInBrowser('switch to any fact that was measured', async (open) => {
    const page = await openResults(open, bench());
    await page.getByRole('combobox', { name: 'Metric' }).selectOption('Minor faults');
    await page.getByRole('heading', { name: 'Minor faults of every run' }).waitFor();
    await expect.poll(() => statusOf(page)).toBe('Showing minor faults');
    await page.getByRole('combobox', { name: 'Metric' }).selectOption('Peak memory');
    await page.getByRole('heading', { name: 'Peak memory of every run' }).waitFor();
    // The same in every run of all: nothing is claimed.
    await expect.poll(() => page.locator('.verdict-word').count()).toBe(0);
    await expect.poll(() => page.getByText('the same in every run').count()).toBe(2);
  });

  itInBrowser('are sorted by any column, and copied', async (open) => {
    const page = await openResults(open, bench());
    const table = page.getByRole('table', { name: 'Commands' });
    const names = (): Promise<string[]> => table.locator('tbody code').allInnerTexts();
    const header = table.getByRole('columnheader', { name: 'Median' });
    await header.getByRole('button').click();
    expect([await header.getAttribute('aria-sort'), await names()]).toEqual([
      'ascending',
      ['new', 'old', 'third'],
    ]);
    await header.getByRole('button').click();
    await expect.poll(() => names()).toEqual(['third', 'old', 'new']);
    await header.getByRole('button').click();
    await expect.poll(() => names()).toEqual(['old', 'new', 'third']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
    await page.getByRole('status').getByText('Copy as Markdown: done').waitFor();
  });

  itInBrowser('over a parameter are a line for each command', async (open) => {
    const page = await openResults(open, benchPage(sampleParameters()));
    const chart = page.getByRole('group', { name: /^Wall time by n: gzip -\{n\} data from/ });
    await expect.poll(() => chart.locator('svg > g > .parameter-chart-line').count()).toBe(2);
    await expect
      .poll(() => chart.getByRole('listitem').allInnerTexts())
      .toEqual(['gzip -{n} data', 'zstd -{n} data']);
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => statusOf(page)).toMatch(/^n 2: 1[78]\.\d\sms$/);
  });

  itInBrowser('fit a phone, in the dark, and on paper', async (open) => {
    const page = await openResults(open, bench(), { width: 390, colorScheme: 'dark' });
    const { wide, ground } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - innerWidth,
      ground: getComputedStyle(document.body).backgroundColor,
    }));
    expect([wide, ground]).toEqual([0, 'rgb(22, 23, 25)']);
    const head = page.getByRole('table', { name: 'Commands' }).getByRole('columnheader');
    await expect
      .poll(() => head.filter({ visible: true }).allInnerTexts())
      .toEqual(['Command', 'Median', 'Ratio', 'Verdict']);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    await expect.poll(() => page.getByRole('button', { name: 'Copy' }).isVisible()).toBe(false);
  });
});

describe('a report of pgo', () => {
  itInBrowser('has the verdict first, then every workload, then every target', async (open) => {
    const page = await openResults(open, pgoPage(sampleReport(), 'report.json'));
    const answer = await page.locator('.answer').innerText();
    expect(answer.replace(/\s+/g, ' ')).toBe(
      'Optimised by profile the result is ◆ mixed, 1.09 × the speed on average 1 faster, 1 slower, 1 not compared of 3 held-out workloads; 1 of 3 targets without a result. A quick run: little data and few runs',
    );
    const forest = page.getByRole('table', { name: 'Speed on held-out workloads' });
    expect(
      await forest.getByRole('row', { name: /rare word.*1\.250 × 1\.205–1\.282 faster/ }).count(),
    ).toBe(1);
    await expect
      .poll(() => forest.getByText('not compared: the two builds answer differently').count())
      .toBe(1);
    await expect.poll(() => forest.locator('.forest-plot-control').count()).toBe(1);
    const x = async (selector: string): Promise<number> =>
      (await forest.locator(selector).first().boundingBox())?.x ?? 0;
    await expect
      .poll(() => x('.forest-plot-mark circle'))
      .toBeGreaterThan(await x('.forest-plot-one'));
    const grep = page.getByRole('region', { name: 'Target grep' });
    await expect
      .poll(() => grep.innerText())
      .toMatch(/1\s853 samples[\s\S]*tryBacktrack[\s\S]*build -pgo=…\/grep\.pprof/);
    await expect
      .poll(() => grep.innerText())
      .toMatch(
        /was left out: cut off[\s\S]*Control[\s\S]*94\S*\s% alike in 3 runs of words, at least 91/,
      );
    const serve = page.getByRole('region', { name: 'Target serve' });
    await expect
      .poll(() => serve.innerText())
      .toMatch(/3 functions changed since[\s\S]*18\S*\s% of its weight lost since/);
    const tail = page.getByRole('region', { name: 'Target tail' });
    await expect
      .poll(() => tail.innerText())
      .toMatch(/No profile: only 4 samples\s+Try: train on more data/);
    await expect.poll(() => page.content()).not.toContain('somebody');
  });

  itInBrowser('draws what BOLT gained, and what is called no difference', async (open) => {
    const page = await openResults(open, pgoPage(boltReport(), 'report.json'));
    const forest = page.getByRole('table', { name: 'Speed on held-out workloads' });
    const bolt = forest.getByRole('row', {
      name: /BOLT on rare word.*1\.042 × 1\.026–1\.064 faster/,
    });
    await expect.poll(() => bolt.count()).toBe(1);
    const [mark, margin] = await Promise.all([
      bolt.locator('.forest-plot-mark circle').boundingBox(),
      bolt.locator('.forest-plot-margin').boundingBox(),
    ]);
    if (mark === null || margin === null) throw new Error('BOLT is not drawn');
    // 1.042 lies between 1 and 1/0.95, the far edge of the margin.
    const x = mark.x + mark.width / 2;
    expect(x).toBeGreaterThan(margin.x + margin.width / 2);
    expect(x).toBeLessThan(margin.x + margin.width);
    await expect.poll(() => forest.locator('.forest-plot-margin').count()).toBe(3);
  });

  itInBrowser('fits a phone', async (open) => {
    const page = await openResults(open, pgoPage(sampleReport(), ''), { width: 390 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBe(0);
  });
});

function boltReport(): PgoPageReport {
  const report = sampleReport();
  const [first, ...others] = report.targets;
  if (first === undefined) throw new Error('the report has no target');
  const bolt = { ratio: 0.96, interval: { low: 0.94, high: 0.975 }, verdict: 'faster' } as const;
  const workloads = first.workloads.map((each) => ({ ...each, bolt }));
  return { ...report, targets: [{ ...first, workloads }, ...others] };
}

/** The address of results on a disk. */
function written(name: string, results: ResultsPage): string {
  writeFileSync(join(folder, name), encodeResultsPage(built, results));
  return pathToFileURL(join(folder, name)).href;
}

describe('in Firefox', () => {
  it('results and reports are drawn and answer to keys', async (context) => {
    if (firefoxProgram === undefined) skip(context, 'firefox not found');
    await using firefox = await Firefox.start();
    await firefox.resize(1400, 900);
    await firefox.open(written('firefox-bench.html', bench()));
    await firefox.waitFor(`document.querySelectorAll('.distribution-chart circle').length === 48`);
    await firefox.waitFor(`document.querySelectorAll('.forest-plot-mark').length === 3`);
    expect(
      await firefox.evaluate(`return document.querySelector('.answer-sentence').innerText`),
    ).toMatch(/Of 2 commands against/);
    await firefox.evaluate(`const chart = document.querySelector('.forest-chart'); chart.focus();
      chart.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))`);
    await firefox.waitFor(`document.querySelector('[role=status]').textContent !== ''`);
    await firefox.open(written('firefox-pgo.html', pgoPage(boltReport(), 'report.json')));
    await firefox.waitFor(`document.querySelectorAll('.forest-plot-mark').length === 3`);
    await firefox.resize(420, 844);
    await firefox.waitFor('document.documentElement.scrollWidth <= innerWidth');
    expect(await firefox.errors()).toEqual([]);
  });
});

/** Whether any of it ran, became an element, or burst the page. */
function found(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    ran: String((globalThis as { hostile?: unknown }).hostile),
    made: document.querySelectorAll('.hostile, img, iframe, object, embed, base, a[href*=evil]')
      .length,
    wide: document.documentElement.scrollWidth - innerWidth,
  }));
}

describe('names are text and nothing else', () => {
  const harmless = { ran: 'undefined', made: 0, wide: 0 };

  itInBrowser('of commands, parameters and functions', async (open) => {
    const measured = sampleParameters();
    const series = hostileNames.map((name, at) => ({
      ...(measured.series[at % 2] ?? { runs: [] }),
      name,
      parameters: { [name]: name, n: String(at) },
    }));
    const functions = {
      recordings: 1,
      unit: 'nanoseconds',
      measure: 'self',
      rows: hostileNames.map((name) => ({
        name,
        module: name,
        status: name,
        noise: null,
        base: 1e6,
        new: 2e6,
        delta: 1e6,
        baseSamples: 1,
        newSamples: 2,
        pValue: null,
      })),
    };
    const source = hostileNames[0] ?? '';
    const page = await openResults(open, benchPage({ ...measured, series }, { source, functions }));
    await expect
      .poll(() => page.getByRole('table', { name: 'Functions' }).getByRole('row').count())
      .toBe(16);
    await page.locator('.distribution-chart').hover();
    await page.locator('.parameter-chart').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => found(page)).toEqual(harmless);
  });

  itInBrowser('of targets, workloads and compilers', async (open) => {
    const [one = '', two = '', three = ''] = hostileNames;
    const report = sampleReport([one, two, three]);
    const page = await openResults(
      open,
      pgoPage({ ...report, compiler: hostileNames[3], commit: hostileNames[4] }, one),
    );
    await page.locator('.forest-chart-row').nth(1).hover();
    await expect.poll(() => found(page)).toEqual(harmless);
  });

  it('and the policy lets nothing else in', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(built) ?? [];
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; base-uri 'none'; form-action 'none'$/,
    );
  });
});

describe('the way to the page', () => {
  const results = join(folder, 'results.json');
  const report = join(folder, 'report.json');
  writeFileSync(results, JSON.stringify(encodeResults(sampleBench()), null, 2));
  writeFileSync(report, JSON.stringify(sampleReport(), null, 2));

  itInBrowser('without results says how to get some', async (open) => {
    const page = await openResults(open, null);
    await expect
      .poll(() => page.getByRole('heading', { name: 'No results in this page' }).count())
      .toBe(1);
  });

  it('is view, which serves it behind its token', async () => {
    const cli = join(root, 'dist/cli/main.js');
    const child = spawn(process.execPath, [cli, 'view', results, '--no-browser'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const address = line.toString().trim();
    const page = await fetch(address);
    const text = await page.text();
    expect(text).toContain('id="plateau-results">{"kind":"bench","source":"results.json"');
    expect(page.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'sha256-",
    );
    expect((await fetch(new URL('/', address))).status).toBe(403);
    child.kill('SIGINT');
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  });

  it('is --html and --export, which write it', async () => {
    const exported = await runPlateau(['view', report, '--export', '-'], { cwd: folder });
    expect(exported.stdout).toContain('"kind":"pgo","source":"report.json"');
    const compared = await runPlateau(['compare', results, results, '--html', 'c.html'], {
      cwd: folder,
    });
    expect([compared.status, compared.stdout]).toEqual([0, expect.stringContaining('old (new)')]);
    expect(readFileSync(join(folder, 'c.html'), 'utf8')).toContain('"isApart":true');
    const both = await runPlateau(['view', results, report], { cwd: folder });
    expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('shown alone')]);
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, '{"isQuick": true, "compiler": 5}');
    const refused = await runPlateau(['view', broken], { cwd: folder });
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining('broken.json: report.compiler is no text'),
    ]);
    const top = await runPlateau(['top', results], { cwd: folder });
    expect(top.stderr).toContain('results of a benchmark, not a profile');
  });

  itInPage('is named where results are dropped on the other page', async (open) => {
    const page = await open();
    await dropFiles(page, [{ name: 'results.json', bytes: readFileSync(results) }]);
    const alert = page.getByRole('alert');
    await alert.getByText('Results of a benchmark, not a profile').waitFor();
    await expect.poll(() => alert.innerText()).toContain('plateau view FILE');
  });
});
