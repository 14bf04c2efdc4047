import type { FlowGraph } from './flow-graph.ts';

export interface Dominators {
  /** Per block the nearest one that every way to it passes; -1 = none. */
  readonly immediate: Int32Array;
  /** Per block those that lead to it from the same entry. */
  readonly predecessors: readonly (readonly number[])[];
  /** Blocks before those they lead to, but for the edges back. */
  readonly order: readonly number[];
}

/**
 * Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm". Blocks that nothing leads to are entries
 * too: handlers of exceptions, and padding, which nobody runs. What leads from them into the rest of the
 * function is left out, or no loop behind padding would have a header.
 */
export function dominators({ blocks }: FlowGraph): Dominators {
  const { order, place, entries, entryOf } = reversePostorder({ blocks });
  const predecessors: number[][] = blocks.map(() => []);
  blocks.forEach(({ successors }, block) => {
    for (const next of successors) {
      if (entryOf[next] === entryOf[block]) predecessors[next]?.push(block);
    }
  });
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
  entryOf: Int32Array;
} {
  const entryOf = new Int32Array(blocks.length);
  const isReached = new Uint8Array(blocks.length);
  const postorder: number[] = [];
  const entries = new Set<number>();
  for (let entry = 0; entry < blocks.length; entry++) {
    if (isReached[entry] === 1) continue;
    entries.add(entry);
    isReached[entry] = 1;
    entryOf[entry] = entry;
    const path = [{ block: entry, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const successor = blocks[top.block]?.successors[top.next++];
      if (successor === undefined) {
        postorder.push(top.block);
        path.pop();
      } else if (isReached[successor] === 0) {
        isReached[successor] = 1;
        entryOf[successor] = entry;
        path.push({ block: successor, next: 0 });
      }
    }
  }
  const order = postorder.reverse();
  const place = new Int32Array(blocks.length);
  order.forEach((block, at) => {
    place[block] = at;
  });
  return { order, place, entries, entryOf };
}

/** Whether every way to `block` passes `by`. */
export function isDominated(immediate: Int32Array, block: number, by: number): boolean {
  let at = block;
  while (at >= 0 && at !== by) at = immediate[at] as number;
  return at === by;
}
