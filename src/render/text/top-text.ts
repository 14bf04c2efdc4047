import { type CostGraph, graphFormat, type ReportContext, topRows } from '../../analysis/index.ts';
import { percentage } from '../../base/units.ts';
import { graphHeader } from './report-header.ts';
import { emphasized, shownName, type TextStyle } from './text-style.ts';

/** Columns before the name. */
const nameColumn = 44;

/** pprof's `top`: flat, its share, the running sum, cum and its share. */
export function* topText(
  context: ReportContext,
  graph: CostGraph,
  nodeFraction: number,
  style: TextStyle,
): Generator<string> {
  const { total } = context;
  const format = graphFormat(context, graph);
  for (const line of graphHeader(context, graph, format, nodeFraction)) yield style.dim(line);
  yield style.dim('      flat  flat%   sum%        cum   cum%');
  let sum = 0;
  for (const row of topRows(graph)) {
    sum += row.flat;
    const flat = `${format(row.flat).padStart(10)} ${percentage(row.flat, total)}`;
    const cum = `${format(row.cum).padStart(10)} ${percentage(row.cum, total)}`;
    const inlining = row.inlining === 'called' ? '' : ` (${row.inlining})`;
    const name = shownName(row.info.label, style, nameColumn + inlining.length);
    const shown = emphasized(name, style, row.flat / total);
    yield `${flat} ${percentage(sum, total)} ${cum}  ${shown}${style.dim(inlining)}`;
  }
}
