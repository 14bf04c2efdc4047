import { describe, expect, it } from 'vitest';
import { fixed2, general2 } from './decimal.ts';
import { label, percentage, sameUnitFamily, scale, scaledLabel } from './units.ts';

describe('decimal text', () => {
  it('rounds exact ties to even, as printf does', () => {
    expect([0.125, 0.375, 1.625, -0.125, 2.5].map(fixed2)).toEqual([
      '0.12',
      '0.38',
      '1.62',
      '-0.12',
      '2.50',
    ]);
    expect([0.125, 0.0625, 0.375].map(general2)).toEqual(['0.12', '0.062', '0.38']);
  });

  it('keeps two significant digits', () => {
    expect([0.5, 0.0345, 0.999, 0.00001234, 0.0001, 0].map(general2)).toEqual([
      '0.5',
      '0.035',
      '1',
      '1.2e-05',
      '0.0001',
      '0',
    ]);
  });
});

describe('units', () => {
  it('choose the largest that leaves at least 1', () => {
    expect(scale(1_500_000_000, 'nanoseconds', 'auto')).toEqual({ value: 1.5, unit: 's' });
    expect(scale(2048, 'bytes', 'minimum')).toEqual({ value: 2, unit: 'kB' });
    expect(scale(-90 * 60, 'seconds', 'auto')).toEqual({ value: -1.5, unit: 'hrs' });
    expect(scale(0, 'bytes', 'auto')).toEqual({ value: 0, unit: 'B' });
  });

  it('fall back to the usual unit of the family', () => {
    expect(scale(3000, 'milliseconds', 'bytes')).toEqual({ value: 3, unit: 's' });
    expect(scale(12, 'count', 'ms')).toEqual({ value: 12, unit: 'ms' });
    expect(scale(12, 'count', 'minimum')).toEqual({ value: 12, unit: '' });
  });

  it('label without needless decimals', () => {
    expect(label(1_480_000_000, 'nanoseconds')).toBe('1.48s');
    expect(scaledLabel(10_000_000, 'nanoseconds', 's')).toBe('0.01s');
    expect(scaledLabel(1, 'nanoseconds', 's')).toBe('0');
    expect(label(42, 'count')).toBe('42');
    expect(label(512.5 * 1024, 'bytes')).toBe('512.50kB');
  });

  it('of one family convert into each other', () => {
    expect(sameUnitFamily('ms', 'seconds')).toBe(true);
    expect(sameUnitFamily('bytes', 'count')).toBe(false);
  });
});

describe('percentage', () => {
  it('is six wide, unsigned, and says 100% for nearly all', () => {
    expect(percentage(1, 3)).toBe('33.33%');
    expect(percentage(-1, 3)).toBe('33.33%');
    expect(percentage(9996, 10_000)).toBe('  100%');
    expect(percentage(3, 1000)).toBe('  0.3%');
    expect(percentage(5, 0)).toBe('    0%');
    expect(percentage(3, 1)).toBe('300.00%');
  });
});
