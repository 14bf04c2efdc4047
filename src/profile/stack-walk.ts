import type { StackTable } from './tables.ts';

export interface StackVisitor {
  enter(stack: number, parent: number): void;
  leave(stack: number): void;
}

/** Visits every stack depth first, children in row order, without recursion. */
export function walkStacks(stacks: StackTable, visitor: StackVisitor): void {
  const { parent, length } = stacks;
  const firstChild = new Int32Array(length).fill(-1);
  const nextSibling = new Int32Array(length).fill(-1);
  let firstRoot = -1;
  for (let stack = length - 1; stack >= 0; stack--) {
    const up = parent[stack] as number;
    if (up < 0) {
      nextSibling[stack] = firstRoot;
      firstRoot = stack;
    } else {
      nextSibling[stack] = firstChild[up] as number;
      firstChild[up] = stack;
    }
  }
  let at = firstRoot;
  while (at >= 0) {
    visitor.enter(at, parent[at] as number);
    let next = firstChild[at] as number;
    while (next < 0 && at >= 0) {
      visitor.leave(at);
      next = nextSibling[at] as number;
      at = parent[at] as number;
    }
    at = next;
  }
}
