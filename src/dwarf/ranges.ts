import type { Float64Builder } from '../base/growable-column.ts';
import { SectionCursor } from './section-cursor.ts';

/** Svma of an index of .debug_addr; undefined when it is outside. */
export type AddressAt = (index: number) => number | undefined;

/**
 * From where on an address stands for code that the linker left out. Linkers write all ones, or one less: DWARF 6 proposal
 * 200609.1. Rounding to a double does not matter: nothing else is near.
 */
export function tombstoneOf(addressSize: number): number {
  return 2 ** (addressSize * 8) - 2 ** Math.max(addressSize * 8 - 53, 1);
}

export interface RangeContext {
  readonly littleEndian: boolean;
  readonly addressSize: number;
  /** Addresses from here on are no code: see `tombstoneOf`. */
  readonly tombstone: number;
  /** The unit's DW_AT_low_pc, which offsets count from. */
  readonly base: number;
  readonly addressAt: AddressAt;
  /** Called for every entry of a list; throws when there are absurdly many. */
  count(): void;
}

/** Appends pairs [low, high) of Svma: .debug_ranges, DWARF 4, section 2.17.3. */
export function readRanges(
  bytes: Uint8Array,
  offset: number,
  context: RangeContext,
  into: Float64Builder,
): void {
  const { addressSize, tombstone } = context;
  const cursor = new SectionCursor(bytes, '.debug_ranges', context.littleEndian, offset);
  let { base } = context;
  for (;;) {
    context.count();
    const lastByte = bytes[cursor.at + (context.littleEndian ? 0 : addressSize - 1)];
    const low = cursor.fixed(addressSize);
    const high = cursor.fixed(addressSize);
    if (low === 0 && high === 0) return;
    // All ones select a base. One less, which a double does not tell apart, is a tombstone.
    if (low >= tombstone && lastByte === 0xff) base = high;
    else if (low < tombstone) pushRange(into, base, low, high, tombstone);
  }
}

function pushRange(
  into: Float64Builder,
  base: number,
  low: number,
  high: number,
  tombstone: number,
): void {
  if (low >= high || base >= tombstone) return;
  into.push(base + low);
  into.push(base + high);
}

/** Appends pairs [low, high) of Svma: .debug_rnglists, DWARF 5, section 7.25. */
export function readRangeList(
  bytes: Uint8Array,
  offset: number,
  context: RangeContext,
  into: Float64Builder,
): void {
  const { addressSize, addressAt, tombstone } = context;
  const cursor = new SectionCursor(bytes, '.debug_rnglists', context.littleEndian, offset);
  let base = context.base;
  const indexed = (): number => addressAt(cursor.uleb()) ?? tombstone;
  const push = (from: number, low: number, high: number): void => {
    if (low < tombstone) pushRange(into, from, low, high, tombstone);
  };
  for (;;) {
    context.count();
    const kind = cursor.u8();
    if (kind === 0) return;
    if (kind === 1) base = indexed();
    else if (kind === 2) push(0, indexed(), indexed());
    else if (kind === 3) {
      const low = indexed();
      push(0, low, low + cursor.uleb());
    } else if (kind === 4) {
      const low = cursor.uleb();
      pushRange(into, base, low, cursor.uleb(), tombstone);
    } else if (kind === 5) base = cursor.fixed(addressSize);
    else if (kind === 6) push(0, cursor.fixed(addressSize), cursor.fixed(addressSize));
    else if (kind === 7) {
      const low = cursor.fixed(addressSize);
      push(0, low, low + cursor.uleb());
    } else throw cursor.fail(`unknown range ${kind}`);
  }
}
