import type { TreeGranularity } from '../analysis/index.ts';
import { Int32Builder } from '../base/growable-column.ts';
import { mixHash } from '../base/tuple-index.ts';
import type { KeyedProfile } from './keyed-profile.ts';
import type { Shape } from './shape.ts';

/**
 * The top-down call tree of a shape without any values. Made once; every range, thread and value then only
 * adds up numbers along it. Parents stand before their children; siblings are in no order, because only
 * those that are shown need one.
 */
export interface CallSkeleton {
  readonly length: number;
  readonly parent: Int32Array; // -1 = root
  readonly key: Int32Array;
  readonly inlined: Int32Array;
  readonly firstChild: Int32Array; // -1 = none
  readonly nextSibling: Int32Array; // -1 = last
  /** Per sample row of the shape. */
  readonly nodeOfRow: Int32Array;
}

/** Modules and files: a call inside one is no step. */
export function collapses(by: TreeGranularity): boolean {
  return by === 'modules' || by === 'files';
}

export function callSkeleton(
  { profile }: Shape,
  keyed: KeyedProfile,
  by: TreeGranularity,
): CallSkeleton {
  const trie = new CallTrie(profile.stacks.length + 1);
  trie.child(-1, keyed.rootKey, 0);
  const nodeOfRow = placeRows(profile, keyed, trie, collapses(by));
  const parent = trie.parent.finish();
  const { length } = parent;
  const firstChild = new Int32Array(length).fill(-1);
  const nextSibling = new Int32Array(length).fill(-1);
  for (let node = length - 1; node > 0; node--) {
    const up = parent[node] as number;
    nextSibling[node] = firstChild[up] as number;
    firstChild[up] = node;
  }
  const key = trie.key.finish();
  const inlined = trie.inlined.finish();
  return { length, parent, key, inlined, firstChild, nextSibling, nodeOfRow };
}

/** Nodes by parent and key, in open addressing. The table holds node numbers alone, so it stays small. */
class CallTrie {
  readonly parent: Int32Builder;
  readonly key: Int32Builder;
  /** 1 while every frame behind the node is an inlined one. */
  readonly inlined: Int32Builder;
  #slots: Int32Array; // node + 1; 0 = free
  #mask: number;

  constructor(capacity: number) {
    this.parent = new Int32Builder(capacity);
    this.key = new Int32Builder(capacity);
    this.inlined = new Int32Builder(capacity);
    const size = 2 ** Math.ceil(Math.log2(Math.max(capacity, 16) * 2));
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
  }

  child(parent: number, key: number, inlined: number): number {
    const slots = this.#slots;
    const parents = this.parent.memory;
    const keys = this.key.memory;
    let slot = mixHash(mixHash(0, parent), key) & this.#mask;
    for (;;) {
      const node = (slots[slot] as number) - 1;
      if (node < 0) break;
      if (parents[node] === parent && keys[node] === key) {
        if (inlined === 0) this.inlined.memory[node] = 0;
        return node;
      }
      slot = (slot + 1) & this.#mask;
    }
    const node = this.parent.push(parent);
    this.key.push(key);
    this.inlined.push(inlined);
    slots[slot] = node + 1;
    if (node * 2 > this.#mask) this.#grow();
    return node;
  }

  #grow(): void {
    const size = (this.#mask + 1) * 2;
    const slots = new Int32Array(size);
    const mask = size - 1;
    for (let node = 0; node < this.parent.length; node++) {
      let slot = mixHash(mixHash(0, this.parent.at(node)), this.key.at(node)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = node + 1;
    }
    this.#slots = slots;
    this.#mask = mask;
  }
}

/** Per row the node its stack ends in. A stack is walked up only to the first ancestor already met. */
function placeRows(
  { stacks, samples, frames }: Shape['profile'],
  keyed: KeyedProfile,
  trie: CallTrie,
  collapse: boolean,
): Int32Array {
  const nodeOfRow = new Int32Array(samples.length);
  const nodeOf = new Int32Array(stacks.length);
  const metBy = new Int32Array(stacks.length).fill(-2);
  const path = new Int32Array(stacks.length);
  const rows = rowsByThread(samples.thread, samples.length);
  let last = -2;
  let top = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const thread = samples.thread === null ? -1 : (samples.thread[row] as number);
    if (thread !== last) {
      last = thread;
      top = 0;
      for (const key of keyed.pathOfThread[thread] ?? []) top = trie.child(top, key, 0);
    }
    let at = samples.stack[row] as number;
    let depth = 0;
    for (; at >= 0 && metBy[at] !== thread; at = stacks.parent[at] as number) path[depth++] = at;
    let node = at < 0 ? top : (nodeOf[at] as number);
    while (depth > 0) {
      at = path[--depth] as number;
      const frame = stacks.frame[at] as number;
      const key = keyed.keyOfFrame[frame] as number;
      const isInlined = (frames.inlineDepth[frame] as number) > 0 ? 1 : 0;
      if (!collapse || trie.key.at(node) !== key) node = trie.child(node, key, isInlined);
      metBy[at] = thread;
      nodeOf[at] = node;
    }
    nodeOfRow[row] = node;
  }
  return nodeOfRow;
}

/** So that a stack's node, which is known for one process at a time, is found again. */
function rowsByThread(thread: Int32Array | null, length: number): Int32Array {
  const rows = new Int32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  if (thread === null || thread.every((of) => of === thread[0])) return rows;
  return rows.sort((a, b) => (thread[a] as number) - (thread[b] as number) || a - b);
}
