import { SectionCursor } from './section-cursor.ts';
import type { DwarfSections } from './sections.ts';

/** DW_SECT codes of a package's index: DWARF 5, section 7.3.5.3, and GNU's version 2. */
const columns5: Readonly<Record<number, string>> = {
  1: '.debug_info.dwo',
  3: '.debug_abbrev.dwo',
  4: '.debug_line.dwo',
  5: '.debug_loclists.dwo',
  6: '.debug_str_offsets.dwo',
  7: '.debug_macro.dwo',
  8: '.debug_rnglists.dwo',
};
const columns2: Readonly<Record<number, string>> = {
  1: '.debug_info.dwo',
  2: '.debug_types.dwo',
  3: '.debug_abbrev.dwo',
  4: '.debug_line.dwo',
  5: '.debug_loc.dwo',
  6: '.debug_str_offsets.dwo',
  7: '.debug_macinfo.dwo',
  8: '.debug_macro.dwo',
};

/**
 * The part of a package (.dwp) that one unit came from, as the .dwo file that it once was: sections are
 * views of the unit's own share. Undefined when the package does not have the unit.
 */
export function findInPackage(sections: DwarfSections, splitId: string): DwarfSections | undefined {
  const bytes = sections.bytes('.debug_cu_index');
  if (bytes.length < 16 || splitId === '') return undefined;
  const { littleEndian } = sections;
  const cursor = new SectionCursor(bytes, '.debug_cu_index', littleEndian);
  // Version 5 is two bytes and padding, GNU's version 2 is four bytes.
  const first = cursor.u32();
  const version = littleEndian ? first & 0xffff : first === 2 ? 2 : first >>> 16;
  const columnCount = cursor.u32();
  const unitCount = cursor.u32();
  const slotCount = cursor.u32();
  const rowsAt = 16 + slotCount * 12;
  const contributionsAt = rowsAt + columnCount * 4;
  if (!(contributionsAt + unitCount * columnCount * 8 <= bytes.length)) throw cursor.truncated();
  const row = findUnitRow(bytes, littleEndian, slotCount, splitId);
  if (row < 1 || row > unitCount) return undefined;
  const names = version >= 5 ? columns5 : columns2;
  const shares = new Map<string, Uint8Array>();
  for (let column = 0; column < columnCount; column++) {
    cursor.at = rowsAt + column * 4;
    const name = names[cursor.u32()];
    if (name === undefined) continue;
    const cell = ((row - 1) * columnCount + column) * 4;
    cursor.at = contributionsAt + cell;
    const offset = cursor.u32();
    cursor.at = contributionsAt + unitCount * columnCount * 4 + cell;
    const size = cursor.u32();
    shares.set(name, sections.bytes(name).subarray(offset, offset + size));
  }
  return { littleEndian, bytes: (name) => shares.get(name) ?? sections.bytes(name) };
}

/** The hash table of section 7.3.5.3, searched from the start: it is small and asked once per unit. */
function findUnitRow(
  bytes: Uint8Array,
  littleEndian: boolean,
  slotCount: number,
  splitId: string,
): number {
  const wantedHigh = Number.parseInt(splitId.slice(0, 8), 16);
  const wantedLow = Number.parseInt(splitId.slice(8), 16);
  const cursor = new SectionCursor(bytes, '.debug_cu_index', littleEndian);
  for (let slot = 0; slot < slotCount; slot++) {
    cursor.at = 16 + slot * 8;
    const first = cursor.u32();
    const second = cursor.u32();
    const low = littleEndian ? first : second;
    const high = littleEndian ? second : first;
    if (low !== wantedLow || high !== wantedHigh) continue;
    cursor.at = 16 + slotCount * 8 + slot * 4;
    return cursor.u32();
  }
  return 0;
}
