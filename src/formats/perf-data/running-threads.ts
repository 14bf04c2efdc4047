import { Float64Builder, type Int32Builder } from '../../base/growable-column.ts';
import { switchKinds } from './thread-waits.ts';

interface ThreadHistory {
  /** Rows by thread, each in order of time. */
  readonly switches: ReadonlyMap<number, Int32Array>;
  readonly switchTimeNs: Float64Builder;
  readonly kinds: Int32Builder; // index into switchKinds
  readonly samples: ReadonlyMap<number, Int32Array>;
  readonly sampleTimeNs: Float64Builder;
  readonly endNs: number;
}

/**
 * How many threads of the recording ran at a time; at least one, because it is asked of samples.
 * A thread runs from a switch-in to a switch-out or its exit; before a first switch-out it ran too.
 */
export function runningThreads(history: ThreadHistory): (timeNs: number) => number {
  const starts = new Float64Builder();
  const ends = new Float64Builder();
  for (const rows of history.switches.values()) addRuns(history, rows, starts, ends);
  for (const [tid, rows] of history.samples) {
    // Never switched: it had a CPU for itself as long as it was seen.
    if (history.switches.has(tid)) continue;
    starts.push(history.sampleTimeNs.at(rows[0] as number));
    ends.push(history.endNs + 1);
  }
  const begun = starts.finish().sort();
  const ended = ends.finish().sort();
  return (timeNs) => Math.max(1, countUpTo(begun, timeNs) - countUpTo(ended, timeNs));
}

function addRuns(
  { switchTimeNs, kinds, endNs }: ThreadHistory,
  rows: Int32Array,
  starts: Float64Builder,
  ends: Float64Builder,
): void {
  const isIn = (row: number): boolean => switchKinds[kinds.at(row)] === 'in';
  let runs = !isIn(rows[0] as number);
  if (runs) starts.push(Number.NEGATIVE_INFINITY);
  for (const row of rows) {
    if (isIn(row) === runs) continue;
    runs = !runs;
    (runs ? starts : ends).push(switchTimeNs.at(row));
  }
  if (runs) ends.push(endNs + 1);
}

/** How many of the ascending times are not after `timeNs`. */
function countUpTo(times: Float64Array, timeNs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) <= timeNs) low = middle + 1;
    else high = middle;
  }
  return low;
}
