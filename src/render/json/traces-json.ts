import type { ReportContext, Trace } from '../../analysis/index.ts';
import type { CsvCell } from '../csv.ts';
import { jsonValue, reportJson } from './report-json.ts';

export interface TraceJson {
  readonly value: number;
  readonly samples: number;
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** The leaf first. */
  readonly frames: readonly { readonly name: string; readonly inline: boolean }[];
}

function traceJson(context: ReportContext, trace: Trace): TraceJson {
  return {
    value: jsonValue(context, trace.value),
    samples: trace.samples,
    labels: Object.fromEntries(trace.labels.map(({ key, values }) => [key, values])),
    frames: trace.frames.map(({ info, inlined }) => ({ name: info.label, inline: inlined })),
  };
}

/** The JSON in pieces: there may be more traces than one string can hold. */
export function* tracesJsonText(
  context: ReportContext,
  traces: Iterable<Trace>,
): Generator<string> {
  const head = JSON.stringify(reportJson(context));
  yield `${head.slice(0, -1)},"traces":[`;
  let separator = '';
  for (const trace of traces) {
    yield `${separator}${JSON.stringify(traceJson(context, trace))}`;
    separator = ',';
  }
  yield ']}';
}

export const traceColumns: readonly string[] = ['value', 'samples', 'labels', 'stack'];

/** The stack is one cell, the root first, as folded files have it. */
export function* traceCsvRows(
  context: ReportContext,
  traces: Iterable<Trace>,
): Generator<CsvCell[]> {
  for (const trace of traces) {
    const { value, samples, labels, frames } = traceJson(context, trace);
    const pairs = Object.entries(labels).map(([key, values]) => `${key}=${values.join(' ')}`);
    const stack = frames.map(({ name }) => name).reverse();
    yield [value, samples, pairs.join(';'), stack.join(';')];
  }
}
