import { buildCallTree } from '../../analysis/index.ts';
import { type PackedKeys, packKeys } from '../packed-keys.ts';
import type { Query } from '../query.ts';
import type { Scope, TreeShape } from '../scope.ts';

export interface TreeRequest {
  readonly scope: Scope;
  readonly shape: TreeShape;
  /** Nodes below this share of the whole are left out and counted in `dropped` of their parent. */
  readonly minimumShare: number;
}

/**
 * A call tree in depth-first order: row 0 is the root, the descendants of row n are
 * n + 1 … subtreeEnd[n] − 1. All columns are aligned with the rows.
 */
export interface TreeAnswer {
  readonly length: number;
  readonly parent: Int32Array;
  readonly key: Int32Array;
  readonly depth: Int32Array;
  readonly subtreeEnd: Int32Array;
  readonly inlined: Uint8Array;
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
  readonly dropped: Int32Array | null;
  readonly keys: PackedKeys;
  readonly value: { readonly name: string; readonly unit: string };
}

export const answerTree: Query<TreeRequest, TreeAnswer> = (exploration, request) => {
  const { scope, shape, minimumShare } = request;
  const { direction, order, by } = shape;
  const profile = exploration.scoped(scope);
  const tree = buildCallTree(profile, { direction, order, granularity: by, minimumShare });
  const [column = { self: new Float64Array(1), total: new Float64Array(1) }] = tree.columns;
  return {
    length: tree.length,
    parent: tree.parent,
    key: tree.key,
    depth: tree.depth,
    subtreeEnd: tree.subtreeEnd,
    inlined: tree.inlined,
    self: column.self,
    total: column.total,
    selfSamples: tree.samples.self.slice(),
    totalSamples: tree.samples.total.slice(),
    dropped: tree.dropped,
    keys: packKeys(tree.keys),
    value: tree.valueType,
  };
};
