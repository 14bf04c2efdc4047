import type { CfiCursor } from './cfi-cursor.ts';
import { pointerBases, pointerFormats, pointerIndirect, pointerOmitted } from './cfi-table.ts';

/** Svmas that pointers may count from. */
export interface PointerBases {
  /** Of the first byte of the section. */
  readonly section: number;
  readonly text: number;
  readonly data: number;
  readonly addressSize: number;
}

/**
 * A pointer as `.eh_frame` stores it (LSB 5 §10.5.1), as an Svma; undefined when it is omitted or stands
 * in memory that only the running process has.
 */
export function readPointer(
  cursor: CfiCursor,
  encoding: number,
  bases: PointerBases,
): number | undefined {
  if (encoding === pointerOmitted) return undefined;
  const base = encoding & 0x70;
  if (base === pointerBases.aligned) alignCursor(cursor, bases);
  const from = base === pointerBases.itself ? bases.section + cursor.at : baseOf(base, bases);
  const value = readPointerValue(cursor, encoding & 0x0f, bases.addressSize);
  if (from === undefined || (encoding & pointerIndirect) !== 0) return undefined;
  return wrapped(value === 0 && base !== 0 ? 0 : from + value, bases.addressSize);
}

function baseOf(base: number, bases: PointerBases): number | undefined {
  if (base === pointerBases.absolute || base === pointerBases.aligned) return 0;
  if (base === pointerBases.text) return bases.text;
  return base === pointerBases.data ? bases.data : undefined;
}

/** Only the stored number, as ranges are: nothing is added. */
export function readPointerValue(cursor: CfiCursor, format: number, addressSize: number): number {
  switch (format) {
    case pointerFormats.absolute:
      return addressSize === 8 ? cursor.i64() : cursor.u32();
    case pointerFormats.uleb:
      return cursor.uleb();
    case pointerFormats.u16:
      return cursor.u16();
    case pointerFormats.u32:
      return cursor.u32();
    case pointerFormats.sleb:
      return cursor.sleb();
    case pointerFormats.i16:
      return (cursor.u16() << 16) >> 16;
    case pointerFormats.i32:
      return cursor.i32();
    case pointerFormats.u64:
    case pointerFormats.i64:
      return cursor.i64();
    default:
      throw cursor.fail(`unknown pointer format ${format}`);
  }
}

function alignCursor(cursor: CfiCursor, bases: PointerBases): void {
  const over = (bases.section + cursor.at) % bases.addressSize;
  if (over > 0) cursor.skip(bases.addressSize - over);
}

/** Addresses wrap around at the size of an address. */
function wrapped(address: number, addressSize: number): number {
  if (addressSize === 4) return address >>> 0;
  return address < 0 ? address + 2 ** 64 : address;
}
