import { describe, expect, it } from 'vitest';
import { correctedTogether, geometricMean, suiteVerdict, type TargetReport } from './pgo-report.ts';

const result = (pValue: number): TargetReport['workloads'][number] => ({
  workload: 'w',
  verdict: 'faster',
  ratio: 0.9,
  interval: { low: 0.85, high: 0.95 },
  noiseFloor: null,
  pValue,
  runs: 10,
  moreRuns: null,
  metric: 'cpu',
  baselineNs: 10,
  optimisedNs: 9,
  control: null,
  failure: null,
});

describe('suiteVerdict', () => {
  it('is never better than its parts', () => {
    expect(suiteVerdict(['faster', 'slower'])).toBe('mixed');
    expect(suiteVerdict(['slower', 'no difference'])).toBe('slower');
    expect(suiteVerdict(['faster', 'inconclusive'])).toBe('faster');
    expect(suiteVerdict(['no difference', 'inconclusive'])).toBe('inconclusive');
    expect(suiteVerdict(['no difference', 'no difference'])).toBe('no difference');
    expect(suiteVerdict([null])).toBeNull();
  });
});

describe('correctedTogether', () => {
  it('takes back a difference that many workloads make likely by chance', () => {
    const report: TargetReport = {
      target: 't',
      language: 'go',
      baseline: null,
      control: null,
      optimised: null,
      profile: null,
      proof: null,
      coverage: null,
      warnings: [],
      overlap: [],
      staleness: null,
      workloads: [result(0.001), result(0.03), result(0.04)],
      verdict: 'faster',
      problem: null,
    };
    const [corrected] = correctedTogether([report]);
    expect(corrected?.workloads.map(({ verdict }) => verdict)).toEqual([
      'faster',
      'inconclusive',
      'inconclusive',
    ]);
  });
});

describe('geometricMean', () => {
  it('of a ratio and its inverse is 1', () => {
    expect(geometricMean([2, 0.5])).toBeCloseTo(1);
    expect(geometricMean([])).toBeNull();
  });
});
