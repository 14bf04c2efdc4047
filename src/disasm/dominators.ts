import type { FlowGraph } from './flow-graph.ts';

export interface Dominators {
  /** Per block the nearest one that every way to it passes; -1 = none. */
  readonly immediate: Int32Array;
  readonly predecessors: readonly (readonly number[])[];
  /** Blocks before those they lead to, but for the edges back. */
  readonly order: readonly number[];
}

/**
 * Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm". Blocks that nothing leads to are
 * entries too: those behind jump tables, and handlers of exceptions.
 */
export function dominators({ blocks }: FlowGraph): Dominators {
  const predecessors: number[][] = blocks.map(() => []);
  blocks.forEach(({ successors }, block) => {
    for (const next of successors) predecessors[next]?.push(block);
  });
  const { order, place, entries } = reversePostorder({ blocks });
  const immediate = new Int32Array(blocks.length).fill(-2);
  for (const entry of entries) immediate[entry] = -1;
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const block of order) {
      if (entries.has(block)) continue;
      const known = (predecessors[block] ?? []).filter((each) => immediate[each] !== -2);
      const common = known.reduce((a, b) => nearestCommon(a, b, immediate, place));
      if (immediate[block] !== common) {
        immediate[block] = common;
        isChanged = true;
      }
    }
  }
  return { immediate, predecessors, order };
}

function nearestCommon(a: number, b: number, immediate: Int32Array, place: Int32Array): number {
  while (a !== b && a >= 0 && b >= 0) {
    if ((place[a] as number) > (place[b] as number)) a = immediate[a] as number;
    else b = immediate[b] as number;
  }
  return a === b ? a : -1;
}

function reversePostorder({ blocks }: Pick<FlowGraph, 'blocks'>): {
  order: number[];
  place: Int32Array;
  entries: Set<number>;
} {
  const isReached = new Uint8Array(blocks.length);
  const postorder: number[] = [];
  const entries = new Set<number>();
  for (let entry = 0; entry < blocks.length; entry++) {
    if (isReached[entry] === 1) continue;
    entries.add(entry);
    isReached[entry] = 1;
    const path = [{ block: entry, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const successor = blocks[top.block]?.successors[top.next++];
      if (successor === undefined) {
        postorder.push(top.block);
        path.pop();
      } else if (isReached[successor] === 0) {
        isReached[successor] = 1;
        path.push({ block: successor, next: 0 });
      }
    }
  }
  const order = postorder.reverse();
  const place = new Int32Array(blocks.length);
  order.forEach((block, at) => {
    place[block] = at;
  });
  return { order, place, entries };
}

/** Whether every way to `block` passes `by`. */
export function isDominated(immediate: Int32Array, block: number, by: number): boolean {
  let at = block;
  while (at >= 0 && at !== by) at = immediate[at] as number;
  return at === by;
}
