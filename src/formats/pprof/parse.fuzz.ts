import { detectPprof } from './detect.ts';
import { parsePprof } from './parse.ts';
import { encoded } from './testing/encoded.ts';
import { messageBytes, packed } from './testing/profile-message.ts';
import { pprofRecordings, recordedBytes } from './testing/recordings.ts';

/** Small, and with every field once, so that a few flipped bytes reach any of them. */
const everyField = messageBytes({
  1: [{ 1: 1, 2: 2 }, { 1: 3 }],
  2: [
    {
      1: packed(1, 2),
      2: packed(1, -2),
      3: [
        { 1: 1, 2: 2 },
        { 1: 3, 3: -4, 4: 5 },
      ],
    },
    { 1: [2, 200], 2: [3, 4], 3: { 1: 4, 3: 9 } },
  ],
  3: { 1: 1, 2: 0xffffffff80000000n, 3: 2n ** 64n - 1n, 4: 3, 5: 1, 6: 2, 7: 1, 8: 1, 9: 1, 10: 1 },
  4: [
    {
      1: 1,
      2: 1,
      3: 0xffffffff81234567n,
      4: [
        { 1: 1, 2: 3 },
        { 2: 4, 3: 5 },
      ],
      5: 1,
    },
    { 1: 2, 3: 0xffffff0000000000n, 4: { 1: 2n ** 63n } },
    { 1: 200 },
  ],
  5: [
    { 1: 1, 2: 1, 3: 2, 4: 3, 5: 17 },
    { 1: 2n ** 63n, 2: 2 },
  ],
  6: ['', 'a', 'b', 'c', 'pid', 'größer'],
  7: 1,
  8: 2,
  9: 2n ** 62n,
  10: 12345678901,
  11: { 1: 1, 2: 2 },
  12: 5,
  13: [0, packed(3, 4)],
  14: 1,
  15: 2,
});

export const fuzzTarget = {
  name: 'pprof',
  seeds(): Uint8Array[] {
    const recorded = pprofRecordings().map(recordedBytes);
    return [everyField, ...recorded.filter((bytes) => bytes.length < 20_000)];
  },
  /** What can be read can be written, and once written it stays the same. */
  run(bytes: Uint8Array): void {
    detectPprof(bytes);
    const written = encoded(parsePprof(bytes));
    const again = encoded(parsePprof(written));
    const differs =
      written.length !== again.length || written.some((byte, at) => byte !== again[at]);
    if (differs) throw new Error('a written file is read differently');
  },
};
