import type {
  CallRow,
  CallTable,
  CostGraph,
  PathTrimming,
  ReportContext,
} from '../../analysis/index.ts';
import type { CsvCell } from '../csv.ts';
import {
  jsonPercent,
  jsonValue,
  type ReportJson,
  type RowJson,
  reportJson,
  rowJson,
} from './report-json.ts';

export interface CallJson {
  readonly name: string;
  readonly weight: number;
  /** Of the cum of the row it belongs to. */
  readonly percent: number;
  readonly samples: number;
  readonly inline: boolean;
  readonly residual: boolean;
}

export interface TreeJson extends ReportJson {
  readonly rows: readonly (RowJson & {
    readonly callers: readonly CallJson[];
    readonly callees: readonly CallJson[];
  })[];
}

export function treeJson(
  context: ReportContext,
  graph: CostGraph,
  tables: readonly CallTable[],
  paths: PathTrimming,
): TreeJson {
  const rows = tables.map((table) => ({
    ...rowJson(context, graph, table, paths),
    callers: table.callers.map((call) => callJson(context, call, table.cum)),
    callees: table.callees.map((call) => callJson(context, call, table.cum)),
  }));
  return { ...reportJson(context), rows };
}

function callJson(context: ReportContext, call: CallRow, cum: number): CallJson {
  return {
    name: call.info.label,
    weight: jsonValue(context, call.weight),
    percent: jsonPercent(call.weight, cum),
    samples: call.samples,
    inline: call.inlined,
    residual: call.residual,
  };
}

export const treeColumns: readonly string[] = [
  'node',
  'relation',
  'name',
  'weight',
  'percent',
  'samples',
  'inline',
  'residual',
];

/** One line per caller (`caller`), per node (`self`: its cum) and per callee (`callee`). */
export function* treeCsvRows({ rows }: TreeJson): Generator<CsvCell[]> {
  for (const row of rows) {
    const line = (relation: string, call: CallJson): CsvCell[] => {
      const { name, weight, percent, samples, inline, residual } = call;
      return [row.name, relation, name, weight, percent, samples, inline, residual];
    };
    for (const call of row.callers) yield line('caller', call);
    yield [row.name, 'self', row.name, row.cum, row.cumPercent, row.samples, false, false];
    for (const call of row.callees) yield line('callee', call);
  }
}
