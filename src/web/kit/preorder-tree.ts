/** A tree in depth-first order: the descendants of node n are n + 1 … subtreeEnd[n] − 1. */
export interface PreorderTree {
  readonly length: number;
  readonly parent: Int32Array;
  readonly subtreeEnd: Int32Array;
}

/** From `node` down, always into the heaviest child, while it has at least `leastShare` of its parent. */
export function heaviestPath(
  tree: PreorderTree,
  node: number,
  weight: Float64Array,
  leastShare: number,
): number[] {
  const path: number[] = [];
  for (let at = node; ; ) {
    const end = tree.subtreeEnd[at] as number;
    let best = -1;
    for (let child = at + 1; child < end; child = tree.subtreeEnd[child] as number) {
      if (best < 0 || (weight[child] as number) > (weight[best] as number)) best = child;
    }
    if (best < 0 || (weight[best] as number) < leastShare * (weight[at] as number)) return path;
    path.push(best);
    at = best;
  }
}
