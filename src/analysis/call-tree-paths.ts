import { Float64Builder, Int32Builder } from '../base/growable-column.ts';
import { ToolError } from '../base/tool-error.ts';
import { PairIndex } from '../base/tuple-index.ts';
import type { Profile } from '../profile/index.ts';
import { type CallNodes, NodeBuilder, type SampleColumn } from './call-tree-nodes.ts';
import type { KeyedFrames } from './frame-keys.ts';

/** Everything the three ways of building a tree have in common. */
export interface TreeInput {
  readonly profile: Profile;
  readonly keyed: KeyedFrames;
  readonly columns: readonly SampleColumn[];
  /** Per sample, the group it hangs under: a process, or a thread of one. */
  readonly groupOfSample: Int32Array;
  /** Per group, the keys between the root and its stacks; empty for samples of no known process. */
  readonly groupPath: readonly (readonly number[])[];
  /** Neighbours of the same key become one: calls inside one module or file. */
  readonly collapse: boolean;
  readonly rootKey: number;
  /** Bottom-up only: nodes below this share of the whole are not followed further. */
  readonly minimumShare: number;
  readonly maxDepth: number;
}

/** Sample rows ordered by group, keeping their order within each. */
function rowsByGroup(groupOfSample: Int32Array, groups: number): Int32Array {
  const start = new Int32Array(groups + 1);
  for (const group of groupOfSample) start[group + 1] = (start[group + 1] as number) + 1;
  for (let group = 0; group < groups; group++) {
    start[group + 1] = (start[group + 1] as number) + (start[group] as number);
  }
  const rows = new Int32Array(groupOfSample.length);
  for (let row = 0; row < rows.length; row++) {
    const group = groupOfSample[row] as number;
    const at = start[group] as number;
    rows[at] = row;
    start[group] = at + 1;
  }
  return rows;
}

function addGroupPath(nodes: NodeBuilder, path: readonly number[], keepLast: number): number {
  let node = 0;
  for (const key of path.slice(0, keepLast)) node = nodes.child(node, key, 0);
  return node;
}

/**
 * Root to leaf. Work is per distinct stack of a group: a stack already met answers at once, and a
 * new one is walked up only to the first ancestor that was met. Hot loop: indexes directly.
 */
export function buildTopDown(input: TreeInput): CallNodes {
  const { profile, keyed, columns, groupOfSample, groupPath, collapse } = input;
  const { stacks, samples, frames } = profile;
  const nodes = new NodeBuilder(columns.length, true);
  nodes.child(-1, input.rootKey, 0);
  const nodeOf = new Int32Array(stacks.length);
  const metBy = new Int32Array(stacks.length).fill(-1);
  const path = new Int32Array(stacks.length);
  const rows = rowsByGroup(groupOfSample, groupPath.length);
  let group = -1;
  let top = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    if (groupOfSample[row] !== group) {
      group = groupOfSample[row] as number;
      const keys = groupPath[group] ?? [];
      top = addGroupPath(nodes, keys, keys.length);
    }
    let at = samples.stack[row] as number;
    let depth = 0;
    for (; at >= 0 && metBy[at] !== group; at = stacks.parent[at] as number) path[depth++] = at;
    let node = at < 0 ? top : (nodeOf[at] as number);
    while (depth > 0) {
      at = path[--depth] as number;
      const frame = stacks.frame[at] as number;
      const key = keyed.keyOfFrame[frame] as number;
      const isInlined = (frames.inlineDepth[frame] as number) > 0 ? 1 : 0;
      if (!collapse || nodes.key.at(node) !== key) node = nodes.child(node, key, isInlined);
      metBy[at] = group;
      nodeOf[at] = node;
    }
    nodes.addSample(node, columns, row);
  }
  return nodes.finish();
}

/**
 * Leaf to root, level by level: all stacks take one step towards their root at a time, and those
 * whose node has become too small to matter stop there. So memory follows what can be seen, not
 * the square of the depth.
 */
export function buildBottomUp(input: TreeInput): CallNodes {
  const { profile, keyed, columns, groupPath, collapse } = input;
  const { stacks, frames } = profile;
  const nodes = new NodeBuilder(columns.length, true);
  nodes.child(-1, input.rootKey, 0);
  const walkers = distinctStacks(input);
  const weight = new Float64Builder(1024);
  const total = walkers.weight.view().reduce((sum, value) => sum + value, 0);
  const minimum = total * input.minimumShare;
  weight.push(Number.POSITIVE_INFINITY);
  let live = Int32Array.from({ length: walkers.length }, (_, i) => i);
  const nodeOf = new Int32Array(walkers.length);
  for (let depth = 0; live.length > 0; depth++) {
    let kept = 0;
    for (const walker of live) {
      const node = nodeOf[walker] as number;
      const step = walkers.next(walker, stacks.parent, groupPath);
      if (step < 0 || depth >= input.maxDepth || weight.at(node) < minimum) {
        nodes.addSample(node, walkers.columns, walker);
        continue;
      }
      const isFrame = step < stacks.length;
      const frame = isFrame ? (stacks.frame[step] as number) : -1;
      const key = isFrame ? (keyed.keyOfFrame[frame] as number) : step - stacks.length;
      const isInlined = isFrame && (frames.inlineDepth[frame] as number) > 0 ? 1 : 0;
      let child = node;
      if (!collapse || nodes.key.at(node) !== key) child = nodes.child(node, key, isInlined);
      while (weight.length < nodes.length) weight.push(0);
      if (child !== node) weight.add(child, walkers.weight.at(walker));
      nodeOf[walker] = child;
      live[kept++] = walker;
    }
    live = live.subarray(0, kept);
  }
  return nodes.finish();
}

/** One entry per distinct stack of a group, with the sums of its samples, and how far it has walked. */
class StackWalkers {
  readonly columns: readonly { readonly values: Float64Array }[];
  readonly weight: Float64Builder = new Float64Builder();
  readonly #at: Int32Builder;
  readonly #group: Int32Builder;

  constructor(at: Int32Builder, group: Int32Builder, sums: readonly Float64Builder[]) {
    this.#at = at;
    this.#group = group;
    this.columns = sums.map((column) => ({ values: column.finish() }));
    for (let i = 0; i < at.length; i++) {
      this.weight.push(Math.max(0, ...this.columns.map((column) => column.values[i] as number)));
    }
  }

  get length(): number {
    return this.#at.length;
  }

  /** The next stack row on the way up; then, past the stacks, `stacks + key` of the group; then -1. */
  next(walker: number, parent: Int32Array, groupPath: readonly (readonly number[])[]): number {
    const at = this.#at.at(walker);
    if (at >= 0) {
      this.#at.set(walker, parent[at] as number);
      return at;
    }
    const keys = groupPath[this.#group.at(walker)] ?? [];
    const key = keys[keys.length + at];
    this.#at.set(walker, at - 1);
    return key === undefined ? -1 : parent.length + key;
  }
}

function distinctStacks(input: TreeInput): StackWalkers {
  const { samples } = input.profile;
  const index = new PairIndex();
  const at = new Int32Builder();
  const group = new Int32Builder();
  const sums = input.columns.map(() => new Float64Builder());
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row] as number;
    const mine = input.groupOfSample[row] as number;
    let walker = index.findOrAdd(stack, mine, at.length);
    if (walker < 0) {
      walker = at.push(stack);
      group.push(mine);
      for (const sum of sums) sum.push(0);
    }
    for (let c = 0; c < sums.length; c++) {
      sums[c]?.add(walker, input.columns[c]?.values[row] as number);
    }
  }
  return new StackWalkers(at, group, sums);
}

/** More than this is neither drawn nor held: a picture is some thousand pixels wide. */
const mostTimeNodes = 1 << 26;

export interface TimeOrderedNodes {
  readonly nodes: CallNodes;
  /** Sum of the values of all samples before the node. */
  readonly start: Float64Builder;
}

/**
 * In the order of time: samples that follow each other share the frames of their common prefix.
 * Groups (threads) come one after the other, because interleaved they would share nothing.
 */
export function buildInTimeOrder(input: TreeInput): TimeOrderedNodes {
  const { profile, keyed, columns, groupOfSample, groupPath } = input;
  const { stacks, samples, frames } = profile;
  const nodes = new NodeBuilder(columns.length, false);
  const start = new Float64Builder();
  nodes.child(-1, input.rootKey, 0);
  start.push(0);
  let now = 0;
  let open: number[] = [0];
  const frameOf = new Int32Array(input.maxDepth + 1);
  for (const row of rowsInTime(input)) {
    const keys: number[] = [...(groupPath[groupOfSample[row] as number] ?? [])];
    const head = keys.length;
    appendPath(keys, samples.stack[row] as number, input, frameOf);
    let shared = 0;
    while (shared < keys.length && shared + 1 < open.length) {
      if (nodes.key.at(open[shared + 1] as number) !== keys[shared]) break;
      shared++;
    }
    open = open.slice(0, shared + 1);
    for (let i = shared; i < keys.length; i++) {
      const frame = i < head ? -1 : (frameOf[i - head] as number);
      const isInlined = frame >= 0 && (frames.inlineDepth[frame] as number) > 0 ? 1 : 0;
      open.push(nodes.child(open[i] as number, keys[i] as number, isInlined));
      start.push(now);
    }
    if (nodes.length > mostTimeNodes) throw tooManyNodes();
    nodes.addSample(open.at(-1) ?? 0, columns, row);
    now += Math.max(0, columns[0]?.values[row] ?? 0);
  }
  return { nodes: nodes.finish(), start };

  function appendPath(keys: number[], stack: number, of: TreeInput, frameAt: Int32Array): void {
    const path: number[] = [];
    for (let at = stack; at >= 0; at = stacks.parent[at] as number) path.push(at);
    const base = keys.length;
    for (let i = path.length - 1; i >= 0 && keys.length - base < of.maxDepth; i--) {
      const frame = stacks.frame[path[i] as number] as number;
      const key = keyed.keyOfFrame[frame] as number;
      if (of.collapse && keys.length > base && keys.at(-1) === key) continue;
      frameAt[keys.length - base] = frame;
      keys.push(key);
    }
  }
}

function rowsInTime(input: TreeInput): Int32Array {
  const rows = rowsByGroup(input.groupOfSample, input.groupPath.length);
  const time = input.profile.samples.timeNs;
  if (time === null) return rows;
  const { groupOfSample } = input;
  return rows.sort(
    (a, b) =>
      (groupOfSample[a] as number) - (groupOfSample[b] as number) ||
      (time[a] as number) - (time[b] as number) ||
      a - b,
  );
}

function tooManyNodes(): ToolError {
  return new ToolError('too-large', 'too many changes of stack for one picture in time order', {
    hint: 'choose a shorter range of time or a single thread',
  });
}
