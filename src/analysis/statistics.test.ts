import { describe, expect, it } from 'vitest';
import {
  adjustPValues,
  effectiveCount,
  erfc,
  newcombeInterval,
  proportionPValue,
  twoSidedP,
  wilsonInterval,
} from './statistics.ts';

describe('wilsonInterval', () => {
  // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%d of %d', (hits, trials, low, high) => {
    const range = wilsonInterval(hits, trials);
    expect(range.low).toBeCloseTo(low, 4);
    expect(range.high).toBeCloseTo(high, 4);
  });
});

describe('newcombeInterval', () => {
  // Newcombe 1998, "Interval estimation for the difference between independent proportions",
  // table II, method 10: his difference is first − second.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 20, 0.6791, 1],
    [0, 10, 0, 20, -0.1611, 0.2775],
  ])('%d/%d − %d/%d', (...[a, m, b, n, low, high]) => {
    const range = newcombeInterval({ hits: b, trials: n }, { hits: a, trials: m });
    expect(range.low).toBeCloseTo(low, 4);
    expect(range.high).toBeCloseTo(high, 4);
  });
});

describe('proportionPValue', () => {
  // Computed apart from this code: the corrected statistic with Python's math.erfc, and Fisher's
  // exact test from binomial coefficients, which the correction is meant to come close to.
  it.each([
    [56, 70, 48, 80, 0.013409475, 0.01252113],
    [15, 500, 30, 500, 0.032711959, 0.031648148],
  ])('%d/%d against %d/%d', (...[a, m, b, n, corrected, exact]) => {
    const p = proportionPValue({ hits: a, trials: m }, { hits: b, trials: n });
    expect(p).toBeCloseTo(corrected, 6);
    expect(p / exact).toBeCloseTo(1, 0);
  });

  it('finds nothing in nothing', () => {
    expect(proportionPValue({ hits: 0, trials: 10 }, { hits: 0, trials: 10 })).toBe(1);
    expect(proportionPValue({ hits: 0, trials: 0 }, { hits: 1, trials: 10 })).toBe(1);
  });
});

describe('the normal distribution', () => {
  it.each([
    [0, 1],
    [1.959963984540054, 0.05],
    [2.5758293035489, 0.01],
    [6, 1.973175e-9],
  ])('beyond ±%d', (z, p) => {
    expect(twoSidedP(z) / p).toBeCloseTo(1, 5);
  });

  it('erfc(1)', () => {
    expect(erfc(1)).toBeCloseTo(0.15729920705, 7);
  });
});

describe('adjustPValues', () => {
  it('scales each by its rank and never lets a smaller one exceed a larger one', () => {
    expect(rounded([0.01, 0.02, 0.03, 0.04, 0.05])).toEqual([0.05, 0.05, 0.05, 0.05, 0.05]);
    expect(rounded([0.9, 0.001, 0.04, 0.03])).toEqual([0.9, 0.004, 0.053333, 0.053333]);
    expect(rounded([])).toEqual([]);
  });
});

describe('effectiveCount', () => {
  it('is the plain count for equal weights and less for unequal ones', () => {
    expect(effectiveCount(Float64Array.of(30, 70), Float64Array.of(3, 7))).toBeCloseTo(10);
    expect(effectiveCount(Float64Array.of(1, 1, 98), Float64Array.of(1, 1, 1))).toBeLessThan(1.1);
  });
});

function rounded(pValues: number[]): number[] {
  return adjustPValues(pValues).map((p) => Number(p.toFixed(6)));
}
