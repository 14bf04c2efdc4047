import { describe, expect, it } from 'vitest';
import { estimateSlowdown } from './slowdown.ts';

const second = { targetCpuNs: 1e9 };

describe('the estimated slow-down', () => {
  it('grows with samples and with the stack that is copied', () => {
    const chains = estimateSlowdown(second, 5000, { mode: 'fp' }) ?? 0;
    const stacks = estimateSlowdown(second, 5000, { mode: 'dwarf', stackBytes: 32_768 }) ?? 0;
    expect(chains).toBeCloseTo(0.045 / 0.955, 6);
    expect(stacks).toBeGreaterThan(chains * 1.5);
  });

  it('is of the time that the target takes without sampling', () => {
    expect(estimateSlowdown(second, 50_000, { mode: 'fp' })).toBeCloseTo(0.45 / 0.55, 6);
  });

  it('gives no number where there is nothing left to compare with', () => {
    expect(estimateSlowdown(second, 1_000_000, { mode: 'fp' })).toBe(Number.POSITIVE_INFINITY);
    expect(estimateSlowdown({ targetCpuNs: undefined }, 10, { mode: 'fp' })).toBeUndefined();
    expect(estimateSlowdown({ targetCpuNs: 0 }, 10, { mode: 'fp' })).toBeUndefined();
  });
});
