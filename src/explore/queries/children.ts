import { collapses } from '../call-skeleton.ts';
import { findChild, liveChildren } from '../callee-tree.ts';
import { type CallerGroup, CallerRows } from '../caller-tree.ts';
import type { Exploration } from '../exploration.ts';
import type { PackedKeys } from '../packed-keys.ts';
import type { Query } from '../query.ts';
import type { Scope, TreeShape } from '../scope.ts';

export interface ChildrenRequest {
  readonly scope: Scope;
  readonly shape: TreeShape;
  /** Keys from below the root down to the row that is opened; empty = the root's children. */
  readonly path: readonly number[];
}

/** The rows below one row of a call tree, the largest total first (by name if asked). Columns are aligned. */
export interface ChildrenAnswer {
  readonly length: number;
  readonly key: Int32Array;
  readonly inlined: Uint8Array;
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
  /** 1 = the row can be opened. */
  readonly hasChildren: Uint8Array;
  /** Sums of the whole scope, for shares. */
  readonly whole: number;
  readonly wholeSamples: number;
  readonly keys: PackedKeys;
  readonly value: { readonly name: string; readonly unit: string };
}

export const answerChildren: Query<ChildrenRequest, ChildrenAnswer> = (exploration, request) => {
  const { scope, shape } = request;
  const { nameRank, packed } = exploration.keyed(exploration.shape(scope).profile, shape.by);
  const { rows, whole, wholeSamples } =
    shape.direction === 'top-down' ? callees(exploration, request) : callers(exploration, request);
  const byName = (a: ChildRow, b: ChildRow): number =>
    (nameRank[a.key] as number) - (nameRank[b.key] as number);
  rows.sort(shape.order === 'name' ? byName : (a, b) => b.total - a.total || byName(a, b));
  return {
    length: rows.length,
    key: Int32Array.from(rows, (row) => row.key),
    inlined: Uint8Array.from(rows, (row) => row.inlined),
    self: Float64Array.from(rows, (row) => row.self),
    total: Float64Array.from(rows, (row) => row.total),
    selfSamples: Float64Array.from(rows, (row) => row.selfSamples),
    totalSamples: Float64Array.from(rows, (row) => row.totalSamples),
    hasChildren: Uint8Array.from(rows, (row) => (row.hasChildren ? 1 : 0)),
    whole,
    wholeSamples,
    keys: packed,
    value: exploration.valueTypeOf(scope),
  };
};

interface ChildRow {
  readonly key: number;
  readonly inlined: number;
  readonly self: number;
  readonly total: number;
  readonly selfSamples: number;
  readonly totalSamples: number;
  readonly hasChildren: boolean;
}

interface Children {
  readonly rows: ChildRow[];
  readonly whole: number;
  readonly wholeSamples: number;
}

function callees(exploration: Exploration, { scope, shape, path }: ChildrenRequest): Children {
  const { skeleton, weights } = exploration.callTree(scope, shape.by);
  let node = 0;
  for (const key of path) if (node >= 0) node = findChild(skeleton, weights, node, key);
  const below = (of: number): number[] =>
    of < 0 ? [] : liveChildren(skeleton, weights, of, Number.NEGATIVE_INFINITY).kept;
  return {
    whole: weights.total[0] as number,
    wholeSamples: weights.totalSamples[0] as number,
    rows: below(node).map((child) => ({
      key: skeleton.key[child] as number,
      inlined: skeleton.inlined[child] as number,
      self: weights.self[child] as number,
      total: weights.total[child] as number,
      selfSamples: weights.selfSamples[child] as number,
      totalSamples: weights.totalSamples[child] as number,
      hasChildren: below(child).length > 0,
    })),
  };
}

/** Only the rows on the path are looked at: opening a row never builds the tree. */
function callers(exploration: Exploration, { scope, shape, path }: ChildrenRequest): Children {
  const profile = exploration.scoped(scope);
  const keyed = exploration.keyed(profile, shape.by);
  const cursor = new CallerRows(profile, keyed, collapses(shape.by));
  const all = cursor.all();
  let groups: readonly CallerGroup[] = cursor.step(all).groups;
  for (const key of path) {
    const next = groups.find((group) => group.key === key);
    groups = next === undefined ? [] : cursor.step(next).groups;
  }
  return {
    whole: all.total,
    wholeSamples: all.samples,
    rows: groups.map((group) => {
      const hasChildren = cursor.hasCallers(group);
      // What ran is the first row of a path; its callers only pass the cost on.
      const isLeaf = path.length === 0;
      return {
        key: group.key,
        inlined: group.inlined,
        self: isLeaf ? group.total : 0,
        total: group.total,
        selfSamples: isLeaf ? group.samples : 0,
        totalSamples: group.samples,
        hasChildren,
      };
    }),
  };
}
