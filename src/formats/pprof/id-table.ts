import { PairIndex } from '../../base/tuple-index.ts';

/**
 * Rows by id. Ids are any u64 but 0; writers nearly always count 1, 2, 3 …, so ids up to the number
 * of rows are found in an array and only the others by hash.
 */
export class IdTable {
  /** Row + 1 by id; 0 = no such row. */
  readonly dense: Int32Array;
  #sparse: PairIndex | undefined;

  constructor(rows: number) {
    this.dense = new Int32Array(rows + 1);
  }

  /** False when the id is taken. */
  add(low: number, high: number, row: number): boolean {
    const id = low >>> 0;
    if (high === 0 && id < this.dense.length) {
      if (this.dense[id] !== 0) return false;
      this.dense[id] = row + 1;
      return true;
    }
    this.#sparse ??= new PairIndex();
    return this.#sparse.findOrAdd(low, high, row) < 0;
  }

  /** The row of an id, or -1. */
  find(low: number, high: number): number {
    const id = low >>> 0;
    if (high === 0 && id < this.dense.length) return (this.dense[id] as number) - 1;
    return this.#sparse?.find(low, high) ?? -1;
  }
}
