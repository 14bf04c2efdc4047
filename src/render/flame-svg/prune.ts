import type { CallTree } from '../../analysis/index.ts';

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
  /** Weight of what ends in frames that were left out, as a share of the whole. */
  readonly prunedShare: number;
  readonly cutAtDepth: number;
}

/** More rows than this no one scrolls through, and some viewers refuse. */
const mostRows = 2000;

/** Widths of all frames and of what they hold themselves. */
export interface Weights {
  readonly total: Float64Array;
  readonly self: Float64Array;
}

/**
 * With one column widths are its totals. With two (a difference) each frame is as wide as what it and
 * its callees had at most, so that children always fit their parent and what is gone stays
 * visible. Negative values have no width.
 */
export function weigh(tree: CallTree): Weights {
  const [first, second] = tree.columns;
  const empty = new Float64Array(tree.length);
  const { self, total } = first ?? { self: empty, total: empty };
  if (second === undefined && !total.some((value) => value < 0) && !self.some((v) => v < 0)) {
    return { self, total };
  }
  const own = self.map((value, node) => Math.max(0, value, second?.self[node] ?? 0));
  const sum = own.map((value, node) => {
    const rest = Math.max(restOf(tree, total, self, node), 0);
    const other = second === undefined ? 0 : restOf(tree, second.total, second.self, node);
    return value + Math.max(rest, other);
  });
  for (let node = tree.length - 1; node > 0; node--) {
    const up = tree.parent[node] as number;
    sum[up] = (sum[up] as number) + (sum[node] as number);
  }
  return { self: own, total: sum };
}

/** What the descendants had that the tree left out. */
function restOf(tree: CallTree, total: Float64Array, self: Float64Array, node: number): number {
  if ((tree.dropped?.[node] ?? 0) === 0) return 0;
  let rest = (total[node] as number) - (self[node] as number);
  const end = tree.subtreeEnd[node] as number;
  for (let child = node + 1; child < end; child = tree.subtreeEnd[child] as number) {
    rest -= total[child] as number;
  }
  return rest;
}

/**
 * Keeps frames of at least `minimum` weight. What the frames left out below a frame had becomes one
 * block at its right end, when it is wide enough; in time order they leave a gap.
 */
export function pruneTree(tree: CallTree, weights: Weights, minimum: number): KeptFrames {
  const { total } = weights;
  const isKept = new Uint8Array(tree.length);
  const small = tree.dropped?.slice() ?? new Int32Array(tree.length);
  let cutAtDepth = 0;
  for (let node = 0; node < tree.length; ) {
    const width = total[node] as number;
    const tooDeep = (tree.depth[node] as number) > mostRows;
    if (node === 0 || (width >= minimum && width > 0 && !tooDeep)) {
      isKept[node++] = 1;
      continue;
    }
    const up = tree.parent[node] as number;
    const end = tree.subtreeEnd[node] as number;
    if (tooDeep && width > 0) cutAtDepth += end - node;
    // Frames of no weight belong to another value of the profile: nothing is lost with them.
    for (; node < end; node++) {
      const seen = (total[node] as number) > 0 ? 1 : 0;
      small[up] = (small[up] as number) + seen + (tree.dropped?.[node] ?? 0);
    }
  }
  const blockWeight = blockWeights(tree, weights, isKept, small);
  const rows = placeRows(tree, weights, isKept, {
    count: small,
    weight: blockWeight,
    minimum: tree.start === null ? minimum : Number.POSITIVE_INFINITY,
  });
  let prunedFrames = 0;
  let prunedWeight = 0;
  for (let node = 0; node < tree.length; node++) {
    if (isKept[node] === 0) continue;
    prunedFrames += small[node] as number;
    prunedWeight += blockWeight[node] as number;
  }
  const whole = Math.max(total[0] as number, Number.MIN_VALUE);
  return { ...rows, prunedFrames, prunedShare: prunedWeight / whole, cutAtDepth };
}

/** Per kept node, what its left out descendants had: its total less itself and its kept children. */
function blockWeights(
  tree: CallTree,
  weights: Weights,
  isKept: Uint8Array,
  small: Int32Array,
): Float64Array {
  const weight = weights.total.map((total, node) => total - (weights.self[node] as number));
  for (let node = tree.length - 1; node > 0; node--) {
    if (isKept[node] === 0) continue;
    const up = tree.parent[node] as number;
    weight[up] = (weight[up] as number) - (weights.total[node] as number);
  }
  // Sums of fractions leave crumbs where nothing was left out.
  return weight.map((value, node) => ((small[node] as number) > 0 ? Math.max(0, value) : 0));
}

interface Blocks {
  readonly count: Int32Array;
  readonly weight: Float64Array;
  readonly minimum: number;
}

type PlacedRows = Omit<KeptFrames, 'prunedFrames' | 'prunedShare' | 'cutAtDepth'>;

/** Numbers the kept nodes anew, each block behind the subtree of its parent. */
function placeRows(
  tree: CallTree,
  weights: Weights,
  isKept: Uint8Array,
  blocks: Blocks,
): PlacedRows {
  const hasBlock = (node: number): boolean =>
    (blocks.weight[node] as number) > 0 && (blocks.weight[node] as number) >= blocks.minimum;
  const size = new Int32Array(tree.length);
  for (let node = tree.length - 1; node >= 0; node--) {
    if (isKept[node] === 0) continue;
    size[node] = (size[node] as number) + (hasBlock(node) ? 2 : 1);
    const up = tree.parent[node] as number;
    if (up >= 0) size[up] = (size[up] as number) + (size[node] as number);
  }
  const rows = emptyRows(size[0] as number);
  const next = new Int32Array(tree.length);
  const nextStart = new Float64Array(tree.length);
  const place = new Int32Array(tree.length).fill(-1);
  for (let node = 0; node < tree.length; node++) {
    if (isKept[node] === 0) continue;
    const up = tree.parent[node] as number;
    const row = up < 0 ? 0 : (next[up] as number);
    const start = tree.start?.[node] ?? (up < 0 ? 0 : (nextStart[up] ?? 0));
    const wide = weights.total[node] as number;
    const end = row + (size[node] as number);
    if (up >= 0) {
      next[up] = end;
      nextStart[up] = start + wide;
    }
    next[node] = row + 1;
    nextStart[node] = start;
    place[node] = row;
    rows.node[row] = node;
    rows.parent[row] = up < 0 ? -1 : (place[up] as number);
    rows.depth[row] = tree.depth[node] as number;
    rows.subtreeEnd[row] = end;
    rows.start[row] = start;
    rows.weight[row] = wide;
  }
  for (let node = 0; node < tree.length; node++) {
    if (isKept[node] === 0 || !hasBlock(node)) continue;
    const row = place[node] as number;
    const block = (rows.subtreeEnd[row] as number) - 1;
    rows.node[block] = node;
    rows.small[block] = blocks.count[node] as number;
    rows.parent[block] = row;
    rows.depth[block] = (rows.depth[row] as number) + 1;
    rows.subtreeEnd[block] = block + 1;
    rows.start[block] = nextStart[node] as number;
    rows.weight[block] = blocks.weight[node] as number;
  }
  return rows;
}

function emptyRows(length: number): PlacedRows {
  return {
    length,
    node: new Int32Array(length),
    small: new Int32Array(length),
    parent: new Int32Array(length).fill(-1),
    depth: new Int32Array(length),
    subtreeEnd: new Int32Array(length),
    start: new Float64Array(length),
    weight: new Float64Array(length),
  };
}
