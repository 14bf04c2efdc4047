import type { Query } from '../query.ts';
import { countColumn } from '../sample-index.ts';
import type { Scope, TimeRange } from '../scope.ts';
import { spread } from '../thread-waits.ts';
import { droppedSlot, placesIn, type TimedSamples, timedSamples } from '../timed-samples.ts';

export interface HeatRequest {
  /** Its range plays no part. */
  readonly scope: Scope;
  /** null = all the time. */
  readonly window: TimeRange | null;
  /** How much time one line (FlameScope: column) holds. */
  readonly lineNs: number;
  readonly cellsPerLine: number;
}

/** Time as a page is read: line by line, cell by cell. */
export interface HeatAnswer {
  /** Where the first line begins: a multiple of its length. */
  readonly startNs: number;
  readonly lineNs: number;
  readonly cellsPerLine: number;
  readonly lines: number;
  /** Per cell, line after line. */
  readonly value: Float64Array;
  readonly count: Float64Array;
  readonly unit: string;
  /** Whether the value is time that threads did not run: it lies where they waited, not where that began. */
  readonly isWait: boolean;
}

/** Lines beyond this are left to a longer line. */
const mostLines = 4000;

/** Null for a profile without times. */
export const answerHeat: Query<HeatRequest, HeatAnswer | null> = (exploration, request) => {
  const { scope, window: asked, cellsPerLine } = request;
  const timed = timedSamples(exploration, scope);
  if (timed === null) return null;
  const window = asked ?? timed.extent;
  let { lineNs } = request;
  while ((window.endNs - window.startNs) / lineNs > mostLines) lineNs *= 10;
  const startNs = Math.floor(window.startNs / lineNs) * lineNs;
  const lines = Math.max(1, Math.ceil((window.endNs - startNs) / lineNs));
  const cells = { startNs, cellNs: lineNs / cellsPerLine, length: lines * cellsPerLine };
  const sums = sumCells(
    timed,
    window,
    cells,
    scope,
    countColumn(exploration.file(scope.file).profile),
  );
  const { unit } = exploration.valueTypeOf(scope);
  return { startNs, lineNs, cellsPerLine, lines, ...sums, unit, isWait: timed.isWait };
};

/** Hot loop over the samples of the window. */
function sumCells(
  timed: TimedSamples,
  window: TimeRange,
  { startNs, cellNs, length }: { startNs: number; cellNs: number; length: number },
  scope: Scope,
  counts: Float64Array | null,
): { value: Float64Array; count: Float64Array } {
  const { order, timeNs, slotOfSample, stackOfSlot, thread, cpu } = timed;
  const value = new Float64Array(length);
  const count = new Float64Array(length);
  const threads = new Set(scope.threads);
  const cpus = new Set(scope.cpus);
  const [from, to] = placesIn(timed, window);
  for (let place = from; place < to; place++) {
    const row = order.rows === null ? place : (order.rows[place] as number);
    const amount = timed.value[row] as number;
    if (amount === 0 || stackOfSlot[slotOfSample[row] as number] === droppedSlot) continue;
    if (threads.size > 0 && !threads.has(thread?.[row] ?? -1)) continue;
    if (cpus.size > 0 && !cpus.has(cpu?.[row] ?? -1)) continue;
    const cell = Math.min(length - 1, Math.floor(((timeNs[row] as number) - startNs) / cellNs));
    if (!timed.isWait) value[cell] = (value[cell] as number) + amount;
    count[cell] = (count[cell] as number) + (counts === null ? 1 : (counts[row] as number));
  }
  if (timed.isWait) spreadWaits(timed, window, scope, { startNs, bucketNs: cellNs, length }, value);
  return { value, count };
}

/** Waits that began before the window reach into it, so all are looked at. */
function spreadWaits(
  timed: TimedSamples,
  window: TimeRange,
  scope: Scope,
  cells: { readonly startNs: number; readonly bucketNs: number; readonly length: number },
  into: Float64Array,
): void {
  const { timeNs, slotOfSample, stackOfSlot, thread, cpu, value } = timed;
  for (let row = 0; row < timeNs.length; row++) {
    const amount = value[row] as number;
    if (amount === 0 || stackOfSlot[slotOfSample[row] as number] === droppedSlot) continue;
    if (scope.threads.length > 0 && !scope.threads.includes(thread?.[row] ?? -1)) continue;
    if (scope.cpus.length > 0 && !scope.cpus.includes(cpu?.[row] ?? -1)) continue;
    const from = timeNs[row] as number;
    const to = Math.min(from + amount, window.endNs);
    spread(into, 0, cells, Math.max(from, window.startNs), to);
  }
}
