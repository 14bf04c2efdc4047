import { describe, expect, it } from 'vitest';
import { tableFromPicture } from '../../kit/flame/testing/table-picture.ts';
import { detailRoot, finenessOf, holdsPath } from './tree-detail.ts';

const whole = tableFromPicture(`
  all 1000
    main 1000
      hot 900
      rare 10`);
/** The finer tree of `rare`: its path without siblings, and more below it. */
const fine = tableFromPicture(`
  all 1000
    main 1000
      rare 10
        rarer 1`);

describe('finer trees', () => {
  const answer = (table: typeof whole) => ({ ...table, dropped: new Int32Array(table.length) });
  const trees = [answer(whole), answer(fine)];

  it('are asked for where the zoomed frame is small', () => {
    expect(detailRoot([answer(whole), null], [])).toEqual([]);
    expect(detailRoot([answer(whole), null], ['main'])).toEqual([]);
    expect(detailRoot([answer(whole), null], ['main', 'rare'])).toEqual([1, 3]);
  });

  it('lead to finer ones', () => {
    const keys = detailRoot([null, answer(fine)], ['main', 'rare', 'rarer']);
    expect(keys).toEqual([1, 2, 3]);
    expect(holdsPath(fine, keys.slice(0, 2))).toBe(true);
    expect(detailRoot(trees, ['main', 'hot'])).toEqual([]);
  });

  it('hold their path alone', () => {
    expect(holdsPath(fine, [1, 2])).toBe(true);
    expect(holdsPath(whole, [1, 3])).toBe(false);
  });

  it('come in steps, not with every turn of the wheel', () => {
    expect([1, 2, 3.9, 4, 15, 16, 1e9].map(finenessOf)).toEqual([1, 1, 1, 4, 4, 16, 4096]);
  });
});
