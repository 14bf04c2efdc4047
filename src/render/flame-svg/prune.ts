import type { CallTree } from '../../analysis/index.ts';
import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';

/** Rows of the call tree that stay, and blocks that stand for those that do not. */
export interface KeptFrames {
  readonly length: number;
  /** Row of the call tree; for a block its parent's. */
  readonly node: Int32Array;
  /** 0 for a frame; how many frames a block stands for. */
  readonly small: Int32Array;
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  readonly subtreeEnd: Int32Array;
  readonly start: Float64Array;
  readonly weight: Float64Array;
  readonly prunedFrames: number;
  /** Weight of the narrow frames next to the kept ones, as a share of the whole. */
  readonly prunedShare: number;
  readonly cutAtDepth: number;
}

/** More rows than this no one scrolls through, and some viewers refuse. */
const mostRows = 2000;

/**
 * Widths of all frames. With one column the totals; with two (a difference) each frame is as wide as
 * what it and its callees had at most, so that children always fit their parent and what is gone
 * stays visible. Negative values have no width.
 */
export function weigh(tree: CallTree): Float64Array {
  const [first, second] = tree.columns;
  const self = first?.self ?? new Float64Array(tree.length);
  if (second === undefined && !self.some((value) => value < 0)) {
    return first?.total ?? self;
  }
  const weight = self.map((value, node) => Math.max(0, value, second?.self[node] ?? 0));
  for (let node = tree.length - 1; node > 0; node--) {
    const up = tree.parent[node] as number;
    weight[up] = (weight[up] as number) + (weight[node] as number);
  }
  return weight;
}

/**
 * Keeps frames of at least `minimum` weight. The narrow children of a frame become one block at
 * its right end, when together they are wide enough; in time order they leave a gap.
 */
export function pruneTree(tree: CallTree, weight: Float64Array, minimum: number): KeptFrames {
  const kept = new KeptRows();
  const inTime = tree.start !== null;
  const newRow = new Int32Array(tree.length).fill(-1);
  let prunedFrames = 0;
  let prunedWeight = 0;
  let cutAtDepth = 0;
  let node = 0;
  while (node < tree.length) {
    const width = weight[node] as number;
    const depth = tree.depth[node] as number;
    const end = tree.subtreeEnd[node] as number;
    const up = tree.parent[node] as number;
    const row = up < 0 ? -1 : (newRow[up] as number);
    if (node > 0 && (width < minimum || width <= 0 || depth > mostRows)) {
      if (depth > mostRows) cutAtDepth += end - node;
      prunedFrames += end - node;
      prunedWeight += width;
      kept.addSmall(row, end - node, width);
      node = end;
    } else {
      newRow[node] = kept.add(node, row, depth, width, tree.start?.[node]);
      node++;
    }
  }
  const whole = Math.max(weight[0] as number, Number.MIN_VALUE);
  const rows = kept.finish(inTime ? Number.POSITIVE_INFINITY : minimum);
  return { ...rows, prunedFrames, prunedShare: prunedWeight / whole, cutAtDepth };
}

class KeptRows {
  readonly #node = new Int32Builder();
  readonly #parent = new Int32Builder();
  readonly #depth = new Int32Builder();
  readonly #weight = new Float64Builder();
  readonly #start = new Float64Builder();
  /** Where the next child of each row begins. */
  readonly #next = new Float64Builder();
  readonly #smallCount = new Int32Builder();
  readonly #smallWeight = new Float64Builder();

  add(node: number, parent: number, depth: number, weight: number, at: number | undefined): number {
    const start = at ?? (parent < 0 ? 0 : this.#next.at(parent));
    if (parent >= 0) this.#next.set(parent, start + weight);
    this.#node.push(node);
    this.#depth.push(depth);
    this.#weight.push(weight);
    this.#start.push(start);
    this.#next.push(start);
    this.#smallCount.push(0);
    this.#smallWeight.push(0);
    return this.#parent.push(parent);
  }

  addSmall(parent: number, count: number, weight: number): void {
    this.#smallCount.set(parent, this.#smallCount.at(parent) + count);
    this.#smallWeight.add(parent, weight);
  }

  /** Adds the blocks behind the subtree of their parent, which keeps depth-first order. */
  finish(minimum: number): Omit<KeptFrames, 'prunedFrames' | 'prunedShare' | 'cutAtDepth'> {
    const rows = this.#parent.length;
    const hasBlock = (row: number): boolean =>
      this.#smallWeight.at(row) > 0 && this.#smallWeight.at(row) >= minimum;
    const size = new Int32Array(rows);
    let length = rows;
    for (let row = rows - 1; row >= 0; row--) {
      if (hasBlock(row)) length++;
      size[row] = (size[row] as number) + 1 + (hasBlock(row) ? 1 : 0);
      const up = this.#parent.at(row);
      if (up >= 0) size[up] = (size[up] as number) + (size[row] as number);
    }
    const out = {
      length,
      node: new Int32Array(length),
      small: new Int32Array(length),
      parent: new Int32Array(length).fill(-1),
      depth: new Int32Array(length),
      subtreeEnd: new Int32Array(length),
      start: new Float64Array(length),
      weight: new Float64Array(length),
    };
    const place = new Int32Array(rows);
    const nextPlace = new Int32Array(rows);
    for (let row = 0; row < rows; row++) {
      const up = this.#parent.at(row);
      const at = up < 0 ? 0 : (nextPlace[up] as number);
      if (up >= 0) nextPlace[up] = at + (size[row] as number);
      place[row] = at;
      nextPlace[row] = at + 1;
      out.node[at] = this.#node.at(row);
      out.parent[at] = up < 0 ? -1 : (place[up] as number);
      out.depth[at] = this.#depth.at(row);
      out.subtreeEnd[at] = at + (size[row] as number);
      out.start[at] = this.#start.at(row);
      out.weight[at] = this.#weight.at(row);
      if (!hasBlock(row)) continue;
      const block = at + (size[row] as number) - 1;
      out.node[block] = this.#node.at(row);
      out.small[block] = this.#smallCount.at(row);
      out.parent[block] = at;
      out.depth[block] = this.#depth.at(row) + 1;
      out.subtreeEnd[block] = block + 1;
      out.start[block] = this.#next.at(row);
      out.weight[block] = this.#smallWeight.at(row);
    }
    return out;
  }
}
