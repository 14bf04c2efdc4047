import { describe, expect, it } from 'vitest';
import { medianText } from './bench-words.ts';

describe('the median of runs', () => {
  it.each([
    [1, 'median of 1 run'],
    [5, 'median of 5 runs, 1 s – 2 s (95 % takes 6 runs)'],
    [6, 'median of 6 runs, 95 % 1 s – 2 s'],
  ])('of %d', (runs, text) => {
    expect(medianText(runs, '1 s – 2 s')).toBe(text);
  });
});
