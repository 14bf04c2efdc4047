import { describe, expect, it } from 'vitest';
import { Float64Builder } from '../base/growable-column.ts';
import { type RangeContext, readRangeList, readRanges, tombstoneOf } from './ranges.ts';

const context: RangeContext = {
  littleEndian: true,
  addressSize: 8,
  tombstone: tombstoneOf(8),
  base: 0x1000,
  addressAt: (index) => [0x5000, 0x6000, 2 ** 64][index],
  count: () => undefined,
};

function words(...values: readonly bigint[]): Uint8Array {
  return new Uint8Array(BigUint64Array.from(values.map((each) => BigInt.asUintN(64, each))).buffer);
}

function ranges(...values: readonly bigint[]): number[] {
  const found = new Float64Builder();
  readRanges(words(...values), 0, context, found);
  return [...found.view()];
}

function list(...bytes: readonly number[]): number[] {
  const found = new Float64Builder();
  readRangeList(Uint8Array.from([...bytes, 0]), 0, context, found);
  return [...found.view()];
}

describe('.debug_ranges', () => {
  it('counts from the base, which all ones change', () => {
    expect(ranges(1n, 4n, -1n, 0x8000n, 0n, 2n, 0n, 0n)).toEqual([0x1001, 0x1004, 0x8000, 0x8002]);
  });

  it('passes over empty ranges and over what linkers left out', () => {
    expect(ranges(7n, 7n, -2n, -2n, 2n, 3n, 0n, 0n)).toEqual([0x1002, 0x1003]);
  });
});

describe('.debug_rnglists', () => {
  it('knows every kind of entry', () => {
    expect(list(4, 1, 3)).toEqual([0x1001, 0x1003]);
    expect(list(1, 0, 4, 1, 3)).toEqual([0x5001, 0x5003]);
    expect(list(2, 0, 1)).toEqual([0x5000, 0x6000]);
    expect(list(3, 1, 9)).toEqual([0x6000, 0x6009]);
    expect(list(5, ...words(0x70n), 4, 0, 2)).toEqual([0x70, 0x72]);
    expect(list(6, ...words(0x80n), ...words(0x81n))).toEqual([0x80, 0x81]);
    expect(list(7, ...words(0x90n), 5)).toEqual([0x90, 0x95]);
  });

  it('passes over code that the linker left out', () => {
    expect(list(3, 2, 9, 1, 2, 4, 0, 5, 3, 0, 1)).toEqual([0x5000, 0x5001]);
  });
});
