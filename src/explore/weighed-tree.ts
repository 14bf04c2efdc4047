import type { CallSkeleton } from './call-skeleton.ts';
import type { Shape } from './shape.ts';
import type { SlotSums } from './slot-sums.ts';

/** Sums along a skeleton, per node. */
export interface WeighedTree {
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
  /** Whether a node's own value is negative, as in a difference: then no share speaks of size. */
  readonly hasNegative: boolean;
}

/**
 * `spare` is a tree that nobody looks at any more: its memory is written over where it has the size. Fresh
 * memory of a large tree takes as long to come by as the sums themselves.
 */
export function weighTree(
  skeleton: CallSkeleton,
  { slot }: Shape,
  sums: SlotSums,
  spare?: WeighedTree,
): WeighedTree {
  const { nodeOfRow, parent, length } = skeleton;
  const { value, count } = sums;
  const { self, total, selfSamples, totalSamples } = columnsOf(length, spare);
  for (let row = 0; row < nodeOfRow.length; row++) {
    const node = nodeOfRow[row] as number;
    const from = slot[row] as number;
    self[node] = (self[node] as number) + (value[from] as number);
    selfSamples[node] = (selfSamples[node] as number) + (count[from] as number);
  }
  total.set(self);
  totalSamples.set(selfSamples);
  let hasNegative = (self[0] ?? 0) < 0;
  for (let node = length - 1; node > 0; node--) {
    const up = parent[node] as number;
    total[up] = (total[up] as number) + (total[node] as number);
    totalSamples[up] = (totalSamples[up] as number) + (totalSamples[node] as number);
    if ((self[node] as number) < 0) hasNegative = true;
  }
  return { self, total, selfSamples, totalSamples, hasNegative };
}

/** Own values are zero. */
function columnsOf(
  length: number,
  spare: WeighedTree | undefined,
): Omit<WeighedTree, 'hasNegative'> {
  if (spare?.self.length === length) {
    spare.self.fill(0);
    spare.selfSamples.fill(0);
    return spare;
  }
  return {
    self: new Float64Array(length),
    total: new Float64Array(length),
    selfSamples: new Float64Array(length),
    totalSamples: new Float64Array(length),
  };
}
