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

const firstRoom = 1 << 14;

/** Collects rows while a program runs; serves one program after the other and keeps its room. */
export class LineRowsBuilder {
  address: Float64Array = new Float64Array(firstRoom);
  file: Int32Array = new Int32Array(firstRoom);
  line: Int32Array = new Int32Array(firstRoom);
  column: Int32Array = new Int32Array(firstRoom);
  length = 0;
  #isSorted = true;
  #start: number[] = [];
  #end: number[] = [];
  #firstRow: number[] = [];
  #rowCount: number[] = [];

  clear(): void {
    this.length = 0;
    this.#isSorted = true;
    this.#start = [];
    this.#end = [];
    this.#firstRow = [];
    this.#rowCount = [];
  }

  /** Adds a row to the sequence that began at `firstRow`; of rows at one address the last is kept. */
  push(firstRow: number, address: number, file: number, line: number, column: number): void {
    let row = this.length;
    if (row > firstRow) {
      const last = this.address[row - 1] as number;
      if (address === last) row--;
      else if (address < last) this.#isSorted = false;
    }
    if (row === this.address.length) this.#grow();
    this.address[row] = address;
    this.file[row] = file;
    this.line[row] = line;
    this.column[row] = column;
    this.length = row + 1;
  }

  #grow(): void {
    const size = this.address.length * 2;
    const address = new Float64Array(size);
    address.set(this.address);
    this.address = address;
    this.file = longer(this.file, size);
    this.line = longer(this.line, size);
    this.column = longer(this.column, size);
  }

  /** Ends a sequence that began at a row; drops its rows when it covers nothing. */
  endSequence(firstRow: number, end: number, isGone: boolean): void {
    const rowCount = this.length - firstRow;
    if (!this.#isSorted) this.#sortRows(firstRow);
    this.#isSorted = true;
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
    const count = this.#start.length;
    const order = ascendingOrder(Float64Array.from(this.#start));
    const sequenceStart = new Float64Array(count);
    const sequenceEnd = new Float64Array(count);
    const firstRow = new Int32Array(count);
    const rowCount = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const from = order === undefined ? i : (order[i] as number);
      sequenceStart[i] = this.#start[from] as number;
      sequenceEnd[i] = this.#end[from] as number;
      firstRow[i] = this.#firstRow[from] as number;
      rowCount[i] = this.#rowCount[from] as number;
    }
    return {
      address: this.address.slice(0, this.length),
      file: this.file.slice(0, this.length),
      line: this.line.slice(0, this.length),
      column: this.column.slice(0, this.length),
      sequenceStart,
      sequenceEnd,
      reach: runningMaximum(sequenceEnd),
      firstRow,
      rowCount,
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

/** The order that sorts values, the earlier of equals first; undefined when they are sorted already. */
export function ascendingOrder(values: Float64Array): Int32Array | undefined {
  let i = 1;
  while (i < values.length && (values[i] as number) >= (values[i - 1] as number)) i++;
  if (i >= values.length) return undefined;
  const order = new Int32Array(values.length);
  for (let each = 0; each < order.length; each++) order[each] = each;
  return order.sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
}
