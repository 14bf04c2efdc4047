import { expect, it } from 'vitest';
import { findTimeNs } from './time-span.ts';

it.each([
  ['10', 10e9],
  ['1.5s', 1.5e9],
  ['.5', 0.5e9],
  ['500ms', 0.5e9],
  ['30 us', 30e3],
  ['2m', 120e9],
  ['2min', 120e9],
  ['1h', 3600e9],
  ['0', 0],
  ['', undefined],
  ['-1', undefined],
  ['ms', undefined],
  ['1x', undefined],
  ['1constructor', undefined],
])('reads %j as a time', (text, ns) => {
  expect(findTimeNs(text)).toBe(ns);
});
