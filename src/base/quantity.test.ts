import { expect, it } from 'vitest';
import { counted, formatCount, formatQuantity, formatShare, signed } from './quantity.ts';

it('writes counts with commas', () => {
  expect([0, 999, 1234, 1234567, 0.125, -4321].map(formatCount)).toEqual([
    '0',
    '999',
    '1,234',
    '1,234,567',
    '0.13',
    '-4,321',
  ]);
  expect([
    counted(1, 'sample'),
    counted(2000, 'sample'),
    counted(2, 'process', 'processes'),
  ]).toEqual(['1 sample', '2,000 samples', '2 processes']);
});

it('never rounds something to nothing, nor a part to all', () => {
  expect([0, 0.0001, 0.123, 0.9999, 1].map(formatShare)).toEqual([
    '0 %',
    '<0.1 %',
    '12.3 %',
    '>99.9 %',
    '100 %',
  ]);
});

it('writes quantities in units people read', () => {
  expect(formatQuantity(7_900_000_000, 'nanoseconds')).toBe('7.90 s');
  expect(formatQuantity(91.3, 'milliseconds')).toBe('91.3 ms');
  expect(formatQuantity(285 * 2 ** 20, 'bytes')).toBe('285 MiB');
  expect(formatQuantity(12, 'count')).toBe('12');
  expect(formatQuantity(12, 'cycles')).toBe('12 cycles');
  expect([signed('5', 5), signed('-5', -5)]).toEqual(['+5', '−5']);
});
