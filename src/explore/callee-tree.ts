import type { CallSkeleton } from './call-skeleton.ts';
import { TreeRows } from './tree-rows.ts';
import type { WeighedTree } from './weighed-tree.ts';

export interface PruneOptions {
  /** Nodes below this share of the tree's root (or of the end of `root`) are left out. */
  readonly minimumShare: number;
  readonly byWeight: boolean;
  /** Keys from below the root down: only this path and what lies below its end. */
  readonly root: readonly number[];
}

/** The part of the top-down tree that is large enough to see, in depth-first order. */
export function calleeTree(
  skeleton: CallSkeleton,
  weights: WeighedTree,
  nameRank: Int32Array,
  options: PruneOptions,
): TreeRows {
  const rows = new TreeRows();
  const add = (node: number, parent: number): number =>
    rows.add({
      parent,
      key: skeleton.key[node] as number,
      inlined: skeleton.inlined[node] as number,
      self: weights.self[node] as number,
      total: weights.total[node] as number,
      selfSamples: weights.selfSamples[node] as number,
      totalSamples: weights.totalSamples[node] as number,
    });
  let top = 0;
  let topRow = add(0, -1);
  for (const key of options.root) {
    top = findChild(skeleton, weights, top, key);
    if (top < 0) return rows;
    topRow = add(top, topRow);
  }
  const minimum = weights.hasNegative
    ? Number.NEGATIVE_INFINITY
    : options.minimumShare * Math.abs(weights.total[top] as number);
  // What waits to be written: nodes with the rows of their parents, the next one last.
  const waiting: number[] = [];
  const byWeight = (a: number, b: number): number =>
    (weights.total[a] as number) - (weights.total[b] as number);
  const byName = (a: number, b: number): number =>
    (nameRank[skeleton.key[b] as number] as number) -
    (nameRank[skeleton.key[a] as number] as number);
  const expand = (node: number, row: number): void => {
    const children = liveChildren(skeleton, weights, node, minimum);
    if (children.small > 0) rows.drop(row, children.small);
    // The next one to be written stands last.
    children.kept.sort(options.byWeight ? (a, b) => byWeight(a, b) || byName(a, b) : byName);
    for (const child of children.kept) waiting.push(child, row);
  };
  expand(top, topRow);
  while (waiting.length > 0) {
    const parent = waiting.pop() as number;
    const node = waiting.pop() as number;
    expand(node, add(node, parent));
  }
  return rows;
}

/** The child of that key which has a value; -1 = none. */
export function findChild(
  { key, firstChild, nextSibling }: CallSkeleton,
  weights: WeighedTree,
  node: number,
  wanted: number,
): number {
  let child = firstChild[node] as number;
  for (; child >= 0; child = nextSibling[child] as number) {
    if (key[child] === wanted) return isLive(weights, child) ? child : -1;
  }
  return -1;
}

/** Children of at least the minimum, in no order, and how many with a value are smaller. */
export function liveChildren(
  { firstChild, nextSibling }: CallSkeleton,
  weights: WeighedTree,
  node: number,
  minimum: number,
): { readonly kept: number[]; readonly small: number } {
  const kept: number[] = [];
  let small = 0;
  let child = firstChild[node] as number;
  for (; child >= 0; child = nextSibling[child] as number) {
    if (!isLive(weights, child)) continue;
    if ((weights.total[child] as number) >= minimum) kept.push(child);
    else small++;
  }
  return { kept, small };
}

function isLive({ total, totalSamples }: WeighedTree, node: number): boolean {
  return total[node] !== 0 || totalSamples[node] !== 0;
}
