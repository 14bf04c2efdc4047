import { describe, expect, it } from 'vitest';
import { smallGoImage } from '../../object/go/testing/small-image.ts';
import { parseElf, sourceOf } from '../../object/index.ts';
import { GoCallSites } from './call-sites.ts';

const callers = new Set(['main.spin', 'main.weigh']);

describe('GoCallSites', () => {
  it('finds calls that were inlined, by the line from the first of the caller', () => {
    const sites = GoCallSites.read(parseElf(sourceOf(smallGoImage('1.20'))), callers);
    expect(sites?.hasCall('main.spin', 1, 'main.weigh')).toBe(true);
    expect(sites?.hasCall('main.weigh', 1, 'main.square')).toBe(true);
    expect(sites?.hasCall('main.spin', 2, 'main.weigh')).toBe(false);
    expect(sites?.offsetsOf('main.spin', 'main.weigh')).toEqual([1]);
  });

  it('refuses a program whose functions all have the same endless list of inlined calls', () => {
    expect(() => GoCallSites.read(parseElf(sourceOf(sharedListImage())), callers)).toThrow(
      '.gopclntab at 0x0: its functions share more',
    );
  });
});

/** 20 000 functions in 160 kB, each with the one list of half a million numbers: 2 × 10¹⁰ steps. */
function sharedListImage(): Uint8Array {
  const rows = 20_000;
  const listBytes = 1 << 20;
  const small = smallGoImage('1.20');
  const tableAt = 128;
  const before = new DataView(small.buffer, small.byteOffset);
  const oldRows = Number(before.getBigUint64(tableAt + 64, true));
  const values = Number(before.getBigUint64(tableAt + 56, true));
  const functionAt = tableAt + oldRows + before.getUint32(tableAt + oldRows + 4, true);

  const newRows = small.length - tableAt;
  const newFunction = small.length + (rows * 2 + 1) * 4;
  const list = newFunction + 96;
  const image = new Uint8Array(list + listBytes);
  const view = new DataView(image.buffer);
  image.set(small);
  image.set(small.subarray(functionAt, functionAt + 96), newFunction);
  view.setBigUint64(96, BigInt(image.length), true);
  view.setBigUint64(104, BigInt(image.length), true);
  view.setBigUint64(tableAt + 8, BigInt(rows), true);
  view.setBigUint64(tableAt + 64, BigInt(newRows), true);
  for (let row = 0; row < rows; row++) {
    view.setUint32(small.length + row * 8 + 4, newFunction - small.length, true);
  }
  // Behind the ten fields of a function and its counts: the third list is that of inlined calls.
  view.setUint32(newFunction + 10 * 4 + 4 + 2 * 4, list - tableAt - values, true);
  for (let at = list; at < image.length; at += 2) image.set([2, 1], at);
  return image;
}
