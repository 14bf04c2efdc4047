import type { CostGraph } from './cost-graph.ts';
import { cumValue, flatValue } from './node-costs.ts';
import type { NodeInfo } from './node-info.ts';

/** One line of `top`. */
export interface TopRow {
  readonly node: number;
  readonly info: NodeInfo;
  /** Whether the function was inlined into its callers: everywhere, or at some of them. */
  readonly inlining: 'inline' | 'partial-inline' | 'called';
  readonly flat: number;
  readonly cum: number;
  readonly flatSamples: number;
  readonly cumSamples: number;
}

export function topRows(graph: CostGraph): TopRow[] {
  const { nodes, costs } = graph;
  const inlining = inliningOfNodes(graph);
  return Array.from(graph.shown, (node) => ({
    node,
    info: nodes.infos[node] as NodeInfo,
    inlining: inlining(node),
    flat: flatValue(costs, node),
    cum: cumValue(costs, node),
    flatSamples: costs.flatSamples[node] as number,
    cumSamples: costs.cumSamples[node] as number,
  }));
}

function inliningOfNodes({
  nodes,
  edges,
  edgeDropped,
}: CostGraph): (node: number) => TopRow['inlining'] {
  const inlined = new Uint8Array(nodes.length);
  const called = new Uint8Array(nodes.length);
  for (let edge = 0; edge < edges.length; edge++) {
    if (edgeDropped[edge] === 1) continue;
    (edges.inlined[edge] === 1 ? inlined : called)[edges.to[edge] as number] = 1;
  }
  return (node) => {
    if (inlined[node] === 0) return 'called';
    return called[node] === 1 ? 'partial-inline' : 'inline';
  };
}
