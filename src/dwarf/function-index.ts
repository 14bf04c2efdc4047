import { Float64Builder } from '../base/growable-column.ts';
import { malformed } from '../base/tool-error.ts';
import { findRow, skipAttributes, steps } from './abbreviations.ts';
import { roles } from './attribute-table.ts';
import { lastAtOrBelow, runningMaximum } from './line-rows.ts';
import type { Unit } from './unit.ts';

/** The functions of a unit by address; one row per range. */
export class FunctionIndex {
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #reach: Float64Array;
  /** Offset of the function's entry in .debug_info. */
  readonly #entry: Float64Array;

  constructor(ranges: Float64Array, entries: Float64Array) {
    const order = Int32Array.from(entries, (_, i) => i);
    if (!isAscending(ranges)) {
      order.sort((a, b) => (ranges[2 * a] as number) - (ranges[2 * b] as number) || a - b);
    }
    this.#low = Float64Array.from(order, (i) => ranges[2 * i] as number);
    this.#high = Float64Array.from(order, (i) => ranges[2 * i + 1] as number);
    this.#reach = runningMaximum(this.#high);
    this.#entry = Float64Array.from(order, (i) => entries[i] as number);
  }

  get length(): number {
    return this.#low.length;
  }

  low(row: number): number {
    return this.#low[row] as number;
  }

  high(row: number): number {
    return this.#high[row] as number;
  }

  /**
   * The entry of the function at an address, -1 = none. Where linkers folded equal functions into one,
   * the last in the file counts, as it does for llvm-symbolizer.
   */
  find(svma: number): number {
    let found = -1;
    for (let i = lastAtOrBelow(this.#low, 0, this.#low.length, svma); i >= 0; i--) {
      if (svma >= (this.#reach[i] as number)) break;
      if (svma < (this.#high[i] as number)) found = Math.max(found, this.#entry[i] as number);
    }
    return found;
  }
}

function isAscending(ranges: Float64Array): boolean {
  for (let i = 2; i < ranges.length; i += 2) {
    if ((ranges[i] as number) < (ranges[i - 2] as number)) return false;
  }
  return true;
}

/**
 * Finds the functions of a unit without reading what is in them. Entries that say where their children
 * end are jumped over; `everything` looks inside, too, for functions nested in others.
 */
export function scanFunctions(unit: Unit, everything: boolean): FunctionIndex {
  const { file, header, abbreviations: table } = unit;
  const { info: bytes, entry, littleEndian } = file;
  const { rowOfCode, step } = table;
  const ranges = new Float64Builder();
  const entries = new Float64Builder();
  const end = header.end;
  let at = header.entries;
  // Depth does not matter here: null entries are stepped over like all others.
  while (at < end) {
    const start = at;
    let code = bytes[at++] as number;
    if (code === 0) continue;
    let row: number;
    if (code < 0x80 && code < rowOfCode.length) row = rowOfCode[code] as number;
    else {
      if (code >= 0x80) {
        code &= 0x7f;
        for (let scale = 128; ; scale *= 128) {
          const byte = bytes[at++] as number;
          code += (byte & 0x7f) * scale;
          if (!(byte >= 0x80)) break;
        }
      }
      row = findRow(table, code);
    }
    const each = step[row] as number;
    if (each >= 0) {
      at += each;
      continue;
    }
    if (each === steps.plan && row > 0) {
      at = skipAttributes(table, row, bytes, at, littleEndian);
      continue;
    }
    if (row === 0) throw malformed('.debug_info', start, `unknown abbreviation ${code}`);
    entry.readAttributes(table, row, at);
    at = entry.next;
    const sibling = header.offset + entry.number(roles.sibling, 0);
    if (each === steps.code) {
      unit.readCode(entry, ranges);
      while (entries.length * 2 < ranges.length) entries.push(start);
    }
    if (!everything && sibling > at && sibling <= end) at = sibling;
  }
  return new FunctionIndex(ranges.finish(), entries.finish());
}
