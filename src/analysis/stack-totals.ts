import type { Profile, StackTable } from '../profile/index.ts';

/** The sum of a sample column over the samples that end in each stack; aligned with stacks. */
export function selfTotals(profile: Profile, column: Float64Array): Float64Array {
  const { stack } = profile.samples;
  const self = new Float64Array(profile.stacks.length);
  for (let row = 0; row < stack.length; row++) {
    const at = stack[row] as number;
    if (at >= 0) self[at] = (self[at] as number) + (column[row] as number);
  }
  return self;
}

/**
 * The sum over each stack and everything it calls; aligned with stacks. One backward loop, because
 * a parent stands before its children.
 */
export function inclusiveTotals(stacks: StackTable, self: Float64Array): Float64Array {
  const { parent } = stacks;
  const inclusive = self.slice();
  for (let at = inclusive.length - 1; at >= 0; at--) {
    const up = parent[at] as number;
    if (up >= 0) inclusive[up] = (inclusive[up] as number) + (inclusive[at] as number);
  }
  return inclusive;
}

/**
 * Marks the stacks whose key does not occur again further up, so that recursion is counted once:
 * the sum of inclusive totals over marked stacks of a key is the key's inclusive total. Keys are
 * numbers below `keyCount`; -1 = no key. Linear: one depth-first walk with a counter per key.
 */
export function outermostOccurrences(
  stacks: StackTable,
  keys: Int32Array,
  keyCount: number,
): Uint8Array {
  const { parent } = stacks;
  const { firstChild, nextSibling, firstRoot } = childLists(stacks);
  const outermost = new Uint8Array(stacks.length);
  const onPath = new Int32Array(keyCount);
  let at = firstRoot;
  while (at >= 0) {
    const key = keys[at] as number;
    if (key >= 0) {
      if (onPath[key] === 0) outermost[at] = 1;
      onPath[key] = (onPath[key] as number) + 1;
    }
    const child = firstChild[at] as number;
    if (child >= 0) {
      at = child;
      continue;
    }
    for (;;) {
      const left = keys[at] as number;
      if (left >= 0) onPath[left] = (onPath[left] as number) - 1;
      const sibling = nextSibling[at] as number;
      if (sibling >= 0) {
        at = sibling;
        break;
      }
      at = parent[at] as number;
      if (at < 0) return outermost;
    }
  }
  return outermost;
}

interface ChildLists {
  readonly firstRoot: number;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
}

/** Children as linked lists, in the order of the stacks. */
function childLists({ length, parent }: StackTable): ChildLists {
  const firstChild = new Int32Array(length).fill(-1);
  const nextSibling = new Int32Array(length);
  let firstRoot = -1;
  for (let at = length - 1; at >= 0; at--) {
    const up = parent[at] as number;
    if (up < 0) {
      nextSibling[at] = firstRoot;
      firstRoot = at;
    } else {
      nextSibling[at] = firstChild[up] as number;
      firstChild[up] = at;
    }
  }
  return { firstRoot, firstChild, nextSibling };
}
