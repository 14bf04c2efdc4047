import type { CostGraph } from './cost-graph.ts';
import { edgeLists } from './edge-lists.ts';
import type { NodeInfo } from './node-info.ts';
import { type TopRow, topRows } from './top-rows.ts';

/** One caller or callee of a node. */
export interface CallRow {
  readonly info: NodeInfo;
  readonly weight: number;
  readonly samples: number;
  readonly inlined: boolean;
  /** The call passes through functions that are not shown. */
  readonly residual: boolean;
}

/** A node between its callers and its callees. */
export interface CallTable extends TopRow {
  readonly callers: readonly CallRow[];
  readonly callees: readonly CallRow[];
}

/** The tables of `tree`, and with a condition on the row's text those of `peek`. */
export function callTables(graph: CostGraph, matches?: (label: string) => boolean): CallTable[] {
  const lists = edgeLists(graph);
  const rows = topRows(graph).filter(({ info }) => matches?.(info.label) ?? true);
  return rows.map((row) => ({
    ...row,
    callers: lists.callersOf(row.node).map((edge) => callRow(graph, edge, graph.edges.from)),
    callees: lists.calleesOf(row.node).map((edge) => callRow(graph, edge, graph.edges.to)),
  }));
}

function callRow({ nodes, edges }: CostGraph, edge: number, end: Int32Array): CallRow {
  return {
    info: nodes.infos[end[edge] as number] as NodeInfo,
    weight: edges.weight[edge] as number,
    samples: edges.samples[edge] as number,
    inlined: edges.inlined[edge] === 1,
    residual: edges.residual[edge] === 1,
  };
}
