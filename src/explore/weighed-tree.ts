import type { CallSkeleton } from './call-skeleton.ts';
import type { Shape } from './shape.ts';
import type { SlotSums } from './slot-sums.ts';

/** Sums along a skeleton, per node. */
export interface WeighedTree {
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
}

export function weighTree(skeleton: CallSkeleton, { slot }: Shape, sums: SlotSums): WeighedTree {
  const { nodeOfRow, parent, length } = skeleton;
  const { value, count } = sums;
  const self = new Float64Array(length);
  const selfSamples = new Float64Array(length);
  for (let row = 0; row < nodeOfRow.length; row++) {
    const node = nodeOfRow[row] as number;
    const from = slot[row] as number;
    self[node] = (self[node] as number) + (value[from] as number);
    selfSamples[node] = (selfSamples[node] as number) + (count[from] as number);
  }
  const total = self.slice();
  const totalSamples = selfSamples.slice();
  for (let node = length - 1; node > 0; node--) {
    const up = parent[node] as number;
    total[up] = (total[up] as number) + (total[node] as number);
    totalSamples[up] = (totalSamples[up] as number) + (totalSamples[node] as number);
  }
  return { self, total, selfSamples, totalSamples };
}
