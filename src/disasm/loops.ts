import { dominators, isDominated } from './dominators.ts';
import type { FlowGraph } from './flow-graph.ts';

/** A natural loop: what lies between a header and the jumps back to it. */
export interface Loop {
  /** The block that every way into it passes. */
  readonly header: number;
  /** Blocks, ascending. */
  readonly blocks: readonly number[];
  /** 1 = not inside another one. */
  readonly depth: number;
  /** The loop around it; -1 = none. */
  readonly parent: number;
  readonly isInnermost: boolean;
}

/** Loops from the outermost to the innermost; those with one header are one. */
export function findLoops(graph: FlowGraph): Loop[] {
  const { immediate, predecessors } = dominators(graph);
  const bodies = new Map<number, Set<number>>();
  graph.blocks.forEach(({ successors }, block) => {
    for (const header of successors) {
      if (!predecessors[header]?.includes(block)) continue;
      if (!isDominated(immediate, block, header)) continue;
      const body = bodies.get(header) ?? new Set([header]);
      bodies.set(header, body);
      addBody(body, block, predecessors);
    }
  });
  const found = Array.from(bodies, ([header, body]) => ({ header, body })).sort(
    (a, b) => b.body.size - a.body.size || a.header - b.header,
  );
  return nested(found);
}

/** Everything that leads to the jump back without passing the header. */
function addBody(
  body: Set<number>,
  from: number,
  predecessors: readonly (readonly number[])[],
): void {
  const waiting = [from];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (body.has(block)) continue;
    body.add(block);
    waiting.push(...(predecessors[block] ?? []));
  }
}

function nested(found: readonly { header: number; body: ReadonlySet<number> }[]): Loop[] {
  const parents = found.map(({ header }, index) =>
    // The smallest one before it that holds its header: larger ones come first.
    found.findLastIndex((outer, at) => at < index && outer.body.has(header)),
  );
  const depths: number[] = [];
  return found.map(({ header, body }, index): Loop => {
    const parent = parents[index] ?? -1;
    const depth = (depths[parent] ?? 0) + 1;
    depths.push(depth);
    return {
      header,
      blocks: [...body].sort((a, b) => a - b),
      depth,
      parent,
      isInnermost: !parents.includes(index),
    };
  });
}
