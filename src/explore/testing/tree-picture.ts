import { NameList } from '../packed-names.ts';
import type { TreeAnswer } from '../queries/tree.ts';

/** A tree as indented lines: `main 3`, its children two columns further right. */
export function treePicture(tree: TreeAnswer): string {
  const names = new NameList(tree.keys.names);
  return Array.from({ length: tree.length }, (_, row) => {
    const indent = '  '.repeat(tree.depth[row] as number);
    return `${indent}${names.at(tree.key[row] as number)} ${tree.total[row]}`;
  }).join('\n');
}

/** Totals by path: `all;main;parse` → 3. */
export function treeTotals(tree: TreeAnswer): Map<string, number> {
  const names = new NameList(tree.keys.names);
  const paths: string[] = [];
  const totals = new Map<string, number>();
  for (let row = 0; row < tree.length; row++) {
    const up = tree.parent[row] as number;
    const own = names.at(tree.key[row] as number);
    const path = up < 0 ? own : `${paths[up]};${own}`;
    paths.push(path);
    totals.set(path, tree.total[row] as number);
  }
  return totals;
}
