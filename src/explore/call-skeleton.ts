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
  return {
    length: parent.length,
    parent,
    key: trie.key.finish(),
    inlined: trie.inlined.finish(),
    firstChild: trie.firstChild.finish(),
    nextSibling: trie.nextSibling.finish(),
    nodeOfRow,
  };
}

/** Where a node has more children than this, they are found by hashing. */
const fewChildren = 8;

/**
 * Nodes by parent and key. Most nodes have one child or two, which are near in memory: they are looked at
 * one by one. Only the children of nodes that have many are hashed, with node numbers alone in the table.
 */
class CallTrie {
  readonly parent: Int32Builder;
  readonly key: Int32Builder;
  /** 1 while every frame behind the node is an inlined one. */
  readonly inlined: Int32Builder;
  readonly firstChild: Int32Builder;
  readonly nextSibling: Int32Builder;
  #slots = new Int32Array(1024); // node + 1; 0 = free
  #hashed = 0;

  constructor(capacity: number) {
    this.parent = new Int32Builder(capacity);
    this.key = new Int32Builder(capacity);
    this.inlined = new Int32Builder(capacity);
    this.firstChild = new Int32Builder(capacity);
    this.nextSibling = new Int32Builder(capacity);
  }

  child(parent: number, key: number, inlined: number): number {
    const keys = this.key.memory;
    const next = this.nextSibling.memory;
    const first = parent < 0 ? -1 : this.firstChild.at(parent);
    let seen = 0;
    for (let node = first; node >= 0; node = next[node] as number) {
      if (keys[node] === key) return this.#met(node, inlined);
      if (++seen === fewChildren) break;
    }
    if (seen === fewChildren) {
      const node = this.#find(parent, key);
      if (node >= 0) return this.#met(node, inlined);
    }
    return this.#add(parent, key, inlined, seen);
  }

  #met(node: number, inlined: number): number {
    if (inlined === 0) this.inlined.memory[node] = 0;
    return node;
  }

  #add(parent: number, key: number, inlined: number, seen: number): number {
    const node = this.parent.push(parent);
    this.key.push(key);
    this.inlined.push(inlined);
    this.firstChild.push(-1);
    this.nextSibling.push(parent < 0 ? -1 : this.firstChild.at(parent));
    if (parent >= 0) this.firstChild.set(parent, node);
    // The newest stand first in the list, so those that fall behind the first few are all in the table.
    if (seen === fewChildren) this.#hash(node);
    else if (seen === fewChildren - 1) this.#hashChildren(parent);
    return node;
  }

  #hashChildren(parent: number): void {
    for (let node = this.firstChild.at(parent); node >= 0; node = this.nextSibling.at(node)) {
      this.#hash(node);
    }
  }

  #find(parent: number, key: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const parents = this.parent.memory;
    const keys = this.key.memory;
    let slot = mixHash(mixHash(0, parent), key) & mask;
    for (;;) {
      const node = (slots[slot] as number) - 1;
      if (node < 0 || (parents[node] === parent && keys[node] === key)) return node;
      slot = (slot + 1) & mask;
    }
  }

  #hash(node: number): void {
    if (++this.#hashed * 2 > this.#slots.length) {
      const before = this.#slots;
      this.#slots = new Int32Array(before.length * 2);
      for (const stored of before) if (stored > 0) this.#store(stored - 1);
    }
    this.#store(node);
  }

  #store(node: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = mixHash(mixHash(0, this.parent.at(node)), this.key.at(node)) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = node + 1;
  }
}

/** Rows of one process that use at least this share of the stacks are placed by going over all stacks. */
const denseShare = 1 / 16;

/** Per row the node its stack ends in. */
function placeRows(
  profile: Shape['profile'],
  keyed: KeyedProfile,
  trie: CallTrie,
  collapse: boolean,
): Int32Array {
  const { stacks, samples } = profile;
  const placer = new StackPlacer(profile, keyed, trie, collapse);
  const nodeOfRow = new Int32Array(samples.length);
  const rows = rowsByThread(samples.thread, samples.length);
  const threadOf = (row: number): number => samples.thread?.[row] ?? -1;
  for (let from = 0, to = 0; from < rows.length; from = to) {
    const thread = threadOf(rows[from] as number);
    while (to < rows.length && threadOf(rows[to] as number) === thread) to++;
    const own = rows.subarray(from, to);
    placer.begin(keyed.pathOfThread[thread] ?? []);
    if (own.length >= stacks.length * denseShare) placer.placeAll(own);
    for (const row of own) nodeOfRow[row] = placer.place(samples.stack[row] as number);
  }
  return nodeOfRow;
}

/** Nodes of the stacks of one process at a time. */
class StackPlacer {
  readonly #profile: Shape['profile'];
  readonly #keyed: KeyedProfile;
  readonly #trie: CallTrie;
  readonly #collapse: boolean;
  /** The node of each stack, where `metIn` is this turn. */
  readonly #nodeOf: Int32Array;
  readonly #metIn: Int32Array;
  readonly #path: Int32Array;
  #turn = 0;
  #top = 0;

  constructor(profile: Shape['profile'], keyed: KeyedProfile, trie: CallTrie, collapse: boolean) {
    this.#profile = profile;
    this.#keyed = keyed;
    this.#trie = trie;
    this.#collapse = collapse;
    this.#nodeOf = new Int32Array(profile.stacks.length);
    this.#metIn = new Int32Array(profile.stacks.length);
    this.#path = new Int32Array(profile.stacks.length);
  }

  begin(path: readonly number[]): void {
    this.#turn++;
    this.#top = path.reduce((node, key) => this.#trie.child(node, key, 0), 0);
  }

  /** A stack is walked up only to the first ancestor already met. */
  place(stack: number): number {
    const { parent } = this.#profile.stacks;
    const path = this.#path;
    let depth = 0;
    let at = stack;
    for (; at >= 0 && this.#metIn[at] !== this.#turn; at = parent[at] as number) path[depth++] = at;
    let node = at < 0 ? this.#top : (this.#nodeOf[at] as number);
    while (depth > 0) node = this.#step(path[--depth] as number, node);
    return node;
  }

  /** The stacks of many rows in the order of the table, which is quicker than jumping about in it. */
  placeAll(rows: Int32Array): void {
    const { stacks, samples } = this.#profile;
    const { parent } = stacks;
    const isUsed = new Uint8Array(stacks.length);
    for (const row of rows) {
      const stack = samples.stack[row] as number;
      if (stack >= 0) isUsed[stack] = 1;
    }
    for (let stack = stacks.length - 1; stack >= 0; stack--) {
      const up = parent[stack] as number;
      if (isUsed[stack] === 1 && up >= 0) isUsed[up] = 1;
    }
    for (let stack = 0; stack < stacks.length; stack++) {
      if (isUsed[stack] === 0) continue;
      const up = parent[stack] as number;
      this.#step(stack, up < 0 ? this.#top : (this.#nodeOf[up] as number));
    }
  }

  #step(stack: number, above: number): number {
    const frame = this.#profile.stacks.frame[stack] as number;
    const key = this.#keyed.keyOfFrame[frame] as number;
    const isInlined = (this.#profile.frames.inlineDepth[frame] as number) > 0 ? 1 : 0;
    const isSame = this.#collapse && this.#trie.key.at(above) === key;
    const node = isSame ? above : this.#trie.child(above, key, isInlined);
    this.#metIn[stack] = this.#turn;
    this.#nodeOf[stack] = node;
    return node;
  }
}

/** So that a stack's node, which is known for one process at a time, is found again. */
function rowsByThread(thread: Int32Array | null, length: number): Int32Array {
  const rows = new Int32Array(length);
  for (let row = 0; row < length; row++) rows[row] = row;
  if (thread === null || thread.every((of) => of === thread[0])) return rows;
  return rows.sort((a, b) => (thread[a] as number) - (thread[b] as number) || a - b);
}
