import { hexadecimal } from '../base/hexadecimal.ts';
import { SectionCursor } from './section-cursor.ts';

/** DW_UT codes: DWARF 5, section 7.5.1. */
export const unitTypes = {
  compile: 1,
  type: 2,
  partial: 3,
  skeleton: 4,
  splitCompile: 5,
  splitType: 6,
} as const;

/** A unit as its header describes it. Offsets count from the start of the section. */
export interface UnitHeader {
  readonly offset: number;
  /** Where the next unit starts. */
  readonly end: number;
  /** Where the first entry starts. */
  readonly entries: number;
  readonly version: number;
  readonly type: number;
  readonly offsetSize: 4 | 8;
  readonly addressSize: number;
  readonly abbreviations: number;
  /** Eight bytes of DWARF 5's split id in hexadecimal, '' without. */
  readonly splitId: string;
}

/** The header at an offset of .debug_info: DWARF 5, section 7.5.1. */
export function parseUnitHeader(
  bytes: Uint8Array,
  littleEndian: boolean,
  offset: number,
): UnitHeader {
  const cursor = new SectionCursor(bytes, '.debug_info', littleEndian, offset);
  const { length, offsetSize } = cursor.initialLength();
  const end = cursor.at + length;
  if (!(end <= bytes.length)) throw cursor.fail('unit reaches past the end of the section');
  const version = cursor.u16();
  if (version < 2 || version > 5) {
    // Passed over as a whole: its length is known, its contents are not.
    return unknownUnit(offset, end, version, offsetSize);
  }
  const type = version >= 5 ? cursor.u8() : unitTypes.compile;
  const earlyAddressSize = version >= 5 ? cursor.u8() : 0;
  const abbreviations = cursor.fixed(offsetSize);
  const addressSize = version >= 5 ? earlyAddressSize : cursor.u8();
  if (addressSize < 1 || addressSize > 8) throw cursor.fail(`address size ${addressSize}`);
  const hasSplitId = type === unitTypes.skeleton || type === unitTypes.splitCompile;
  const splitId = hasSplitId ? splitIdAt(cursor, cursor.at) : '';
  if (hasSplitId) cursor.skip(8);
  if (type === unitTypes.type || type === unitTypes.splitType) cursor.skip(8 + offsetSize);
  const entries = Math.min(cursor.at, end);
  return {
    offset,
    end,
    entries,
    version,
    type,
    offsetSize,
    addressSize,
    abbreviations,
    splitId,
  };
}

function unknownUnit(offset: number, end: number, version: number, offsetSize: 4 | 8): UnitHeader {
  return {
    offset,
    end,
    entries: end,
    version,
    type: 0,
    offsetSize,
    addressSize: 8,
    abbreviations: 0,
    splitId: '',
  };
}

/** Eight bytes as one number in hexadecimal, whatever the byte order: a double cannot hold it. */
export function splitIdAt({ bytes, littleEndian }: SectionCursor, at: number): string {
  const id = bytes.subarray(at, at + 8);
  return hexadecimal(littleEndian ? id.toReversed() : id);
}
