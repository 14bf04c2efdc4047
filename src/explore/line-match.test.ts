import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchLines } from './line-match.ts';

const match = (before: string, after: string): number[] => [
  ...matchLines(before.split(' '), after.split(' ')),
];

describe('lines of two versions of a text', () => {
  it('are found where they moved to', () => {
    expect(match('a b c', 'a b c')).toEqual([0, 1, 2]);
    expect(match('a b c', 'a x b c')).toEqual([0, 2, 3]);
    expect(match('a b c d', 'a d')).toEqual([0, -1, -1, 1]);
    expect(match('a b c', 'x y')).toEqual([-1, -1, -1]);
  });

  it('are told apart by what is around them where they stand several times', () => {
    expect(match('f { } g { }', 'f { x } g { }')).toEqual([0, 1, 3, 4, 5, 6]);
  });

  it('are equal, in order, and all of an unchanged text', () => {
    const line = fc.constantFrom('a', 'b', 'c', '', '}', 'x', 'y', 'z');
    const text = fc.array(line, { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const partner = [...matchLines(before, after)];
        const found = partner.flatMap((to, from) => (to < 0 ? [] : [{ from, to }]));
        for (const { from, to } of found) expect(after[to]).toBe(before[from]);
        const places = found.map(({ to }) => to);
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
        expect([...matchLines(before, before)]).toEqual([...before.keys()]);
      }),
    );
  });
});
