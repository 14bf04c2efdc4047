import type { Float64Builder } from '../base/growable-column.ts';
import type { CallNodes } from './call-tree-nodes.ts';
import { sumUpwards } from './call-tree-sums.ts';
import type { FrameKeys } from './frame-keys.ts';

export type SiblingOrder = 'name' | 'weight' | 'time';

/** Self and inclusive sums of one column, per node. */
export interface TreeColumn {
  readonly self: Float64Array;
  readonly total: Float64Array;
}

export interface OrderedNodes {
  readonly length: number;
  readonly parent: Int32Array;
  readonly key: Int32Array;
  readonly depth: Int32Array;
  readonly subtreeEnd: Int32Array;
  readonly inlined: Uint8Array;
  readonly columns: readonly TreeColumn[];
  /** In time order: the sum of what came before each node. */
  readonly start: Float64Array | null;
  /** Descendants left out for being small, those of kept children not counted; null = none are. */
  readonly dropped: Int32Array | null;
}

/**
 * Puts the nodes in depth-first order, siblings as asked. Linear but for the sort of the distinct
 * names (and of siblings, by weight). Relies on parents standing before their children.
 */
export function orderNodes(
  nodes: CallNodes,
  keys: FrameKeys,
  order: SiblingOrder,
  more: { readonly start?: Float64Builder; readonly weightColumns: number },
): OrderedNodes {
  const { start = null, weightColumns } = more;
  const { parent, key, inlined, dropped } = nodes;
  const totals = nodes.self.map((column, c) => inclusive(column, nodes.rest?.[c], parent));
  const byName = order === 'time' ? null : nodesByRank(key, keyRanks(keys));
  const lists = siblingLists(parent, byName);
  if (order === 'weight') heaviestFirst(lists, largest(totals.slice(0, weightColumns)));
  const place = preorder(parent, lists);
  const { length } = parent;
  const ordered = {
    length,
    parent: new Int32Array(length),
    key: new Int32Array(length),
    depth: new Int32Array(length),
    subtreeEnd: new Int32Array(length),
    inlined: new Uint8Array(length),
    columns: totals.map(() => ({
      self: new Float64Array(length),
      total: new Float64Array(length),
    })),
    start: start === null ? null : new Float64Array(length),
    dropped: dropped === null ? null : new Int32Array(length),
  };
  for (let node = 0; node < length; node++) {
    const to = place.position[node] as number;
    const up = parent[node] as number;
    ordered.parent[to] = up < 0 ? -1 : (place.position[up] as number);
    ordered.key[to] = key[node] as number;
    ordered.inlined[to] = inlined[node] as number;
    ordered.subtreeEnd[to] = to + (place.size[node] as number);
    if (ordered.start !== null && start !== null) ordered.start[to] = start.at(node);
    if (ordered.dropped !== null && dropped !== null) ordered.dropped[to] = dropped[node] as number;
  }
  ordered.columns.forEach((column, c) => {
    scatter(column.self, nodes.self[c] ?? new Float64Array(length), place.position);
    scatter(column.total, totals[c] ?? new Float64Array(length), place.position);
  });
  // In depth-first order a parent's depth is known before its children's.
  for (let node = 1; node < length; node++) {
    ordered.depth[node] = (ordered.depth[ordered.parent[node] as number] as number) + 1;
  }
  return ordered;
}

function scatter(to: Float64Array, from: Float64Array, position: Int32Array): void {
  for (let node = 0; node < from.length; node++) {
    to[position[node] as number] = from[node] as number;
  }
}

/** Sums the values of nodes, and of what they lost, up the tree in one backward pass. */
function inclusive(
  self: Float64Array,
  rest: Float64Array | undefined,
  parent: Int32Array,
): Float64Array {
  const total = self.slice();
  if (rest !== undefined) {
    for (let node = 0; node < total.length; node++) {
      total[node] = (total[node] as number) + (rest[node] as number);
    }
  }
  return sumUpwards(total, parent);
}

interface SiblingLists {
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
}

/** Siblings as their nodes follow each other in `ordered`; null = in their own order. */
function siblingLists(parent: Int32Array, ordered: Int32Array | null): SiblingLists {
  const lists = {
    firstChild: new Int32Array(parent.length).fill(-1),
    nextSibling: new Int32Array(parent.length).fill(-1),
  };
  // Prepending from the last to the first leaves every list in ascending order.
  for (let i = parent.length - 1; i >= 0; i--) {
    const node = ordered === null ? i : (ordered[i] as number);
    const up = parent[node] as number;
    if (up < 0) continue;
    lists.nextSibling[node] = lists.firstChild[up] as number;
    lists.firstChild[up] = node;
  }
  return lists;
}

/** Per key its place in the order of names, then of modules. */
export function keyRanks({ length, name, module }: FrameKeys): Int32Array {
  const sorted = Array.from({ length }, (_, i) => i).sort(
    (a, b) =>
      compareText(name[a] ?? '', name[b] ?? '') || compareText(module[a] ?? '', module[b] ?? ''),
  );
  const rank = new Int32Array(length);
  sorted.forEach((each, i) => {
    rank[each] = i;
  });
  return rank;
}

/** Nodes ordered by the rank of their key: the keys are sorted, the nodes only counted. */
function nodesByRank(key: Int32Array, rank: Int32Array): Int32Array {
  const start = new Int32Array(rank.length + 1);
  for (const each of key) {
    const next = (rank[each] as number) + 1;
    start[next] = (start[next] as number) + 1;
  }
  for (let i = 0; i < rank.length; i++) {
    start[i + 1] = (start[i + 1] as number) + (start[i] as number);
  }
  const nodes = new Int32Array(key.length);
  for (let node = 0; node < key.length; node++) {
    const mine = rank[key[node] as number] as number;
    const at = start[mine] as number;
    nodes[at] = node;
    start[mine] = at + 1;
  }
  return nodes;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Per node the largest of some columns: of two sides, what is gone still stands where it stood. */
function largest(columns: readonly Float64Array[]): Float64Array {
  const [first = new Float64Array(0), ...more] = columns;
  if (more.length === 0) return first;
  return first.map((value, node) =>
    more.reduce((most, column) => Math.max(most, column[node] as number), value),
  );
}

function heaviestFirst(lists: SiblingLists, weight: Float64Array): void {
  const { firstChild, nextSibling } = lists;
  for (let up = 0; up < firstChild.length; up++) {
    const children: number[] = [];
    for (let at = firstChild[up] as number; at >= 0; at = nextSibling[at] as number) {
      children.push(at);
    }
    if (children.length < 2) continue;
    children.sort((a, b) => (weight[b] as number) - (weight[a] as number));
    children.forEach((child, i) => {
      nextSibling[child] = children[i + 1] ?? -1;
    });
    firstChild[up] = children[0] as number;
  }
}

interface DepthFirst {
  readonly position: Int32Array;
  readonly size: Int32Array;
}

/** Each node's place in depth-first order, without recursion: a node knows its size before it is placed. */
function preorder(parent: Int32Array, lists: SiblingLists): DepthFirst {
  const size = new Int32Array(parent.length).fill(1);
  for (let node = parent.length - 1; node > 0; node--) {
    const up = parent[node] as number;
    if (up >= 0) size[up] = (size[up] as number) + (size[node] as number);
  }
  const position = new Int32Array(parent.length);
  for (let node = 0; node < parent.length; node++) {
    let next = (position[node] as number) + 1;
    let child = lists.firstChild[node] as number;
    for (; child >= 0; child = lists.nextSibling[child] as number) {
      position[child] = next;
      next += size[child] as number;
    }
  }
  return { position, size };
}
