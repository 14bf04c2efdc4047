import { describe, expect, it } from 'vitest';
import {
  formatChange,
  formatCount,
  formatCounted,
  formatRatio,
  formatShare,
  formatShareOrNothing,
  formatValue,
} from './quantity.ts';

/** Narrow spaces as underscores, so that they can be seen. */
const seen = (text: string): string => text.replaceAll('\u202f', '_');

describe('quantities', () => {
  it('have three digits and a unit behind a narrow space', () => {
    expect(seen(formatValue(7.9e9, 'nanoseconds'))).toBe('7.90_s');
    expect(seen(formatValue(91.3e6, 'nanoseconds'))).toBe('91.3_ms');
    expect(seen(formatValue(285 * 1024 * 1024, 'bytes'))).toBe('285_MiB');
    expect(seen(formatValue(-31e6, 'nanoseconds'))).toBe('−31.0_ms');
  });

  it('count in full', () => {
    expect(seen(formatCount(23290))).toBe('23_290');
    expect(seen(formatCount(-5))).toBe('−5');
    expect(seen(formatCounted(1, 'sample'))).toBe('1_sample');
    expect(seen(formatCounted(7879, 'sample'))).toBe('7_879_samples');
  });

  it('never call something nothing, nor less than all everything', () => {
    expect(seen(formatShare(0.0001))).toBe('<0.1_%');
    expect(seen(formatShare(1))).toBe('100_%');
    expect(seen(formatShare(0.9999))).toBe('>99.9_%');
    expect(formatShareOrNothing(0)).toBe('–');
  });

  it('sign changes with a true minus', () => {
    expect(seen(formatChange(1.2e9, 'nanoseconds'))).toBe('+1.20_s');
    expect(seen(formatChange(-1.2e9, 'nanoseconds'))).toBe('−1.20_s');
    expect(formatChange(0, 'count')).toBe('–');
    expect(seen(formatRatio(100, 8))).toBe('0.08_×');
    expect(formatRatio(0, 8)).toBe('–');
  });
});
