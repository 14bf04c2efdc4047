import type { Profile } from '../profile/index.ts';
import { callEdges, type EdgeTable } from './call-edges.ts';
import { type Measure, stackCosts } from './measure.ts';
import { flatValue, type NodeCosts, nodeCosts } from './node-costs.ts';
import { compareInfos, compareLabels } from './node-info.ts';
import { type NodeOptions, type NodeTable, nodeTable } from './node-table.ts';
import { stackOrder } from './stack-order.ts';

/** What is left out of a report for being small, and in which order the rest stands. */
export interface TrimOptions {
  readonly sort: 'flat' | 'cum';
  /** At most so many nodes; 0 = all. */
  readonly nodeCount: number;
  /** Hides nodes whose cum is below this share of the total. */
  readonly nodeFraction: number;
  /** Hides edges below this share of the total. */
  readonly edgeFraction: number;
  readonly dropNegative: boolean;
}

export const defaultTrimming: TrimOptions = {
  sort: 'flat',
  nodeCount: 0,
  nodeFraction: 0.005,
  edgeFraction: 0.001,
  dropNegative: false,
};

export const noTrimming: TrimOptions = { ...defaultTrimming, nodeFraction: 0, edgeFraction: 0 };

/** The call graph a report shows, nodes in the order of the report. */
export interface CostGraph {
  readonly nodes: NodeTable;
  readonly costs: NodeCosts;
  /** The nodes to show, in order. */
  readonly shown: Int32Array;
  readonly edges: EdgeTable;
  /** 1 = too small to show. */
  readonly edgeDropped: Uint8Array;
  /** Sum of the flat values shown. */
  readonly shownTotal: number;
  /** Nodes left out for their share, and nodes before `nodeCount` cut them. */
  readonly droppedNodes: number;
  readonly nodesBeforeCount: number;
}

/**
 * Trimming never changes the numbers of a node that stays, only which edges there are: so nodes are
 * chosen first and edges are built once, over the nodes that stay.
 */
export function costGraph(
  profile: Profile,
  measure: Measure,
  options: NodeOptions,
  trim: TrimOptions,
): CostGraph {
  const { stacks } = profile;
  const perStack = stackCosts(profile, measure);
  const nodes = nodeTable(profile, options);
  const order = stackOrder(stacks);
  const costs = nodeCosts(order, nodes, perStack);
  const all = presentNodes(costs, trim.dropNegative);
  const flatSum = sumOf(all, (node) => costs.flat[node] as number);
  const nodeCutoff = Math.abs(Math.trunc(flatSum * trim.nodeFraction));
  const edgeCutoff = Math.abs(Math.trunc(flatSum * trim.edgeFraction));
  const large = all.filter((node) => Math.abs(costs.cum[node] as number) >= nodeCutoff);
  const ordered = sortNodes(large, nodes, costs, trim.sort);
  const shown = trim.nodeCount > 0 ? ordered.slice(0, trim.nodeCount) : ordered;
  const kept = shown.length === all.length ? null : marks(nodes.length, shown);
  const edges = callEdges(stacks, order, nodes, perStack, kept);
  return {
    nodes,
    costs,
    shown,
    edges,
    edgeDropped: smallEdges(edges, edgeCutoff, marks(nodes.length, shown)),
    shownTotal: sumOf(shown, (node) => flatValue(costs, node)),
    droppedNodes: all.length - large.length,
    nodesBeforeCount: large.length,
  };
}

/** Nodes that have a value. A difference may hide what shrank (`dropNegative`). */
function presentNodes({ flat, cum }: NodeCosts, dropNegative: boolean): Int32Array {
  return Int32Array.from(flat.keys()).filter((node) => {
    const own = flat[node] as number;
    const all = cum[node] as number;
    if (own === 0 && all === 0) return false;
    return !(dropNegative && (own < 0 || (own === 0 && all < 0)));
  });
}

/** By size, then by name: the order is the same on every run. */
function sortNodes(
  chosen: Int32Array,
  { infos }: NodeTable,
  { flat, cum }: NodeCosts,
  sort: 'flat' | 'cum',
): Int32Array {
  const [major, minor] = sort === 'flat' ? [flat, cum] : [cum, flat];
  return chosen.sort((a, b) => {
    const bySize = Math.abs(major[b] as number) - Math.abs(major[a] as number);
    if (bySize !== 0) return bySize;
    const [first, second] = [infos[a], infos[b]];
    if (first === undefined || second === undefined) return 0;
    const byLabel = compareLabels(first, second);
    if (byLabel !== 0) return byLabel;
    const byMinor = Math.abs(minor[b] as number) - Math.abs(minor[a] as number);
    return byMinor !== 0 ? byMinor : compareInfos(first, second);
  });
}

function smallEdges(
  { length, to, weight }: EdgeTable,
  cutoff: number,
  shown: Uint8Array,
): Uint8Array {
  const dropped = new Uint8Array(length);
  for (let edge = 0; edge < length; edge++) {
    const small = Math.abs(weight[edge] as number) < cutoff;
    if (small && shown[to[edge] as number] === 1) dropped[edge] = 1;
  }
  return dropped;
}

function marks(length: number, rows: Int32Array): Uint8Array {
  const marked = new Uint8Array(length);
  for (const row of rows) marked[row] = 1;
  return marked;
}

function sumOf(rows: Int32Array, value: (row: number) => number): number {
  let sum = 0;
  for (const row of rows) sum += value(row);
  return sum;
}
