import { expect, it } from 'vitest';
import { combinations, fillIn, parseParameter } from './parameters.ts';

it('takes lists and ranges', () => {
  expect(parseParameter('size=small,large').values).toEqual(['small', 'large']);
  expect(parseParameter('n=1..4').values).toEqual(['1', '2', '3', '4']);
  expect(parseParameter('n=0..1..0.25').values).toEqual(['0.00', '0.25', '0.50', '0.75', '1.00']);
  expect(parseParameter('file=a..b').values).toEqual(['a..b']);
});

it('refuses what is neither', () => {
  expect(() => parseParameter('3')).toThrow(/no name/);
  expect(() => parseParameter('n=5..1')).toThrow(/not between/);
  expect(() => parseParameter('n=1..1000000')).toThrow(/not between/);
});

it('combines all values and fills them in', () => {
  const sets = combinations([parseParameter('a=1,2'), parseParameter('b=x,y')]);
  expect(sets.map((set) => fillIn('cmd {a} {b} {c}', set))).toEqual([
    'cmd 1 x {c}',
    'cmd 1 y {c}',
    'cmd 2 x {c}',
    'cmd 2 y {c}',
  ]);
});
