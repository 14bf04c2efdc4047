import { describe, expect, it } from 'vitest';
import { findResultsKind } from '../../base/results-kind.ts';
import { encodeResults } from '../../bench/index.ts';
import { benchPage, factsOf, outliersOf, summarizePage, verdictWord } from './bench-page.ts';
import { factCsv, factMarkdown } from './fact-table.ts';
import { parameterLines, varyingParameters } from './parameter-lines.ts';
import { parseFunctions } from './parse-functions.ts';
import { parsePgoReport } from './parse-pgo-report.ts';
import { pgoMarkdown } from './pgo-markdown.ts';
import { sampleBench, sampleParameters, sampleReport, timedRun } from './testing/sample-results.ts';

describe('the page of a benchmark', () => {
  it('has the facts that were measured, counters last', () => {
    const measured = sampleBench();
    const counted = measured.series.map((series) => ({
      ...series,
      runs: series.runs.map((run, at) =>
        at === 3 ? run : { ...run, counters: { 'cache-misses': 5 + at } },
      ),
    }));
    const page = benchPage({ ...measured, series: counted });
    expect(factsOf(page).map(({ title }) => title)).toEqual([
      'Wall time',
      'CPU time',
      'User time',
      'System time',
      'Peak memory',
      'Minor faults',
      'Waits',
      'Preemptions',
      'Cache misses',
    ]);
    const misses = factsOf(page).at(-1);
    expect(misses && summarizePage(page, misses).series[0]?.runs).toBe(15);
    expect(misses && verdictWord('slower', misses)).toBe('more');
  });

  it('names the run that is far off, with its cause', () => {
    const { series } = benchPage(sampleBench());
    expect(series.map((each) => outliersOf(each).map(({ run, cause }) => [run, cause]))).toEqual([
      [[0, 'first run']],
      [],
      [],
    ]);
  });

  it('is copied as tables in which no name is markup', () => {
    const page = benchPage(sampleBench(['old', "a|b`<b>'\n", 'third "x", y']));
    const [wall] = factsOf(page);
    if (wall === undefined) throw new Error('no facts');
    const compared = summarizePage(page, wall);
    const markdown = factMarkdown(page, wall, compared);
    expect(markdown).toContain("| `a\\|b'<b>' ` |");
    expect(markdown).toContain('**faster**');
    const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.map((line) => line.replaceAll('\\|', '').split('|').length);
    expect(new Set(cells)).toEqual(new Set([9]));
    expect(factCsv(page, wall, compared)).toContain('"third ""x"", y",16,');
  });

  it('is told by its beginning from other JSON', () => {
    expect(findResultsKind(JSON.stringify(encodeResults(sampleBench()), null, 2))).toBe('bench');
    expect(findResultsKind('{\n "results": [ {"command": "x"')).toBe('bench');
    expect(findResultsKind(JSON.stringify(sampleReport(), null, 2))).toBe('pgo');
    expect(findResultsKind('{"results": []}')).toBeUndefined();
    expect(findResultsKind('{"nodes": [{"command": 1}]}')).toBeUndefined();
  });

  it('reads the functions of compare --profile', () => {
    expect(parseFunctions({ results: [] })).toBeNull();
    expect(() =>
      parseFunctions({ functions: { recordings: 1, unit: 'x', measure: 'self', rows: [1] } }),
    ).toThrow('file.functions.rows[0] is no object');
  });
});

describe('parameters', () => {
  it('make a line for each word of the command line', () => {
    const { series } = sampleParameters();
    expect(varyingParameters(series)).toEqual(['n']);
    const { lines, values, isNumeric } = parameterLines(series, 'n');
    expect([values, isNumeric]).toEqual([['1', '2', '10'], true]);
    expect(lines.map(({ name, points }) => [name, points.map(({ at }) => at)])).toEqual([
      ['gzip -{n} data', [1, 2, 10]],
      ['zstd -{n} data', [1, 2, 10]],
    ]);
  });

  it('that are words keep their order, others stand behind the name', () => {
    const series = ['b', 'a'].flatMap((size) =>
      ['1', '2'].map((n) => ({ name: `sleep 0.00${n}`, parameters: { size, n } })),
    );
    const { lines, values } = parameterLines(series, 'size');
    expect(values).toEqual(['b', 'a']);
    expect(lines.map(({ name }) => name)).toEqual(['sleep 0.001 (n=1)', 'sleep 0.002 (n=2)']);
    expect(parameterLines(series, 'n').lines.map(({ name }) => name)).toEqual([
      'sleep 0.00{n} (size=b)',
      'sleep 0.00{n} (size=a)',
    ]);
  });

  it('without a value in the name are called by the name', () => {
    const series = ['1', '2'].map((n) => ({ name: 'app', parameters: { n } }));
    expect(parameterLines(series, 'n').lines.map(({ name }) => name)).toEqual(['app']);
  });
});

/** As a file has it. */
function written(): Record<string, unknown> {
  return JSON.parse(JSON.stringify(sampleReport())) as Record<string, unknown>;
}

describe('the report of pgo', () => {
  it('is read as it was written, without the folders of the machine', () => {
    const report = parsePgoReport(written());
    expect(report.targets[0]?.proof).toBe('build -pgo=…/grep.pprof');
    expect(report.targets[1]?.workloads).toEqual(sampleReport().targets[1]?.workloads);
    expect(JSON.stringify(report)).not.toContain('somebody');
  });

  it('of an older version has nothing where fields came later', () => {
    const report = written();
    const [target] = report['targets'] as Record<string, unknown>[];
    delete target?.['coverage'];
    delete target?.['control'];
    expect(parsePgoReport(report).targets[0]).toMatchObject({ coverage: null, control: null });
  });

  it('that is broken names the field', () => {
    const report = written();
    const targets = report['targets'] as { workloads: { verdict: string }[] }[];
    for (const each of targets[1]?.workloads ?? []) each.verdict = 'best ever';
    expect(() => parsePgoReport(report)).toThrow(
      'report.targets[1].workloads[0].verdict is no verdict',
    );
    expect(() => parsePgoReport([])).toThrow('report is no object');
  });

  it('as Markdown shows every workload, and no name is markup', () => {
    const text = pgoMarkdown(sampleReport(['a|b', '<img src=x>', '`c`']));
    const lines = text.split('\n');
    expect(lines[2]).toBe(
      '**Verdict: mixed**, 1.087 × the speed on average (1 faster, 1 slower, 1 not compared of 3 held-out workloads). A quick run: little data and few runs.',
    );
    const table = lines.filter((line) => line.startsWith('|'));
    expect(table.filter((line) => line.includes('**faster**'))).toHaveLength(1);
    expect(text).toContain('not compared | the two builds answer differently');
    expect(text).toContain("> `'c'` has no profile: only 4 samples");
    expect(text.replaceAll(/`[^`]*`/g, '')).not.toContain('<img');
    const cells = table.map((line) => line.replaceAll('\\|', '').split('|').length);
    expect(new Set(cells.slice(0, 5))).toEqual(new Set([12]));
  });

  it('as Markdown says how near no difference is, and what BOLT gains', () => {
    const report = sampleReport();
    const bolt = { ratio: 0.8, interval: { low: 0.5, high: 1 }, verdict: 'no difference' } as const;
    const targets = report.targets.map((target) => ({
      ...target,
      workloads: target.workloads.map((each) => ({ ...each, ...bolt, bolt })),
    }));
    const text = pgoMarkdown({ ...report, targets }).replaceAll('\u00a0', ' ');
    expect(text).toContain('- *No difference* means within 5 %.');
    expect(text).toMatch(
      /^- BOLT over the compiler's program on `grep`, `rare word`: no difference, 1.250 × \(1.000.*2.000.*\)\.$/m,
    );
    expect(pgoMarkdown(report)).not.toContain('BOLT');
  });

  it('as Markdown says what is doubtful, how alike the training was, what is lost, what flags do', () => {
    const text = pgoMarkdown(sampleReport()).replaceAll('\u00a0', ' ');
    expect(text).toContain('> `grep`: 1 of 3 raw profiles was left out: cut off');
    expect(text).toMatch(/^- `grep`: 3 training runs of `words` share 94.* %, at least 91.* %$/m);
    expect(text).toMatch(/^- `serve`: today's sources have lost 18.* % of the profile's weight$/m);
    expect(text).toMatch(
      /^- `serve`: 95.* % of the profile's weight used, 12 functions without a profile, \*\*3 functions changed since the profile was made\*\*$/m,
    );
    expect(text).toContain('| inconclusive 1.031 × (1.000–1.053) | faster 1.220 × (1.176–1.250) |');
    expect(text).toContain('| Without the profile | Profile |');
    expect(text).toMatch(/\(\+0\.5 %\) in 901/);
  });
});

it('a run without a far one has none', () => {
  expect(
    outliersOf(
      benchPage({ ...sampleBench(), series: [{ name: 'x', parameters: {}, runs: [timedRun(1)] }] })
        .series[0] ?? { name: '', parameters: {}, columns: {}, against: 0 },
    ),
  ).toEqual([]);
});
