/** Ranges of addresses, each from a moment on: rows in order of time, later rows win. */
export interface TimedRangeRows {
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Never falls from row to row. */
  readonly time: Float64Array;
}

/**
 * Answers which range held an address at a time, in O(log² n) whatever the ranges overlap: a
 * segment tree over the distinct bounds, where each node lists, oldest first, the ranges that cover
 * all of it but not all of its parent.
 */
export class TimedRanges {
  readonly #rows: TimedRangeRows;
  readonly #bounds: Float64Array;
  /** Leaves of the tree; a power of two. Node 1 is the root, node n has the children 2n, 2n + 1. */
  readonly #leaves: number;
  /** Node n owns #listed[#first[n]] … #listed[#first[n + 1] − 1]. */
  readonly #first: Int32Array;
  readonly #listed: Int32Array;

  constructor(rows: TimedRangeRows) {
    this.#rows = rows;
    this.#bounds = distinctBounds(rows);
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(2, this.#bounds.length)));
    const leaves = this.#leavesOf();
    const counts = new Int32Array(this.#leaves * 2 + 1);
    forEachNode(leaves, (node) => {
      counts[node + 1] = (counts[node + 1] as number) + 1;
    });
    for (let node = 1; node < counts.length; node++) {
      counts[node] = (counts[node] as number) + (counts[node - 1] as number);
    }
    this.#first = counts;
    this.#listed = new Int32Array(counts[counts.length - 1] as number);
    const next = counts.slice();
    forEachNode(leaves, (node, row) => {
      const at = next[node] as number;
      this.#listed[at] = row;
      next[node] = at + 1;
    });
  }

  /** The newest row at that time that holds the address; -1 = none. */
  find(address: number, time: number): number {
    let newest = -1;
    for (let node = this.#leafOf(address); node >= 1; node >>= 1) {
      newest = Math.max(newest, this.#newestOf(node, time));
    }
    return newest;
  }

  /** Whether one row and no other ever held the address. */
  isLasting(address: number): boolean {
    let rows = 0;
    for (let node = this.#leafOf(address); node >= 1; node >>= 1) {
      rows += (this.#first[node + 1] as number) - (this.#first[node] as number);
    }
    return rows <= 1;
  }

  /** 0, which is no node, for an address below all ranges. */
  #leafOf(address: number): number {
    const bound = lastNotAbove(this.#bounds, address);
    return bound < 0 ? 0 : this.#leaves + bound;
  }

  #newestOf(node: number, time: number): number {
    const { time: times } = this.#rows;
    let low = this.#first[node] as number;
    const first = low;
    let high = this.#first[node + 1] as number;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((times[this.#listed[middle] as number] as number) <= time) low = middle + 1;
      else high = middle;
    }
    return low === first ? -1 : (this.#listed[low - 1] as number);
  }

  /** Per row its first leaf and the one behind its last; both 0 for an empty range. */
  #leavesOf(): Int32Array {
    const { start, end } = this.#rows;
    const leaves = new Int32Array(start.length * 2);
    for (let row = 0; row < start.length; row++) {
      const [from, to] = [start[row] as number, end[row] as number];
      if (!(to > from)) continue;
      leaves[row * 2] = this.#leaves + lastNotAbove(this.#bounds, from);
      leaves[row * 2 + 1] = this.#leaves + lastNotAbove(this.#bounds, to);
    }
    return leaves;
  }
}

/** The usual cover of [from, to) by whole nodes, bottom up, for every row in turn. */
function forEachNode(leaves: Int32Array, visit: (node: number, row: number) => void): void {
  for (let row = 0; row * 2 < leaves.length; row++) {
    let from = leaves[row * 2] as number;
    let to = leaves[row * 2 + 1] as number;
    while (from < to) {
      if (from & 1) visit(from++, row);
      if (to & 1) visit(--to, row);
      from >>= 1;
      to >>= 1;
    }
  }
}

function distinctBounds({ start, end }: TimedRangeRows): Float64Array {
  const all = new Float64Array(start.length * 2);
  all.set(start);
  all.set(end, start.length);
  all.sort();
  let kept = 0;
  for (let at = 0; at < all.length; at++) {
    if (at === 0 || all[at] !== all[at - 1]) all[kept++] = all[at] as number;
  }
  return all.slice(0, kept);
}

/** The index of the greatest entry that is not above `value`; -1 = all are. */
export function lastNotAbove(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
