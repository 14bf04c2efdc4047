import { describe, expect, it } from 'vitest';
import { alignColumns, compareText, displayWidth, elideMiddle, wrapWords } from './text-layout.ts';

describe('width', () => {
  it('counts columns, not code units', () => {
    expect(['abc', '漢字', 'e\u0301', '😀'].map(displayWidth)).toEqual([3, 4, 1, 2]);
  });

  it('is kept by elision, which spares both ends', () => {
    const name = 'std::collections::hash_map::HashMap<K, V>::insert';
    expect(elideMiddle(name, 22)).toBe('std::co…<K, V>::insert');
    expect(displayWidth(elideMiddle('漢字'.repeat(40), 21))).toBeLessThanOrEqual(21);
    expect(elideMiddle('short', 22)).toBe('short');
  });
});

it('wrapWords cuts between words, by columns', () => {
  expect(wrapWords('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapWords('漢字 漢字 a', 6)).toEqual(['漢字', '漢字 a']);
  expect(wrapWords('unbreakable so', 4)).toEqual(['unbreakable', 'so']);
  expect(wrapWords('', 4)).toEqual(['']);
  expect(wrapWords('a b', Number.POSITIVE_INFINITY)).toEqual(['a b']);
});

it('alignColumns pads all but the last', () => {
  const rows = [
    ['a', '1', 'x'],
    ['bcd', '22', 'yy'],
  ];
  expect(alignColumns(rows, ['left', 'right', 'left'])).toEqual(['a     1  x', 'bcd  22  yy']);
});

it('compareText orders by code point', () => {
  const sorted = ['😀', '\uffee', 'a', 'ab', ''].sort(compareText);
  expect(sorted).toEqual(['', 'a', 'ab', '\uffee', '😀']);
});
