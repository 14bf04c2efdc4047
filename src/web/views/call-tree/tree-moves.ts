import type { TreeAnswer } from '../../../explore/index.ts';
import type { KeyFacts } from '../../kit/key-facts.ts';
import { followPath, heaviestPath } from '../../kit/preorder-tree.ts';
import type { Place } from '../../state/view-state.ts';
import { pathOfNode } from './call-rows.ts';
import { namesOfPath, type OpenPaths, pathBelow } from './open-paths.ts';

/** A child with less of its parent is not "the" path any more. */
const leastPart = 0.3;

/** Opens a node and the heaviest path below it; gives the path of the last row. */
export function openHeaviest(
  tree: TreeAnswer,
  facts: KeyFacts,
  open: OpenPaths,
  node: number,
): string {
  const nodes = heaviestPath(tree, node, tree.total, leastPart);
  const last = nodes.at(-1) ?? node;
  return openTo(tree, facts, open, last);
}

/** Opens everything above a node; gives its path. */
export function openTo(tree: TreeAnswer, facts: KeyFacts, open: OpenPaths, node: number): string {
  const path = pathOfNode(tree, facts, node);
  const names = namesOfPath(path);
  let above = '';
  for (const name of names.slice(0, -1)) {
    above = pathBelow(above, name);
    open.open(above);
  }
  return path;
}

/** The node of a function with the largest total; -1 = the tree has none. */
export function findPlace(tree: TreeAnswer, facts: KeyFacts, place: Place): number {
  let [best, known] = [-1, -1];
  for (let node = 1; node < tree.length; node++) {
    const key = tree.key[node] as number;
    if (best >= 0 && (tree.total[node] as number) <= (tree.total[best] as number)) continue;
    if (key !== known && !facts.isPlace(key, place)) continue;
    known = key;
    best = node;
  }
  return best;
}

/** The next (or previous) node in order that matches, in a circle; -1 = none does. */
export function nextMatch(
  tree: TreeAnswer,
  facts: KeyFacts,
  open: OpenPaths,
  matches: (key: number) => boolean,
  direction: 1 | -1,
): number {
  const from = findNode(tree, facts, open.selected);
  const others = tree.length - 1;
  for (let step = 1; step <= others; step++) {
    const node = ((Math.max(from, 0) - 1 + direction * step + others * 2) % others) + 1;
    if (matches(tree.key[node] as number)) return node;
  }
  return -1;
}

/** The node of a path of names; 0 = the root, or none. */
function findNode(tree: TreeAnswer, facts: KeyFacts, path: string): number {
  const names = namesOfPath(path);
  const isNamed = (node: number, name: string): boolean =>
    facts.name(tree.key[node] as number) === name;
  const { node, taken } = followPath(tree, names, isNamed);
  return taken === names.length ? node : 0;
}
