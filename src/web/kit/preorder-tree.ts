/** A tree in depth-first order: the descendants of node n are n + 1 … subtreeEnd[n] − 1. */
export interface PreorderTree {
  readonly length: number;
  readonly parent: Int32Array;
  readonly subtreeEnd: Int32Array;
}

/** The first child of a node that is wanted; -1 = none. */
export function findChild(
  { subtreeEnd }: PreorderTree,
  parent: number,
  isWanted: (node: number) => boolean,
): number {
  const end = subtreeEnd[parent] as number;
  for (let child = parent + 1; child < end; child = subtreeEnd[child] as number) {
    if (isWanted(child)) return child;
  }
  return -1;
}

/** Follows steps from below the root: the last node that is there, and how many steps led to it. */
export function followPath<Step>(
  tree: PreorderTree,
  steps: readonly Step[],
  isStep: (node: number, step: Step) => boolean,
): { readonly node: number; readonly taken: number } {
  let node = 0;
  for (const [taken, step] of steps.entries()) {
    const child = findChild(tree, node, (each) => isStep(each, step));
    if (child < 0) return { node, taken };
    node = child;
  }
  return { node, taken: steps.length };
}

/** The nodes from below the root down to this one. */
export function pathTo({ parent }: Pick<PreorderTree, 'parent'>, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at > 0; at = parent[at] as number) path.push(at);
  return path.reverse();
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
