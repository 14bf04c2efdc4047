import { describe, expect, it } from 'vitest';
import { parseEhFrameHeader } from './cfi-header.ts';
import { CallFrames } from './cfi-lookup.ts';
import { fdeOffset, frameHeader, frameSection, headerAddress } from './testing/frame-section.ts';

const functions = [
  { start: 0x1000, size: 0x100 },
  { start: 0x2000, size: 0x100 },
  { start: 0x3000, size: 0x100 },
];
const fdes = functions.map((_, row) => fdeOffset(functions, row));
const [first = 0, second = 0, third = 0] = fdes;

/** Where the functions are found that the addresses lie in, with a header of those rows. */
function found(rows: readonly (readonly [number, number])[], addresses: readonly number[]): string {
  const header = parseEhFrameHeader(frameHeader(rows), headerAddress, true, 8);
  const frames = new CallFrames(frameSection(functions), header);
  return addresses.map((svma) => frames.find(svma)?.fde.start.toString(16) ?? '-').join(' ');
}

const inside = [0x1005, 0x20ff, 0x3000];
const all = '1000 2000 3000';
const truth = [
  [0x1000, first],
  [0x2000, second],
  [0x3000, third],
] as const;

describe('a search through .eh_frame_hdr', () => {
  it('finds what it describes, and nothing between and around', () => {
    expect(found(truth, inside)).toBe(all);
    expect(found(truth, [0xfff, 0x1100, 0x2fff, 0x3100, 0x2050])).toBe('- - - - 2000');
  });

  it.each([
    [
      "functions at each other's FDE",
      [
        [0x1000, second],
        [0x2000, first],
        [0x3000, third],
      ],
    ],
    [
      'a row that leads to a CIE',
      [
        [0x1000, 0],
        [0x2000, second],
        [0x3000, third],
      ],
    ],
    [
      'a row that leads outside',
      [
        [0x1000, 0x7fff_0000],
        [0x2000, second],
        [0x3000, third],
      ],
    ],
    [
      'a row that leads into the middle',
      [
        [0x1000, first],
        [0x2000, second + 3],
        [0x3000, third],
      ],
    ],
    [
      'a function left out',
      [
        [0x1000, first],
        [0x3000, third],
      ],
    ],
    ['no function at all', []],
    [
      'rows in no order',
      [
        [0x3000, third],
        [0x1000, first],
        [0x2000, second],
      ],
    ],
    [
      'all rows alike',
      [
        [0x1000, first],
        [0x1000, first],
        [0x1000, first],
      ],
    ],
    [
      'starts that are wrong',
      [
        [0x0800, first],
        [0x1800, second],
        [0x2800, third],
      ],
    ],
  ] as const)('does not believe %s', (_, rows) => {
    // Each address by itself, then one after the other, in both orders.
    for (const svma of inside) {
      expect(found(rows, [svma])).toBe((svma & 0xf000).toString(16));
    }
    expect(found(rows, inside)).toBe(all);
    expect(found(rows, inside.toReversed())).toBe('3000 2000 1000');
  });
});
