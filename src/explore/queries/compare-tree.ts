import { diffTree } from '../../analysis/index.ts';
import { weigh } from '../../render/index.ts';
import { packKeys } from '../packed-keys.ts';
import type { Query } from '../query.ts';
import type { TreeShape } from '../scope.ts';
import { type Comparison, compareScopes } from './compare.ts';
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
  const diff = compareScopes(exploration, request, { by, measure: 'total' });
  const tree = diffTree(exploration.scoped(request.base), exploration.scoped(request.after), diff, {
    direction,
    order,
    granularity: by,
    minimumShare,
  });
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
};
