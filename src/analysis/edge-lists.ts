import { groupBy } from '../base/group-by.ts';
import { compareText } from '../base/text-layout.ts';
import type { CostGraph } from './cost-graph.ts';

/** The callers and callees of every node, heaviest first. */
export interface EdgeLists {
  callersOf(node: number): readonly number[];
  calleesOf(node: number): readonly number[];
}

export function edgeLists(graph: CostGraph): EdgeLists {
  const { edges, edgeDropped } = graph;
  const kept = Array.from(edgeDropped.keys()).filter((edge) => edgeDropped[edge] === 0);
  const callers = groupBy(kept, (edge) => edges.to[edge] as number);
  const callees = groupBy(kept, (edge) => edges.from[edge] as number);
  const compare = edgeOrder(graph);
  return {
    callersOf: (node) => (callers.get(node) ?? []).toSorted(compare),
    calleesOf: (node) => (callees.get(node) ?? []).toSorted(compare),
  };
}

function edgeOrder({ edges, nodes }: CostGraph): (a: number, b: number) => number {
  const label = (node: number): string => nodes.infos[node]?.label ?? '';
  return (a, b) =>
    Math.abs(edges.weight[b] as number) - Math.abs(edges.weight[a] as number) ||
    compareText(label(edges.from[a] as number), label(edges.from[b] as number)) ||
    compareText(label(edges.to[a] as number), label(edges.to[b] as number));
}
