/**
 * The rows of a line program, as columns: row i holds from its address up to the next one's. Rows of
 * a sequence are neighbours and sorted by address; of several rows at one address the last is kept,
 * because it is the one that counts.
 */
export interface LineRows {
  readonly address: Float64Array; // Svma
  readonly file: Int32Array;
  readonly line: Int32Array; // 0 = code that belongs to no line
  readonly column: Int32Array;
  /** Sequences sorted by start: [start, end) of Svma, and their rows. */
  readonly sequenceStart: Float64Array;
  readonly sequenceEnd: Float64Array;
  /** The highest end of this sequence and those before it: how far back to look. */
  readonly reach: Float64Array;
  readonly firstRow: Int32Array;
  readonly rowCount: Int32Array;
}

/** The row that an address belongs to, -1 = none. */
export function findLineRow(rows: LineRows, svma: number): number {
  const { sequenceStart, sequenceEnd, reach } = rows;
  for (let i = lastAtOrBelow(sequenceStart, 0, sequenceStart.length, svma); i >= 0; i--) {
    if (svma < (sequenceEnd[i] as number)) {
      const first = rows.firstRow[i] as number;
      return lastAtOrBelow(rows.address, first, first + (rows.rowCount[i] as number), svma);
    }
    if (svma >= (reach[i] as number)) return -1;
  }
  return -1;
}

/** The last index in [from, to) whose value is not above `value`; `from - 1` when all are. */
export function lastAtOrBelow(
  sorted: Float64Array,
  from: number,
  to: number,
  value: number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Collects rows while a program runs. */
export class LineRowsBuilder {
  address: Float64Array = new Float64Array(512);
  file: Int32Array = new Int32Array(512);
  line: Int32Array = new Int32Array(512);
  column: Int32Array = new Int32Array(512);
  length = 0;
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #firstRow: number[] = [];
  readonly #rowCount: number[] = [];

  grow(): void {
    const size = this.address.length * 2;
    const address = new Float64Array(size);
    address.set(this.address);
    this.address = address;
    this.file = longer(this.file, size);
    this.line = longer(this.line, size);
    this.column = longer(this.column, size);
  }

  /** Ends a sequence that began at a row; drops its rows when it covers nothing. */
  endSequence(firstRow: number, end: number, isSorted: boolean, isGone: boolean): void {
    const rowCount = this.length - firstRow;
    if (!isSorted) this.#sortRows(firstRow);
    const start = this.address[firstRow] as number;
    if (isGone || rowCount === 0 || !(start < end)) {
      this.length = firstRow;
      return;
    }
    this.#start.push(start);
    this.#end.push(end);
    this.#firstRow.push(firstRow);
    this.#rowCount.push(rowCount);
  }

  /** Programs must not go back within a sequence; some do. */
  #sortRows(first: number): void {
    const { address, length } = this;
    const order = Array.from({ length: length - first }, (_, i) => first + i);
    order.sort((a, b) => (address[a] as number) - (address[b] as number) || a - b);
    this.address.set(
      order.map((row) => address[row] as number),
      first,
    );
    for (const column of [this.file, this.line, this.column]) {
      column.set(
        order.map((row) => column[row] as number),
        first,
      );
    }
  }

  finish(): LineRows {
    const order = Int32Array.from(this.#start, (_, i) => i);
    if (!isAscending(this.#start)) {
      order.sort((a, b) => (this.#start[a] as number) - (this.#start[b] as number) || a - b);
    }
    const sequenceEnd = Float64Array.from(order, (i) => this.#end[i] as number);
    return {
      address: this.address.slice(0, this.length),
      file: this.file.slice(0, this.length),
      line: this.line.slice(0, this.length),
      column: this.column.slice(0, this.length),
      sequenceStart: Float64Array.from(order, (i) => this.#start[i] as number),
      sequenceEnd,
      reach: runningMaximum(sequenceEnd),
      firstRow: Int32Array.from(order, (i) => this.#firstRow[i] as number),
      rowCount: Int32Array.from(order, (i) => this.#rowCount[i] as number),
    };
  }
}

function longer(column: Int32Array, size: number): Int32Array {
  const grown = new Int32Array(size);
  grown.set(column);
  return grown;
}

export function runningMaximum(values: Float64Array): Float64Array {
  const result = new Float64Array(values.length);
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    highest = Math.max(highest, values[i] as number);
    result[i] = highest;
  }
  return result;
}

function isAscending(values: readonly number[]): boolean {
  for (let i = 1; i < values.length; i++) {
    if ((values[i] as number) < (values[i - 1] as number)) return false;
  }
  return true;
}
