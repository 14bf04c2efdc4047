import { describe, expect, it } from 'vitest';
import { sortedByKey } from './sorted-keys.ts';

function sorted(keys: readonly number[]): { keys: number[]; order: number[] } {
  const rows = Int32Array.from(keys, (_, place) => 10 * place);
  const found = sortedByKey(Float64Array.from(keys), rows);
  return { keys: [...found.keys], order: [...found.order] };
}

describe('rows sorted by key', () => {
  it('keep their order where keys are equal', () => {
    expect(sorted([7, 3, 7, -1, 3])).toEqual({
      keys: [-1, 3, 3, 7, 7],
      order: [30, 10, 40, 0, 20],
    });
  });

  it('stay as they are when they are in order', () => {
    expect(sorted([1, 1, 2])).toEqual({ keys: [1, 1, 2], order: [0, 10, 20] });
    expect(sorted([])).toEqual({ keys: [], order: [] });
  });

  it('may be too far apart to share a number with their place', () => {
    const far = 2 ** 52;
    expect(sorted([far, 5, far, 4])).toEqual({ keys: [4, 5, far, far], order: [30, 10, 0, 20] });
  });
});
