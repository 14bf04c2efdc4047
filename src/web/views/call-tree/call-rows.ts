import type { ChildrenAnswer, TreeAnswer } from '../../../explore/index.ts';
import type { KeyFacts } from '../../kit/key-facts.ts';
import { findChild, pathTo } from '../../kit/preorder-tree.ts';
import { type OpenPaths, pathBelow } from './open-paths.ts';

/** One visible row of the call tree. */
export interface CallRow {
  /** Names from the root, as `OpenPaths` has them. */
  readonly path: string;
  /** Keys from below the root, to ask for more. */
  readonly keyPath: readonly number[];
  readonly parent: CallRow | null;
  readonly level: number;
  /** -1 = not a function: the children that were left out for being small. */
  readonly key: number;
  readonly isInlined: boolean;
  readonly self: number;
  readonly total: number;
  readonly selfSamples: number;
  readonly totalSamples: number;
  /** null = a leaf. */
  readonly isOpen: boolean | null;
  /** How many small children this row stands for; 0 = it is a function. */
  readonly small: number;
  /** Its row in the answer; -1 = it was asked for by itself. */
  readonly at: number;
}

/** What rows are made of. */
export interface RowSource {
  readonly tree: TreeAnswer;
  readonly facts: KeyFacts;
  readonly open: OpenPaths;
  readonly asked: AskedChildren;
  readonly isBottomUp: boolean;
}

/** Children that were asked for because the tree left some out, by the path of their parent. */
export type AskedChildren = ReadonlyMap<string, ChildrenAnswer>;

/**
 * The visible rows of a tree: those whose ancestors are open. Only open rows cost anything. Small
 * children that the answer leaves out are one last row, which opens by asking for them.
 */
export function visibleRows(of: RowSource): CallRow[] {
  const rows: CallRow[] = [];
  // A list of what is still to be written instead of recursion: stacks are as deep as the input.
  const pending = childrenOf(rootRow(of.tree), of).reverse();
  for (let row = pending.pop(); row !== undefined; row = pending.pop()) {
    rows.push(row);
    if (row.isOpen !== true) continue;
    const children = childrenOf(row, of);
    for (let child = children.length - 1; child >= 0; child--)
      pending.push(children[child] as CallRow);
  }
  return rows;
}

function rootRow(tree: TreeAnswer): CallRow {
  return {
    path: '',
    keyPath: [],
    parent: null,
    level: 0,
    key: tree.key[0] ?? -1,
    isInlined: false,
    self: 0,
    total: tree.total[0] ?? 0,
    selfSamples: 0,
    totalSamples: tree.totalSamples[0] ?? 0,
    isOpen: true,
    small: 0,
    at: 0,
  };
}

function childrenOf(parent: CallRow, of: RowSource): CallRow[] {
  const { tree, facts, open, isBottomUp } = of;
  const answer = of.asked.get(parent.path);
  if (answer !== undefined) return askedRows(parent, answer, of);
  if (parent.at < 0) return [];
  const rows: CallRow[] = [];
  const end = tree.subtreeEnd[parent.at] as number;
  for (let at = parent.at + 1; at < end; at = tree.subtreeEnd[at] as number) {
    const key = tree.key[at] as number;
    const hasChildren = (tree.subtreeEnd[at] as number) > at + 1 || (tree.dropped?.[at] ?? 0) > 0;
    const path = pathBelow(parent.path, facts.name(key));
    rows.push({
      path,
      keyPath: [...parent.keyPath, key],
      parent: parent.level === 0 ? null : parent,
      level: parent.level + 1,
      key,
      isInlined: tree.inlined[at] === 1,
      ...ownCost(tree, at, parent.level + 1, isBottomUp),
      total: tree.total[at] as number,
      totalSamples: tree.totalSamples[at] as number,
      isOpen: hasChildren ? open.has(path) : null,
      small: 0,
      at,
    });
  }
  const small = tree.dropped?.[parent.at] ?? 0;
  if (small > 0) rows.push(restRow(parent, rows, tree));
  return rows;
}

/** What ran is the first row of a path from the leaf up; its callers only pass the cost on. */
function ownCost(
  tree: TreeAnswer,
  at: number,
  level: number,
  isBottomUp: boolean,
): Pick<CallRow, 'self' | 'selfSamples'> {
  const own = isBottomUp
    ? { self: tree.total, selfSamples: tree.totalSamples }
    : { self: tree.self, selfSamples: tree.selfSamples };
  if (isBottomUp && level > 1) return { self: 0, selfSamples: 0 };
  return { self: own.self[at] as number, selfSamples: own.selfSamples[at] as number };
}

/** What the children that were left out have together: all that does not end here, less the others. */
function restRow(parent: CallRow, shown: readonly CallRow[], tree: TreeAnswer): CallRow {
  const rest = (total: (row: CallRow) => number, ended: Float64Array): number =>
    Math.max(
      0,
      shown.reduce((left, row) => left - total(row), total(parent) - (ended[parent.at] as number)),
    );
  return {
    path: pathBelow(parent.path, '\0small'),
    keyPath: parent.keyPath,
    parent: parent.level === 0 ? null : parent,
    level: parent.level + 1,
    key: -1,
    isInlined: false,
    self: 0,
    total: rest((row) => row.total, tree.self),
    selfSamples: 0,
    totalSamples: rest((row) => row.totalSamples, tree.selfSamples),
    isOpen: false,
    small: tree.dropped?.[parent.at] ?? 0,
    at: -1,
  };
}

function askedRows(parent: CallRow, answer: ChildrenAnswer, of: RowSource): CallRow[] {
  const { tree, facts, open } = of;
  return Array.from(answer.key, (key, row) => {
    const path = pathBelow(parent.path, facts.name(key));
    return {
      path,
      keyPath: [...parent.keyPath, key],
      parent: parent.level === 0 ? null : parent,
      level: parent.level + 1,
      key,
      isInlined: answer.inlined[row] === 1,
      self: answer.self[row] as number,
      total: answer.total[row] as number,
      selfSamples: answer.selfSamples[row] as number,
      totalSamples: answer.totalSamples[row] as number,
      isOpen: answer.hasChildren[row] === 1 ? open.has(path) : null,
      small: 0,
      at: parent.at < 0 ? -1 : findChild(tree, parent.at, (at) => tree.key[at] === key),
    };
  });
}

/** Names of a row of the answer from below the root. */
export function pathOfNode(tree: TreeAnswer, facts: KeyFacts, node: number): string {
  return pathTo(tree, node)
    .map((at) => facts.name(tree.key[at] as number))
    .reduce(pathBelow, '');
}
