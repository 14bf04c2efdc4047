/** Rows fit next to a time of four seconds in the 53 bits of a double. */
const rowBits = 20;
const rowScale = 2 ** rowBits;
const longestSpanNs = 2 ** 32;

/**
 * Records that wait for their turn. Each ring of the kernel is in order of time, but perf writes one
 * ring after the other; a record is due when no earlier one can follow any more. Rows of equal time
 * keep the order in which they came.
 */
export class TimeOrder {
  #length = 0;
  #timeNs = new Float64Array(4096);
  #index = new Int32Array(4096);
  #block = new Int32Array(4096);
  // Where the next sort puts its result: the columns of the sort before.
  #spareTimeNs = new Float64Array(4096);
  #spareIndex = new Int32Array(4096);
  #spareBlock = new Int32Array(4096);
  #keys = new Float64Array(4096);
  #newestNs = 0;
  #isSorted = true;

  get length(): number {
    return this.#length;
  }

  /** The latest time of any record that ever waited here. */
  get newestNs(): number {
    return this.#newestNs;
  }

  /** A record without time takes its turn with the one before it. */
  add(timeNs: number, block: number, index: number): void {
    const row = this.#length;
    if (row === this.#timeNs.length) this.#grow();
    if (row > 0 && timeNs < (this.#timeNs[row - 1] as number)) this.#isSorted = false;
    if (timeNs > this.#newestNs) this.#newestNs = timeNs;
    this.#timeNs[row] = timeNs;
    this.#index[row] = index;
    this.#block[row] = block;
    this.#length = row + 1;
  }

  /** Hands out, in order of time, the records not later than `limitNs`, and forgets them. */
  release(limitNs: number, take: (timeNs: number, block: number, index: number) => void): void {
    if (!this.#isSorted) this.#sort();
    let row = 0;
    for (; row < this.#length && (this.#timeNs[row] as number) <= limitNs; row++) {
      take(this.#timeNs[row] as number, this.#block[row] as number, this.#index[row] as number);
    }
    this.#timeNs.copyWithin(0, row, this.#length);
    this.#index.copyWithin(0, row, this.#length);
    this.#block.copyWithin(0, row, this.#length);
    this.#length -= row;
  }

  /** The time that half of the waiting records are not later than. */
  medianNs(): number {
    if (!this.#isSorted) this.#sort();
    return this.#length === 0 ? 0 : (this.#timeNs[this.#length >> 1] as number);
  }

  #sort(): void {
    const length = this.#length;
    const order = this.#sortedRows();
    const [timeNs, index, block] = [this.#spareTimeNs, this.#spareIndex, this.#spareBlock];
    for (let row = 0; row < length; row++) {
      const from = order[row] as number;
      timeNs[row] = this.#timeNs[from] as number;
      index[row] = this.#index[from] as number;
      block[row] = this.#block[from] as number;
    }
    this.#spareTimeNs = this.#timeNs;
    this.#spareIndex = this.#index;
    this.#spareBlock = this.#block;
    this.#timeNs = timeNs;
    this.#index = index;
    this.#block = block;
    this.#isSorted = true;
  }

  /** Sorting doubles that hold time and row is several times faster than sorting rows by a rule. */
  #sortedRows(): Float64Array | Uint32Array {
    const length = this.#length;
    const times = this.#timeNs;
    let first = Number.POSITIVE_INFINITY;
    for (let row = 0; row < length; row++) {
      const timeNs = times[row] as number;
      if (timeNs > 0 && timeNs < first) first = timeNs;
    }
    const span = this.#newestNs - first;
    if (!(span < longestSpanNs) || length > rowScale) {
      return Uint32Array.from({ length }, (_, row) => row).sort(
        (a, b) => (times[a] as number) - (times[b] as number) || a - b,
      );
    }
    const keys = this.#keys.subarray(0, length);
    for (let row = 0; row < length; row++) {
      // What has no time comes before all that has.
      const sinceFirst = Math.max(0, (times[row] as number) - first + 1);
      keys[row] = sinceFirst * rowScale + row;
    }
    keys.sort();
    for (let row = 0; row < length; row++) keys[row] = (keys[row] as number) % rowScale;
    return keys;
  }

  #grow(): void {
    const capacity = this.#timeNs.length * 2;
    this.#spareTimeNs = new Float64Array(capacity);
    this.#spareIndex = new Int32Array(capacity);
    this.#spareBlock = new Int32Array(capacity);
    this.#keys = new Float64Array(capacity);
    const timeNs = new Float64Array(capacity);
    const index = new Int32Array(capacity);
    const block = new Int32Array(capacity);
    timeNs.set(this.#timeNs);
    index.set(this.#index);
    block.set(this.#block);
    this.#timeNs = timeNs;
    this.#index = index;
    this.#block = block;
  }
}
