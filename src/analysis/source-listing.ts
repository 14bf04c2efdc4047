import { groupBy } from '../base/group-by.ts';
import { compareText } from '../base/text-layout.ts';
import { type CostGraph, costGraph, noTrimming } from './cost-graph.ts';
import type { NodeInfo } from './node-info.ts';
import type { NodeOptions } from './node-table.ts';
import type { ReportContext } from './report.ts';

/** The cost of one source line of a function. */
export interface LineCost {
  readonly line: number;
  readonly flat: number;
  readonly cum: number;
  readonly samples: number;
}

/** A function in one source file, with its costly lines in order. */
export interface ListedFunction {
  readonly name: string;
  /** '' = the profile does not say. */
  readonly file: string;
  readonly module: string;
  readonly flat: number;
  readonly cum: number;
  /** The lines to show around what was costly. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly lines: readonly LineCost[];
}

/** Lines shown before the first and after the last costly line. */
const margin = 5;

/** The functions whose name matches, by name and then by file. */
export function sourceListing(
  context: ReportContext,
  options: NodeOptions,
  matches: (name: string) => boolean,
): ListedFunction[] {
  const lineOptions: NodeOptions = { ...options, granularity: 'lines', byModule: true };
  const graph = costGraph(context.profile, context.measure, lineOptions, noTrimming);
  const nodes = Array.from(graph.shown).filter((node) => matches(infoOf(graph, node).name));
  const groups = groupBy(nodes, (node) => {
    const { name, file } = infoOf(graph, node);
    return `${name}\0${file}`;
  });
  return Array.from(groups.values(), (group) => listedFunction(graph, group)).sort(
    (a, b) =>
      compareText(a.name, b.name) || compareText(a.file, b.file) || a.firstLine - b.firstLine,
  );
}

function infoOf(graph: CostGraph, node: number): NodeInfo {
  return graph.nodes.infos[node] as NodeInfo;
}

function listedFunction(graph: CostGraph, group: readonly number[]): ListedFunction {
  const infos = group.map((node) => infoOf(graph, node));
  const [{ name, file, module }] = infos as [NodeInfo];
  const starts = infos.map(({ startLine, line }) => (startLine > 0 ? startLine : line - margin));
  const lines = lineCosts(graph, group);
  return {
    name,
    file,
    module,
    flat: sum(lines, ({ flat }) => flat),
    cum: sum(lines, ({ cum }) => cum),
    firstLine: starts.reduce((least, start) => Math.min(least, Math.max(1, start)), Infinity),
    lastLine: infos.reduce((most, { line }) => Math.max(most, line), 0) + margin,
    lines,
  };
}

function lineCosts({ costs, nodes }: CostGraph, group: readonly number[]): LineCost[] {
  const byLine = groupBy(group, (node) => nodes.infos[node]?.line ?? 0);
  return Array.from(byLine, ([line, same]) => ({
    line,
    flat: sum(same, (node) => costs.flat[node] as number),
    cum: sum(same, (node) => costs.cum[node] as number),
    samples: sum(same, (node) => costs.cumSamples[node] as number),
  })).sort((a, b) => a.line - b.line);
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
