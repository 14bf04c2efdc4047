import { meanOf, type StackCosts } from './measure.ts';
import type { NodeTable } from './node-table.ts';
import { outermostOccurrences, type StackOrder } from './stack-order.ts';

/** Numbers per node: flat = in the node itself, cum = in it and everything it called. */
export interface NodeCosts {
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  /** What to divide by for a mean; null = not a mean. */
  readonly flatDivisor: Float64Array | null;
  readonly cumDivisor: Float64Array | null;
  /** Observations behind flat and behind cum. */
  readonly flatSamples: Float64Array;
  readonly cumSamples: Float64Array;
}

export function nodeCosts(order: StackOrder, nodes: NodeTable, costs: StackCosts): NodeCosts {
  const outermost = outermostOccurrences(order, nodes.ofStack, nodes.length);
  const flat = (column: Float64Array): Float64Array => sumByNode(nodes, column, null);
  const cum = (column: Float64Array): Float64Array => sumByNode(nodes, column, outermost);
  return {
    flat: flat(costs.self),
    cum: cum(costs.inclusive),
    flatDivisor: costs.selfDivisor === null ? null : flat(costs.selfDivisor),
    cumDivisor: costs.inclusiveDivisor === null ? null : cum(costs.inclusiveDivisor),
    flatSamples: flat(costs.selfSamples),
    cumSamples: cum(costs.inclusiveSamples),
  };
}

function sumByNode(
  { length, ofStack }: NodeTable,
  column: Float64Array,
  only: Uint8Array | null,
): Float64Array {
  const sums = new Float64Array(length);
  for (let at = 0; at < ofStack.length; at++) {
    if (only !== null && only[at] === 0) continue;
    const node = ofStack[at] as number;
    sums[node] = (sums[node] as number) + (column[at] as number);
  }
  return sums;
}

/** What a report shows as flat: the sum, or the mean. */
export function flatValue(costs: NodeCosts, node: number): number {
  return meanOf(costs.flat[node] as number, costs.flatDivisor?.[node] ?? 0);
}

export function cumValue(costs: NodeCosts, node: number): number {
  return meanOf(costs.cum[node] as number, costs.cumDivisor?.[node] ?? 0);
}
