import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/random.ts';
import { ratioInterval } from './bootstrap.ts';
import { mannWhitneyP, superiority } from './mann-whitney.ts';
import { median, quantile } from './quantiles.ts';
import { compareTimings, defaultVerdictOptions, holm } from './verdict.ts';

/** Timings around `middle` with a tail to the right, as real ones have. */
function timings(middle: number, runs: number, spread: number, random: () => number): Float64Array {
  return Float64Array.from({ length: runs }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return middle * Math.exp(spread * normal) * (random() < 0.05 ? 1 + random() : 1);
  });
}

/** The share of all ways to split the values in which U is as far from its middle. */
function countedP(first: readonly number[], second: readonly number[]): number {
  const all = [...first, ...second];
  const u = (isFirst: (at: number) => boolean): number => {
    let sum = 0;
    all.forEach((a, i) => {
      all.forEach((b, j) => {
        if (isFirst(i) && !isFirst(j)) sum += a > b ? 1 : a === b ? 0.5 : 0;
      });
    });
    return Math.abs(sum - (first.length * second.length) / 2);
  };
  const seen = u((at) => at < first.length);
  let [splits, asFar] = [0, 0];
  for (let mask = 0; mask < 2 ** all.length; mask++) {
    const bits = all.filter((_, at) => (mask >> at) & 1).length;
    if (bits !== first.length) continue;
    splits++;
    if (u((at) => ((mask >> at) & 1) === 1) >= seen - 1e-9) asFar++;
  }
  return asFar / splits;
}

describe('ranks', () => {
  it('give exact p-values, as counting every arrangement does', () => {
    expect(mannWhitneyP([1, 2, 3], [4, 5, 6])).toBeCloseTo(2 / 20, 10);
    expect(mannWhitneyP([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])).toBeCloseTo(2 / 252, 10);
    for (const second of [
      [0.5, 1.5, 2.5, 9],
      [5, 6, 7, 0],
      [2.5, 3.5, 8, 9],
    ]) {
      const first = [1, 2, 3, 4, 4.5];
      expect(mannWhitneyP(first, second)).toBeCloseTo(countedP(first, second), 10);
    }
  });

  it('come close to that where ties make them approximate', () => {
    const [first, second] = [
      [1, 2, 2, 3, 5, 7, 7],
      [2, 4, 4, 5, 6, 8, 9],
    ];
    expect(Math.abs(mannWhitneyP(first, second) - countedP(first, second))).toBeLessThan(0.03);
    expect(mannWhitneyP([1, 1, 1], [1, 1, 1])).toBe(1);
  });

  it('say how often one side is the larger', () => {
    expect(superiority([1, 2], [3, 4])).toBe(1);
    expect(superiority([1, 2], [1, 2])).toBe(0.5);
  });
});

describe('quantiles', () => {
  it('interpolate as R does by default', () => {
    expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75);
    expect(median([3, 1, 2])).toBe(2);
  });
});

describe('a comparison', () => {
  it('finds a difference, its size and its direction', () => {
    const random = seededRandom(7);
    const base = timings(100, 30, 0.02, random);
    const [quick, slow] = compareTimings(base, [
      timings(80, 30, 0.02, random),
      timings(110, 30, 0.02, random),
    ]);
    expect(quick?.verdict).toBe('faster');
    expect(quick?.ratio).toBeCloseTo(0.8, 1);
    expect(slow?.verdict).toBe('slower');
    expect(slow?.interval.low).toBeGreaterThan(1);
  });

  it('calls equal what is equal within the margin', () => {
    const random = seededRandom(3);
    const [same] = compareTimings(timings(100, 200, 0.005, random), [
      timings(100, 200, 0.005, random),
    ]);
    expect(same?.verdict).toBe('no difference');
    expect(same?.moreRuns).toBeNull();
  });

  it('says how many more runs would decide', () => {
    const random = seededRandom(5);
    const [unclear] = compareTimings(timings(100, 8, 0.1, random), [timings(101, 8, 0.1, random)]);
    expect(unclear?.verdict).toBe('inconclusive');
    expect(unclear?.moreRuns).toBeGreaterThan(8);
  });

  it('believes nothing that the same command against itself shows too', () => {
    const random = seededRandom(9);
    const base = timings(100, 40, 0.01, random);
    const after = timings(103, 40, 0.01, random);
    expect(compareTimings(base, [after])[0]?.verdict).toBe('slower');
    const noiseFloor = { low: 0.93, high: 1.07 };
    expect(
      compareTimings(base, [after], { ...defaultVerdictOptions, noiseFloor })[0]?.verdict,
    ).toBe('inconclusive');
  });

  it('raises a false alarm in at most one of twenty equal pairs', () => {
    const random = seededRandom(11);
    let alarms = 0;
    for (let turn = 0; turn < 300; turn++) {
      const [pair] = compareTimings(timings(100, 15, 0.03, random), [
        timings(100, 15, 0.03, random),
      ]);
      if (pair?.verdict === 'faster' || pair?.verdict === 'slower') alarms++;
    }
    expect(alarms / 300).toBeLessThanOrEqual(0.05);
  });
});

describe('corrections', () => {
  it('step down as Holm has it', () => {
    expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
  });

  it('give the same interval for the same timings', () => {
    const sides = [
      [1, 2, 3],
      [2, 3, 4],
    ] as const;
    expect(ratioInterval(...sides, seededRandom(1))).toEqual(
      ratioInterval(...sides, seededRandom(1)),
    );
  });
});
