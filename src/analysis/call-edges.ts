import { Int32Builder } from '../base/growable-column.ts';
import { PairIndex } from '../base/tuple-index.ts';
import type { StackTable } from '../profile/index.ts';
import type { StackCosts } from './measure.ts';
import type { NodeTable } from './node-table.ts';
import { outermostOccurrences, type StackOrder } from './stack-order.ts';

/** Who called whom, and how much of the callee's time that was. */
export interface EdgeTable {
  readonly length: number;
  readonly from: Int32Array; // node
  readonly to: Int32Array; // node
  readonly weight: Float64Array;
  readonly samples: Float64Array;
  /** 1 = passes through nodes that are not shown. */
  readonly residual: Uint8Array;
  /** 1 = the callee was inlined wherever it was called from here. */
  readonly inlined: Uint8Array;
}

/**
 * The edges between kept nodes; a call that passes through others becomes a residual edge. An edge
 * that recurs in one stack counts once, and a node has no edge to itself.
 */
export function callEdges(
  stacks: StackTable,
  order: StackOrder,
  nodes: NodeTable,
  costs: StackCosts,
  kept: Uint8Array | null,
): EdgeTable {
  const { parent } = stacks;
  const index = new PairIndex();
  const from = new Int32Builder();
  const to = new Int32Builder();
  // Per stack its edge, and the kept node that a callee would have as its caller.
  const edgeOfStack = new Int32Array(stacks.length).fill(-1);
  const callerBelow = new Int32Array(stacks.length);
  for (let at = 0; at < stacks.length; at++) {
    const up = parent[at] as number;
    const node = nodes.ofStack[at] as number;
    const caller = up < 0 ? -1 : (callerBelow[up] as number);
    const isKept = kept === null || kept[node] === 1;
    callerBelow[at] = isKept ? node : caller;
    if (!isKept || caller < 0 || caller === node || costs.live[at] === 0) continue;
    const known = index.findOrAdd(caller, node, from.length);
    edgeOfStack[at] = known >= 0 ? known : to.push(node);
    if (known < 0) from.push(caller);
  }
  const length = from.length;
  const weights = weigh(stacks, order, nodes, costs, { edgeOfStack, kept, length });
  return { length, from: from.finish(), to: to.finish(), ...weights };
}

interface EdgesFound {
  readonly edgeOfStack: Int32Array;
  readonly kept: Uint8Array | null;
  readonly length: number;
}

function weigh(
  stacks: StackTable,
  order: StackOrder,
  nodes: NodeTable,
  costs: StackCosts,
  { edgeOfStack, kept, length }: EdgesFound,
): Pick<EdgeTable, 'weight' | 'samples' | 'residual' | 'inlined'> {
  const outermost = outermostOccurrences(order, edgeOfStack, length);
  const weight = new Float64Array(length);
  const samples = new Float64Array(length);
  const residual = new Uint8Array(length);
  const inlined = new Uint8Array(length).fill(1);
  for (let at = 0; at < edgeOfStack.length; at++) {
    if (outermost[at] === 0) continue;
    const edge = edgeOfStack[at] as number;
    const above = nodes.ofStack[stacks.parent[at] as number] as number;
    weight[edge] = (weight[edge] as number) + (costs.inclusive[at] as number);
    samples[edge] = (samples[edge] as number) + (costs.inclusiveSamples[at] as number);
    if (kept !== null && kept[above] === 0) residual[edge] = 1;
    if (nodes.inlined[at] === 0) inlined[edge] = 0;
  }
  return { weight, samples, residual, inlined };
}
