import { NameList, type TreeAnswer } from '../../../explore/index.ts';
import { type FlameTable, findRow } from '../../kit/flame/flame-table.ts';
import { pathTo } from '../../kit/preorder-tree.ts';

/** Frames below a quarter of a pixel of a wide screen are not asked for. */
export const minimumShare: number = 1 / 8000;
/** Above this share of the whole, the tree of everything is fine enough. */
const fineShare = 0.5;

/** Steps of fineness: a tree is asked for anew when four times more detail fits. */
const step = 4;
const mostSteps = 6;

/** How much finer a tree must be where the wheel shows only a part of the zoomed frame. */
export function finenessOf(narrowing: number): number {
  const steps = Math.floor(Math.log(Math.max(1, narrowing) * 1.001) / Math.log(step));
  return step ** Math.min(mostSteps, steps);
}

/**
 * The keys down to the zoomed frame, whose own tree is to be asked for so that it shows as much as the whole
 * does; empty = nothing finer. A frame that only a finer tree has is looked for there.
 */
export function detailRoot(
  trees: readonly (TreeAnswer | null)[],
  zoom: readonly string[],
): readonly number[] {
  let deepest: readonly number[] = [];
  for (const tree of trees) {
    if (tree === null || zoom.length === 0) continue;
    const names = new NameList(tree.keys.names);
    const row = findRow(tree, zoom, (key) => names.at(key));
    const share = (tree.total[row] as number) / (tree.total[0] || 1);
    if (share > fineShare || (tree.depth[row] as number) <= deepest.length) continue;
    deepest = pathTo(tree, row).map((each) => tree.key[each] as number);
  }
  return deepest;
}

/** Whether a tree is the finer one of this path: its first rows are the path, each the only child. */
export function holdsPath(table: FlameTable, root: readonly number[]): boolean {
  return root.every((key, at) => {
    const row = at + 1;
    return row < table.length && table.key[row] === key && table.parent[row] === at;
  });
}
