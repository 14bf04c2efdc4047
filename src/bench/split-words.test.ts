import { expect, it } from 'vitest';
import { splitWords } from './split-words.ts';

it.each([
  ['./app  -j 4', ['./app', '-j', '4']],
  [`echo 'a b' "c d"`, ['echo', 'a b', 'c d']],
  [`a\\ b ''`, ['a b', '']],
  [`"say \\"hi\\""`, ['say "hi"']],
  ['   ', []],
])('%s', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

it('refuses a quote that stays open', () => {
  expect(() => splitWords("echo 'x")).toThrow(/never closed/);
});
