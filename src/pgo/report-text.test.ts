import { describe, expect, it } from 'vitest';
import type { PgoReport, TargetReport } from './pgo-report.ts';
import { plainReportStyle, reportText } from './report-text.ts';

const build = (sizeBytes: number): NonNullable<TargetReport['control']> => ({
  binary: 'b',
  command: [],
  sizeBytes,
  buildMs: 900,
});

const target: TargetReport = {
  target: 'tool',
  language: 'c',
  baseline: build(102_400),
  control: build(103_424),
  optimised: build(112_640),
  profile: null,
  proof: null,
  coverage: { usedShare: 0.95, missing: 12, mismatched: 3 },
  workloads: [],
  warnings: ['raw\u001b[31m.profraw was left out'],
  overlap: [{ workload: 'words', runs: 3, least: 0.91, mean: 0.94 }],
  staleness: { lost: 0.18, gone: 0.1, changed: 0.08, newFunctions: null, functions: [] },
  verdict: null,
  problem: null,
};

const report: PgoReport = {
  isQuick: false,
  compiler: 'cc',
  commit: '',
  dirty: false,
  platform: 'linux-x64',
  date: '',
  targets: [target],
  verdict: null,
  meanRatio: null,
};

describe('the report as text', () => {
  it('says what is doubtful, how alike the training was, what is lost, what flags do', () => {
    const text = [...reportText(report, plainReportStyle)].join('\n');
    expect(text).toContain('3 runs of words share 94.0 %, at least 91.0 %');
    expect(text).toMatch(/doubtful: raw\S*\.profraw was left out/);
    expect(text).toContain("stale      18.0 % of the profile's weight is lost");
    expect(text).toMatch(/build {6}110 KiB in 900\S* ms, \+10\.0 % in size \(baseline 100 KiB in/);
    expect(text).toMatch(/flags only 101 KiB in 900\S* ms, \+1\.0 % in size$/m);
    expect(text).toContain('3 functions have changed since the profile was made');
    expect(text).not.toContain('\u001b');
  });
});
