import { expect, it } from 'vitest';
import { lastWords } from './last-words.ts';

it.each([
  ['first\nlast: no such file\n', 'last: no such file'],
  ['', ''],
  [
    "thread 'main' (12) panicked at src/main.rs:3:45:\nusage: app FILE\nnote: run with `RUST_BACKTRACE=1`\n",
    'usage: app FILE',
  ],
  ['panic: as asked\n\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:3\n', 'panic: as asked'],
  ["a: a.c:3: main: Assertion `0' failed.\nAborted\n", "a: a.c:3: main: Assertion `0' failed."],
])('%j ends with %j', (text, words) => {
  expect(lastWords(text)).toBe(words);
});
