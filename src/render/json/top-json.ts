import {
  type CostGraph,
  type PathTrimming,
  type ReportContext,
  topRows,
} from '../../analysis/index.ts';
import { type ReportJson, type RowJson, reportJson, rowJson } from './report-json.ts';

export interface TopJson extends ReportJson {
  readonly rows: readonly RowJson[];
}

export function topJson(context: ReportContext, graph: CostGraph, paths: PathTrimming): TopJson {
  const rows = topRows(graph).map((row) => rowJson(context, graph, row, paths));
  return { ...reportJson(context), rows };
}
