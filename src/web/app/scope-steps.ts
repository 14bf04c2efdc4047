import type { FileFacts, TimeRange } from '../../explore/index.ts';
import { categoryLabel } from '../kit/category-table.ts';
import { formatValue } from '../kit/quantity.ts';
import { sameRange } from '../kit/time/nested-ranges.ts';
import { formatTimeSpan } from '../kit/time/time-axis.ts';
import { splitStep, stepLabel } from '../state/transform-step.ts';
import type { ViewState } from '../state/view-state.ts';

/** A step of the context bar that can be removed by itself. */
export interface ScopeStep {
  readonly verb: string;
  /** The name it is about, in full; '' = the verb says all. */
  readonly object: string;
  /** What it does besides, in quiet words. */
  readonly detail?: string;
  /** The range that it narrows to, which can become the base of a comparison. */
  readonly range?: TimeRange;
  /** The state without it. */
  readonly without: Partial<ViewState>;
}

/** The whole that everything stands for: `All threads, 12.0 s`. */
export function wholeLabel(file: FileFacts): string {
  const { threads, extent, summary } = file;
  const who = threads.length > 1 ? 'All threads' : 'All samples';
  const durationNs = extent === null ? summary.durationNs : extent.endNs - extent.startNs;
  return durationNs > 0 ? `${who}, ${formatValue(durationNs, 'nanoseconds')}` : who;
}

/**
 * Everything that narrows or changes what is seen, in the order it applies. `threadsDetail` says what the
 * choice of threads does to the base of a comparison.
 */
export function scopeSteps(
  state: ViewState,
  file: FileFacts,
  threadsDetail = '',
): readonly ScopeStep[] {
  const { ranges, baseRange, threads, cpus, event, transforms } = state;
  return [
    ...ranges.flatMap((range, at) =>
      // A range that was zoomed into stands there twice (kit/time/nested-ranges.ts).
      sameRange(range, ranges[at - 1])
        ? []
        : {
            verb: formatTimeSpan(range),
            object: '',
            range,
            // Ranges are nested: those inside go with the one around them.
            without: { ranges: ranges.slice(0, at) },
          },
    ),
    // Of one file the range of the base is the comparison itself.
    ...(baseRange !== null && state.files.length > 1
      ? [{ verb: 'base', object: formatTimeSpan(baseRange), without: { baseRange: null } }]
      : []),
    ...(threads.length > 0
      ? [{ ...threadStep(threads, file), detail: threadsDetail, without: { threads: [] } }]
      : []),
    ...(cpus.length > 0
      ? [
          {
            verb: cpus.length === 1 ? 'CPU' : 'CPUs',
            object: cpus.join(', '),
            without: { cpus: [] },
          },
        ]
      : []),
    ...(event !== '' ? [{ verb: 'event', object: event, without: { event: '' } }] : []),
    ...transforms.map((step, at) => ({
      ...transformLabel(step),
      without: { transforms: transforms.toSpliced(at, 1), zoom: [] },
    })),
  ];
}

function transformLabel(step: string): { readonly verb: string; readonly object: string } {
  const { word, rest } = splitStep(step);
  return word === 'category' ? { verb: 'only', object: categoryLabel(rest) } : stepLabel(step);
}

function threadStep(rows: readonly number[], file: FileFacts): { verb: string; object: string } {
  const [first] = rows;
  const known = first === undefined ? undefined : file.threads[first];
  const process = processOf(rows, file);
  if (process !== undefined) return { verb: 'process', object: process };
  if (rows.length > 1 || known === undefined) return { verb: `${rows.length} threads`, object: '' };
  return { verb: 'thread', object: `${known.thread || known.process} ${known.tid}` };
}

/** The process whose threads these are, if they are all of one that has several. */
function processOf(rows: readonly number[], { threads }: FileFacts): string | undefined {
  const first = threads[rows[0] ?? -1];
  if (first === undefined || rows.length < 2) return undefined;
  const all = threads.filter(({ pid }) => pid === first.pid).length;
  const isWhole = all === rows.length && rows.every((row) => threads[row]?.pid === first.pid);
  return isWhole ? `${first.process} ${first.pid}` : undefined;
}
