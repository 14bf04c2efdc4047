import { depthFirst, NodeBuilder, type TreeGranularity } from '../analysis/index.ts';
import type { KeyedProfile } from './keyed-profile.ts';
import type { Shape } from './shape.ts';

/**
 * The top-down call tree of a shape without any values: depth first, siblings by name. Made once; every
 * range, thread and value then only adds up numbers along it.
 */
export interface CallSkeleton {
  readonly length: number;
  readonly parent: Int32Array; // -1 = root
  readonly key: Int32Array;
  readonly subtreeEnd: Int32Array;
  readonly inlined: Uint8Array;
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
  const nodes = new NodeBuilder(0, true);
  nodes.child(-1, keyed.rootKey, 0);
  const found = placeRows(profile, keyed, nodes, collapses(by));
  const parent = nodes.parent.view();
  const key = nodes.key.view();
  const { position, size } = depthFirst(parent, key, keyed.nameRank);
  const { length } = parent;
  const skeleton = {
    length,
    parent: new Int32Array(length),
    key: new Int32Array(length),
    subtreeEnd: new Int32Array(length),
    inlined: new Uint8Array(length),
    nodeOfRow: new Int32Array(found.length),
  };
  for (let node = 0; node < length; node++) {
    const to = position[node] as number;
    const up = parent[node] as number;
    skeleton.parent[to] = up < 0 ? -1 : (position[up] as number);
    skeleton.key[to] = key[node] as number;
    skeleton.subtreeEnd[to] = to + (size[node] as number);
    skeleton.inlined[to] = nodes.inlined.at(node);
  }
  for (let row = 0; row < found.length; row++) {
    skeleton.nodeOfRow[row] = position[found[row] as number] as number;
  }
  return skeleton;
}

/** Per row the node its stack ends in. A stack is walked up only to the first ancestor already met. */
function placeRows(
  { stacks, samples, frames }: Shape['profile'],
  keyed: KeyedProfile,
  nodes: NodeBuilder,
  collapse: boolean,
): Int32Array {
  const nodeOfRow = new Int32Array(samples.length);
  const nodeOf = new Int32Array(stacks.length);
  const metBy = new Int32Array(stacks.length).fill(-2);
  const path = new Int32Array(stacks.length);
  const tops = new Map<number, number>();
  for (const row of rowsByThread(samples.thread, samples.length)) {
    const thread = samples.thread === null ? -1 : (samples.thread[row] as number);
    let top = tops.get(thread);
    if (top === undefined) {
      top = 0;
      for (const key of keyed.pathOfThread[thread] ?? []) top = nodes.child(top, key, 0);
      tops.set(thread, top);
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
      if (!collapse || nodes.key.at(node) !== key) node = nodes.child(node, key, isInlined);
      metBy[at] = thread;
      nodeOf[at] = node;
    }
    nodeOfRow[row] = node;
  }
  return nodeOfRow;
}

/** So that a stack's node, which is known for one process at a time, is found again. */
function rowsByThread(thread: Int32Array | null, length: number): Int32Array {
  const rows = Int32Array.from({ length }, (_, row) => row);
  if (thread === null || thread.every((of) => of === thread[0])) return rows;
  return rows.sort((a, b) => (thread[a] as number) - (thread[b] as number) || a - b);
}
