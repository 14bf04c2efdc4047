import type { NameList, PackedKeys } from '../../../explore/index.ts';
import { followPath, pathTo } from '../preorder-tree.ts';

/**
 * What a flame surface draws: a tree in depth-first order. Row 0 is the root, the descendants of row n
 * are n + 1 … subtreeEnd[n] − 1. A `TreeAnswer` is one as it stands.
 */
export interface FlameTable {
  readonly length: number;
  readonly parent: Int32Array; // -1 = root
  readonly key: Int32Array;
  readonly depth: Int32Array;
  readonly subtreeEnd: Int32Array;
  readonly inlined: Uint8Array;
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
  /** How many children were left out for being small; their values are in the total. */
  readonly dropped: Int32Array | null;
  readonly keys: PackedKeys;
  readonly value: { readonly name: string; readonly unit: string };
  /** What shares are shares of; without it the root's total. */
  readonly whole?: number;
  /** The other side of a difference: then colours and the card show the change. */
  readonly base?: { readonly self: Float64Array; readonly total: Float64Array };
  /** How wide each row is; without it as wide as its total. Children together never exceed their parent. */
  readonly weight?: Float64Array;
  /** Where each row begins, in units of `weight`: a chart over time. Without it children stand side by side. */
  readonly start?: Float64Array;
}

/** The rows of a table laid side by side, in units of their weight. */
export interface FlameModel {
  readonly table: FlameTable;
  readonly weight: Float64Array;
  readonly start: Float64Array;
  /** Where the last child of each row ends. */
  readonly childrenEnd: Float64Array;
  /** The value that a share is a share of. */
  readonly whole: number;
  readonly deepest: number;
}

export function flameModel(table: FlameTable): FlameModel {
  const { length, parent, depth } = table;
  const weight = table.weight ?? table.total;
  const start = table.start ?? new Float64Array(length);
  const childrenEnd = new Float64Array(length);
  let deepest = 0;
  for (let row = 0; row < length; row++) {
    const up = parent[row] as number;
    if (up >= 0) {
      if (table.start === undefined) start[row] = childrenEnd[up] as number;
      childrenEnd[up] = (start[row] as number) + (weight[row] as number);
    }
    childrenEnd[row] = start[row] as number;
    if ((depth[row] as number) > deepest) deepest = depth[row] as number;
  }
  return { table, weight, start, childrenEnd, whole: table.whole ?? table.total[0] ?? 0, deepest };
}

/** A stretch of the horizontal axis, in units of weight. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

export function extentOf({ start, weight, table }: FlameModel, row: number): Extent {
  const at = row >= 0 && row < table.length ? row : 0;
  const from = start[at] ?? 0;
  return { from, to: from + (weight[at] ?? 0) };
}

/** Moves and shrinks a stretch until it lies inside another. */
export function inside({ from, to }: Extent, whole: Extent): Extent {
  const span = Math.min(to - from, whole.to - whole.from);
  const start = Math.min(Math.max(from, whole.from), whole.to - span);
  return { from: start, to: start + span };
}

/** Follows names from below the root; the row of the last one that is there. */
export function findRow(
  table: FlameTable,
  names: readonly string[],
  nameOf: (key: number) => string,
): number {
  return followPath(table, names, (row, name) => nameOf(table.key[row] as number) === name).node;
}

/** The names from below the root down to a row. */
export function namesTo(table: FlameTable, row: number, names: NameList): string[] {
  return pathTo(table, row).map((each) => names.at(table.key[each] as number));
}

/** The widest row of a key; -1 = none. */
export function widestRow({ table, weight }: FlameModel, key: number): number {
  let widest = -1;
  for (let row = 0; row < table.length; row++) {
    if (table.key[row] !== key) continue;
    if (widest < 0 || (weight[row] as number) > (weight[widest] as number)) widest = row;
  }
  return widest;
}
