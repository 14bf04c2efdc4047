import {
  type CallTree,
  type DiffTreeOptions,
  diffTree,
  type ProfileDiff,
} from '../../analysis/index.ts';
import { weigh } from '../../render/index.ts';
import { packKeys } from '../packed-keys.ts';
import type { Query } from '../query.ts';
import type { Comparison, TreeShape } from '../scope.ts';
import type { TreeAnswer } from './tree.ts';

export interface CompareTreeRequest extends Comparison {
  readonly shape: TreeShape;
  readonly minimumShare: number;
}

/** The call tree of both sides: `self` and `total` are the new side's, `base` the other's. */
export interface CompareTreeAnswer extends TreeAnswer {
  readonly base: { readonly self: Float64Array; readonly total: Float64Array };
  /** As wide as what a node and its callees had at most: what is gone stays visible. */
  readonly weight: Float64Array;
}

export const answerCompareTree: Query<CompareTreeRequest, CompareTreeAnswer> = (
  exploration,
  request,
) => {
  const { shape, minimumShare } = request;
  const { direction, order, by } = shape;
  const diff = exploration.compared(request, by, 'total');
  const options: DiffTreeOptions = { direction, order, granularity: by, minimumShare };
  const [base, after] = [exploration.scoped(request.base), exploration.scoped(request.after)];
  return comparedTree(diffTree(base, after, diff, options), diff);
};

/** A tree of `diffTree` as a page gets it; nothing of it is shared. */
export function comparedTree(
  tree: CallTree,
  diff: Pick<ProfileDiff, 'type' | 'unit'>,
): CompareTreeAnswer {
  const empty = { self: new Float64Array(tree.length), total: new Float64Array(tree.length) };
  const [base = empty, after = empty] = tree.columns;
  return {
    length: tree.length,
    parent: tree.parent,
    key: tree.key,
    depth: tree.depth,
    subtreeEnd: tree.subtreeEnd,
    inlined: tree.inlined,
    self: after.self,
    total: after.total,
    selfSamples: tree.samples.self.slice(),
    totalSamples: tree.samples.total.slice(),
    dropped: tree.dropped,
    keys: packKeys(tree.keys),
    value: { name: diff.type, unit: diff.unit },
    base,
    weight: weigh(tree).total.slice(),
  };
}
