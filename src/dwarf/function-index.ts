import { Float64Builder } from '../base/growable-column.ts';
import { malformed } from '../base/tool-error.ts';
import { findRow, skipAttributes, steps } from './abbreviations.ts';
import { roles } from './attribute-table.ts';
import { ascendingOrder, lastAtOrBelow, runningMaximum } from './sorted-columns.ts';
import type { Unit } from './unit.ts';

/** The functions of a unit by address; one row per range. */
export class FunctionIndex {
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #reach: Float64Array;
  /** Offset of the function's entry in .debug_info. */
  readonly #entry: Float64Array;

  /** False when entries were jumped over that may hold further functions. */
  readonly isComplete: boolean;

  constructor(ranges: Float64Array, entries: Float64Array, isComplete: boolean) {
    this.isComplete = isComplete;
    const count = entries.length;
    const starts = new Float64Array(count);
    for (let i = 0; i < count; i++) starts[i] = ranges[2 * i] as number;
    const order = ascendingOrder(starts);
    this.#low = order === undefined ? starts : new Float64Array(count);
    this.#high = new Float64Array(count);
    this.#entry = order === undefined ? entries : new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const from = order === undefined ? i : (order[i] as number);
      this.#low[i] = starts[from] as number;
      this.#high[i] = ranges[2 * from + 1] as number;
      this.#entry[i] = entries[from] as number;
    }
    this.#reach = runningMaximum(this.#high);
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

  /** Whether an address lies in a hole between two functions that is too small for a third. */
  isPadding(svma: number): boolean {
    const before = lastAtOrBelow(this.#low, 0, this.#low.length, svma);
    if (before < 0 || before + 1 >= this.#low.length) return false;
    const hole = (this.#low[before + 1] as number) - (this.#reach[before] as number);
    return hole < usualAlignment;
  }
}

/** Functions are aligned to this or more wherever compilers care for speed. */
const usualAlignment = 16;

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
  let isComplete = true;
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
    if (!everything && sibling > at && sibling <= end) {
      at = sibling;
      isComplete = false;
    }
  }
  return new FunctionIndex(ranges.finish(), entries.finish(), isComplete);
}
