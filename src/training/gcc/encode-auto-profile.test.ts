import { expect, it } from 'vitest';
import { ByteReader } from '../../base/byte-reader.ts';
import { FunctionSamples, lineKey } from '../llvm/function-samples.ts';
import { encodeAutoProfile } from './encode-auto-profile.ts';

function wordsOf(bytes: Uint8Array): number[] {
  const file = new ByteReader(bytes, 'auto profile');
  const words: number[] = [];
  while (!file.atEnd) words.push(file.u32('word'));
  return words;
}

function text(letters: string): number[] {
  return wordsOf(new TextEncoder().encode(letters));
}

it('writes names, functions with what is inlined, and the empty rest', () => {
  const main = new FunctionSamples('main');
  main.head = 3;
  main.addBody(lineKey(12, 10, 0), 9);
  main.addTarget(lineKey(12, 10, 0), 'abc', 9);
  main.inlinedAt(lineKey(14, 10, 0), 'f').addBody(lineKey(1, 1, 0), 2);
  const counts = { sampleCount: 1, callCount: 1, lineless: 0 };
  const expected = [
    [0x67636461, 2, 0],
    [0xaa000000, 0, 4, 12, ...text('[nobody]\0\0\0\0')],
    [8, ...text('main\0\0\0\0'), 4, ...text('abc\0'), 4, ...text('f\0\0\0')],
    [0xac000000, 0, 1],
    [3, 0, 1, 1, 1], // entered, name, places, inlined calls
    [2 << 16, 1, 9, 0, 7, 2, 0, 9, 0],
    [4 << 16, 3, 1, 0, 0, 0, 2, 0],
    [0xae000000, 0, 0, 0xaf000000, 0],
  ];
  expect(wordsOf(encodeAutoProfile({ functions: [main], ...counts }))).toEqual(expected.flat());
  expect(() => encodeAutoProfile({ functions: [], ...counts })).toThrow('has a source line');
});
