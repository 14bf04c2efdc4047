import type { CallTree } from '../call-tree.ts';

/** The tree as indented lines: `name total` or `name base→new`, the root left out. */
export function treePicture(tree: CallTree): string {
  const lines: string[] = [];
  for (let node = 1; node < tree.length; node++) {
    const totals = tree.columns.map((column) => column.total[node] ?? 0).join('→');
    const indent = '  '.repeat((tree.depth[node] ?? 1) - 1);
    lines.push(`${indent}${tree.keys.name[tree.key[node] ?? 0] ?? ''} ${totals}`);
  }
  return lines.join('\n');
}
