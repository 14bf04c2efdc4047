import type { TableWork } from './table-work.ts';

/**
 * The value that a pc-value table of Go has at a distance from the function's entry: pairs of deltas,
 * value (zigzag) and pc (in smallest instructions), up to a zero. -1 when the table ends before.
 */
export function pcValue(
  table: Uint8Array,
  offset: number,
  quantum: number,
  distance: number,
  work?: TableWork,
): number {
  const runs = new PcRuns(table, offset);
  let found = -1;
  while (runs.next()) {
    if (distance >= runs.units * quantum) continue;
    found = runs.value | 0;
    break;
  }
  work?.spend(runs.at - offset);
  return found;
}

/** The highest value in the table, -1 when it has none. */
export function highestPcValue(table: Uint8Array, offset: number, work?: TableWork): number {
  const runs = new PcRuns(table, offset);
  let highest = -1;
  while (runs.next()) if (runs.value > highest) highest = runs.value;
  work?.spend(runs.at - offset);
  return highest;
}

/** Walks the runs of one value: up to `units` smallest instructions from the entry it is `value`. */
class PcRuns {
  readonly #table: Uint8Array;
  at: number;
  #isFirst = true;
  units = 0;
  value = -1;

  constructor(table: Uint8Array, offset: number) {
    this.#table = table;
    this.at = offset;
  }

  next(): boolean {
    if (this.at >= this.#table.length) return false;
    const delta = this.#varint();
    if (delta === 0 && !this.#isFirst) return false;
    this.#isFirst = false;
    this.value += (delta & 1) === 1 ? ~(delta >>> 1) : delta >>> 1;
    this.units += this.#varint();
    return true;
  }

  #varint(): number {
    let result = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#table[this.at++];
      if (byte === undefined) return 0;
      result |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return result >>> 0;
  }
}
