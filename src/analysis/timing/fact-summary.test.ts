import { describe, expect, it } from 'vitest';
import { sampleBench } from '../../render/results/testing/sample-results.ts';
import { summarizeBench, timesOf } from './bench-summary.ts';
import { findDensity } from './density.ts';
import { summarizeFact } from './fact-summary.ts';

/** Runs close to a value. */
function near(middle: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((at) => middle + at / 99);
}

describe('summarizeFact', () => {
  it('says of the deciding time what the summary of the benchmark says', () => {
    const measured = sampleBench();
    for (const metric of ['wall', 'cpu'] as const) {
      const expected = summarizeBench({ ...measured, metric });
      const found = summarizeFact({
        ...measured,
        columns: measured.series.map(({ runs }) => timesOf(runs, metric)),
        against: [0, 0, 0],
        again: timesOf(measured.again?.runs ?? [], metric),
      });
      expect(found.noiseFloor).toEqual(expected.noiseFloor);
      const facts = found.series.map(({ quartiles: _quartiles, ...rest }) => rest);
      expect(expected.series).toEqual(facts.map((each): unknown => expect.objectContaining(each)));
      expect(found.series.map(({ comparison }) => comparison?.verdict)).toEqual([
        undefined,
        'faster',
        'slower',
      ]);
    }
  });

  it('claims nothing of what is the same in every run: it may be one measurement', () => {
    const columns = [Array(12).fill(5), Array(12).fill(7)];
    const { series } = summarizeFact({
      columns,
      against: [0, 0],
      again: null,
      margin: 0.01,
      seed: 1,
    });
    expect(series.map(({ median, comparison }) => [median, comparison])).toEqual([
      [5, null],
      [7, null],
    ]);
  });

  it('leaves out runs without a value, and does not divide by nothing', () => {
    const columns = [
      [0, 0, 0, 0, 0, 1],
      [4, 5, Number.NaN, 6, 5, 5],
    ];
    const { series, noiseFloor } = summarizeFact({
      columns,
      against: [0, 0],
      again: [0, 0, 1],
      margin: 0.01,
      seed: 1,
    });
    expect(series[1]).toMatchObject({ runs: 5, median: 5, comparison: null });
    expect(noiseFloor).toBeNull();
  });

  it('compares with what each says', () => {
    const { series } = summarizeFact({
      columns: [near(10), near(20), near(5), near(10)],
      against: [0, 0, 2, 2],
      again: null,
      margin: 0.01,
      seed: 1,
    });
    expect(series.map(({ comparison }) => comparison?.ratio.toFixed(1))).toEqual([
      undefined,
      '2.0',
      undefined,
      '2.0',
    ]);
  });
});

describe('findDensity', () => {
  it('is highest where most values are, and shows two heaps as two', () => {
    const values = [10, 10.1, 9.9, 10.05, 10, 9.95, 20, 20.1, 19.9, 20, 10, 10.02];
    const density = findDensity(values, 200);
    const { from, to, heights } = density ?? { from: 0, to: 1, heights: new Float64Array(1) };
    const at = (value: number): number =>
      heights[Math.round(((value - from) / (to - from)) * (heights.length - 1))] ?? 0;
    expect(Math.max(...heights)).toBe(1);
    expect(at(10)).toBeGreaterThan(0.9);
    expect(at(20)).toBeGreaterThan(at(15) + 0.2);
    expect(at(15)).toBeLessThan(0.1);
  });

  it('has no shape where values are few or all alike', () => {
    expect(findDensity([1, 2, 3])).toBeUndefined();
    expect(findDensity([5, 5, 5, 5, 5, 5])).toBeUndefined();
    expect(findDensity([])).toBeUndefined();
  });

  it('of values far apart costs no more than its points', () => {
    const density = findDensity([1, 1, 1, 1, 1, 1e300]);
    expect(density === undefined || density.heights.every((height) => height >= 0)).toBe(true);
  });
});
