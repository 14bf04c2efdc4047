import {
  labelKeyWidth,
  looseFormat,
  type ReportContext,
  type Trace,
} from '../../analysis/index.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { profileHeader } from './report-header.ts';
import { shownName, type TextStyle } from './text-style.ts';

const rule = '-----------+-------------------------------------------------------';
/** Columns before a name. */
const nameColumn = 13;

/** pprof's `traces`: every sample with its labels and its stack, the leaf first. */
export function* tracesText(
  context: ReportContext,
  traces: Iterable<Trace>,
  style: TextStyle,
): Generator<string> {
  const format = looseFormat(context);
  for (const line of profileHeader(context, format)) yield style.dim(line);
  for (const trace of traces) {
    yield style.dim(rule);
    for (const { key, values } of trace.labels) {
      yield safeLine(`${key.padStart(labelKeyWidth)}:  ${values.join(' ')}`);
    }
    let value = format(trace.value);
    for (const { info, inlined } of trace.frames) {
      const inline = inlined ? ' (inline)' : '';
      const name = shownName(info.label, style, nameColumn + inline.length);
      yield `${value.padStart(10)}   ${name}${style.dim(inline)}`;
      value = '';
    }
  }
  yield style.dim(rule);
}
