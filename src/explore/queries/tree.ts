import { collapses } from '../call-skeleton.ts';
import { calleeTree } from '../callee-tree.ts';
import { CallerRows, callerTree } from '../caller-tree.ts';
import type { PackedKeys } from '../packed-keys.ts';
import type { Query } from '../query.ts';
import type { Scope, TreeShape } from '../scope.ts';
import type { TreeColumns } from '../tree-rows.ts';

export interface TreeRequest {
  readonly scope: Scope;
  /** Of `order`, everything but `weight` means by name: a scope has no times. */
  readonly shape: TreeShape;
  /** Nodes below this share are left out: of the whole, or with `root` of the end of that path. */
  readonly minimumShare: number;
  /**
   * Keys from below the root down. Then the answer holds the root, the nodes of this path without their
   * siblings, and below its end as much detail as `minimumShare` asks for: what a zoom needs.
   */
  readonly root?: readonly number[];
}

/**
 * A call tree in depth-first order: row 0 is the root, the descendants of row n are
 * n + 1 … subtreeEnd[n] − 1. All columns are aligned with the rows. `dropped` says how many children of a
 * row were left out for being small; their values are in its total.
 */
export interface TreeAnswer extends Omit<TreeColumns, 'dropped'> {
  readonly dropped: Int32Array | null;
  readonly keys: PackedKeys;
  readonly value: { readonly name: string; readonly unit: string };
}

export const answerTree: Query<TreeRequest, TreeAnswer> = (exploration, request) => {
  const { scope, shape, minimumShare, root = [] } = request;
  const { direction, order, by } = shape;
  const options = { minimumShare, byWeight: order === 'weight', root };
  const value = exploration.valueTypeOf(scope);
  const profile =
    direction === 'bottom-up' ? exploration.scoped(scope) : exploration.shape(scope).profile;
  const keyed = exploration.keyed(profile, by);
  if (direction === 'bottom-up') {
    const rows = new CallerRows(profile, keyed, collapses(by));
    const tree = callerTree(rows, keyed.nameRank, options);
    return { ...tree.finish(), keys: keyed.packed, value };
  }
  const { skeleton, weights } = exploration.callTree(scope, by);
  const tree = calleeTree(skeleton, weights, keyed.nameRank, options);
  return { ...tree.finish(), keys: keyed.packed, value };
};
