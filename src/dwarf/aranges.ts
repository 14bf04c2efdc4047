import type { Float64Builder } from '../base/growable-column.ts';
import { tombstoneOf } from './ranges.ts';
import { SectionCursor } from './section-cursor.ts';

/**
 * Appends [low, high, offset of the unit] for every range that .debug_aranges lists: DWARF 5, section
 * 6.1.2. A set that is not understood ends the reading: units it would have named are asked directly.
 */
export function readAddressRanges(
  bytes: Uint8Array,
  littleEndian: boolean,
  into: Float64Builder,
): void {
  for (let at = 0; at + 12 <= bytes.length; ) {
    const cursor = new SectionCursor(bytes, '.debug_aranges', littleEndian, at);
    const { length, offsetSize } = cursor.initialLength();
    const end = cursor.at + length;
    if (!(end <= bytes.length) || cursor.u16() !== 2) return;
    const unit = cursor.fixed(offsetSize);
    const addressSize = cursor.u8();
    const selectorSize = cursor.u8();
    if (addressSize < 1 || addressSize > 8 || selectorSize !== 0) return;
    const tuple = 2 * addressSize;
    const tombstone = tombstoneOf(addressSize);
    cursor.at = at + Math.ceil((cursor.at - at) / tuple) * tuple;
    while (cursor.at + tuple <= end) {
      const low = cursor.fixed(addressSize);
      const size = cursor.fixed(addressSize);
      if (low === 0 && size === 0) break;
      if (size === 0 || low >= tombstone) continue;
      into.push(low);
      into.push(low + size);
      into.push(unit);
    }
    at = end;
  }
}
