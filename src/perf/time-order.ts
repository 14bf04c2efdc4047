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
  #position = new Float64Array(4096);
  #arena = new Int32Array(4096);
  // Where the next sort puts its result: the columns of the sort before.
  #spareTimeNs = new Float64Array(4096);
  #sparePosition = new Float64Array(4096);
  #spareArena = new Int32Array(4096);
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
  add(timeNs: number, arena: number, position: number): void {
    const row = this.#length;
    if (row === this.#timeNs.length) this.#grow();
    if (row > 0 && timeNs < (this.#timeNs[row - 1] as number)) this.#isSorted = false;
    if (timeNs > this.#newestNs) this.#newestNs = timeNs;
    this.#timeNs[row] = timeNs;
    this.#position[row] = position;
    this.#arena[row] = arena;
    this.#length = row + 1;
  }

  /** Hands out, in order of time, the records not later than `limitNs`, and forgets them. */
  release(limitNs: number, take: (timeNs: number, arena: number, position: number) => void): void {
    if (!this.#isSorted) this.#sort();
    let row = 0;
    for (; row < this.#length && (this.#timeNs[row] as number) <= limitNs; row++) {
      take(this.#timeNs[row] as number, this.#arena[row] as number, this.#position[row] as number);
    }
    this.#timeNs.copyWithin(0, row, this.#length);
    this.#position.copyWithin(0, row, this.#length);
    this.#arena.copyWithin(0, row, this.#length);
    this.#length -= row;
  }

  /** The lowest position of an arena that still waits; `otherwise` when none does. */
  lowestPosition(arena: number, otherwise: number): number {
    let lowest = otherwise;
    for (let row = 0; row < this.#length; row++) {
      const position = this.#position[row] as number;
      if (position < lowest && this.#arena[row] === arena) lowest = position;
    }
    return lowest;
  }

  /** The time that half of the waiting records are not later than. */
  medianNs(): number {
    if (!this.#isSorted) this.#sort();
    return this.#length === 0 ? 0 : (this.#timeNs[this.#length >> 1] as number);
  }

  #sort(): void {
    const length = this.#length;
    const order = this.#sortedRows();
    const [timeNs, position, arena] = [this.#spareTimeNs, this.#sparePosition, this.#spareArena];
    for (let row = 0; row < length; row++) {
      const from = order[row] as number;
      timeNs[row] = this.#timeNs[from] as number;
      position[row] = this.#position[from] as number;
      arena[row] = this.#arena[from] as number;
    }
    this.#spareTimeNs = this.#timeNs;
    this.#sparePosition = this.#position;
    this.#spareArena = this.#arena;
    this.#timeNs = timeNs;
    this.#position = position;
    this.#arena = arena;
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
    this.#sparePosition = new Float64Array(capacity);
    this.#spareArena = new Int32Array(capacity);
    this.#keys = new Float64Array(capacity);
    const timeNs = new Float64Array(capacity);
    const position = new Float64Array(capacity);
    const arena = new Int32Array(capacity);
    timeNs.set(this.#timeNs);
    position.set(this.#position);
    arena.set(this.#arena);
    this.#timeNs = timeNs;
    this.#position = position;
    this.#arena = arena;
  }
}
