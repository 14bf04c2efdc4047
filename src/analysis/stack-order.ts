import type { StackTable } from '../profile/index.ts';

/** Stacks in depth-first order: whatever lies below a stack follows it directly. */
export interface StackOrder {
  /** Per stack its place in the order. */
  readonly place: Int32Array;
  /** Per place how many stacks lie above. */
  readonly depth: Int32Array;
  readonly deepest: number;
}

/** Two loops and no pointers: how large every subtree is says where each begins. */
export function stackOrder({ length, parent }: StackTable): StackOrder {
  const size = new Int32Array(length).fill(1);
  for (let at = length - 1; at >= 0; at--) {
    const up = parent[at] as number;
    if (up >= 0) size[up] = (size[up] as number) + (size[at] as number);
  }
  const place = new Int32Array(length);
  const depth = new Int32Array(length);
  // Where the next child of each stack begins.
  const next = new Int32Array(length);
  let nextRoot = 0;
  let deepest = 0;
  for (let at = 0; at < length; at++) {
    const up = parent[at] as number;
    const here = up < 0 ? nextRoot : (next[up] as number);
    if (up < 0) nextRoot += size[at] as number;
    else next[up] = here + (size[at] as number);
    place[at] = here;
    next[at] = here + 1;
    const above = up < 0 ? 0 : (depth[place[up] as number] as number) + 1;
    depth[here] = above;
    if (above > deepest) deepest = above;
  }
  return { place, depth, deepest };
}

/**
 * Marks the stacks whose key does not occur again further up, so that recursion is counted once:
 * the sum of inclusive totals over the marked stacks of a key is the key's inclusive total. Keys are
 * numbers below `keyCount`; -1 = no key. Linear: a counter per key says how often it is on the path.
 */
export function outermostOccurrences(
  { place, depth, deepest }: StackOrder,
  keys: Int32Array,
  keyCount: number,
): Uint8Array {
  const length = place.length;
  const keyAt = new Int32Array(length);
  for (let at = 0; at < length; at++) keyAt[place[at] as number] = keys[at] as number;
  const first = new Uint8Array(length);
  const onPath = new Int32Array(keyCount);
  const path = new Int32Array(deepest + 1);
  let height = 0;
  for (let here = 0; here < length; here++) {
    for (const above = depth[here] as number; height > above; height--) {
      const left = path[height - 1] as number;
      if (left >= 0) onPath[left] = (onPath[left] as number) - 1;
    }
    const key = keyAt[here] as number;
    path[height++] = key;
    if (key < 0) continue;
    const times = onPath[key] as number;
    if (times === 0) first[here] = 1;
    onPath[key] = times + 1;
  }
  const outermost = new Uint8Array(length);
  for (let at = 0; at < length; at++) outermost[at] = first[place[at] as number] as number;
  return outermost;
}
