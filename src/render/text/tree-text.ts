import {
  type CallRow,
  type CallTable,
  type CostGraph,
  graphFormat,
  type ReportContext,
  type ValueFormat,
} from '../../analysis/index.ts';
import { percentage } from '../../base/units.ts';
import { graphHeader } from './report-header.ts';
import { shownName, type TextStyle } from './text-style.ts';

const rule = '----------------------------------------------------------+-------------';
const legend = '      flat  flat%   sum%        cum   cum%   calls calls% + context';
/** Columns before the name of a caller or callee. */
const nameColumn = 62;

/** pprof's `tree` and `peek`: each node between its callers above and its callees below. */
export function* treeText(
  context: ReportContext,
  graph: CostGraph,
  tables: readonly CallTable[],
  nodeFraction: number,
  style: TextStyle,
): Generator<string> {
  const { total } = context;
  const format = graphFormat(context, graph);
  for (const line of graphHeader(context, graph, format, nodeFraction)) yield style.dim(line);
  yield style.dim(rule);
  yield style.dim(legend);
  let sum = 0;
  for (const table of tables) {
    yield style.dim(rule);
    for (const caller of table.callers) yield callLine(caller, table.cum, format, style);
    sum += table.flat;
    const flat = `${format(table.flat).padStart(10)} ${percentage(table.flat, total)}`;
    const cum = `${format(table.cum).padStart(10)} ${percentage(table.cum, total)}`;
    const name = style.bold(shownName(table.info.label, style, nameColumn - 2));
    yield `${flat} ${percentage(sum, total)} ${cum}                | ${name}`;
    for (const callee of table.callees) yield callLine(callee, table.cum, format, style);
  }
  if (graph.shown.length > 0) yield style.dim(rule);
}

function callLine(call: CallRow, cum: number, format: ValueFormat, style: TextStyle): string {
  const inline = call.inlined ? ' (inline)' : '';
  const name = shownName(call.info.label, style, nameColumn + inline.length);
  const share = percentage(call.weight, cum);
  return `${format(call.weight).padStart(50)} ${share} |   ${name}${style.dim(inline)}`;
}
