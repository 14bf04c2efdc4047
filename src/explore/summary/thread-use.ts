import { textAt } from '../../profile/index.ts';
import type { Exploration } from '../exploration.ts';
import { sampleRows } from '../sample-rows.ts';
import type { Scope } from '../scope.ts';
import { timeBuckets } from '../time-buckets.ts';

/** What each thread has of a scope, the largest first. */
export interface ThreadUse {
  /** Threads with a value; only the largest have a row. */
  readonly count: number;
  readonly rows: readonly ThreadRow[];
  readonly buckets: number;
  /** Per row `buckets` sums over time; null = the profile has no times. */
  readonly when: Float64Array | null;
}

export interface ThreadRow {
  /** Row of the profile's threads. */
  readonly thread: number;
  readonly name: string;
  readonly process: string;
  readonly tid: number;
  readonly value: number;
  readonly samples: number;
}

const mostRows = 64;

/** Two passes over the samples: sums per thread, then over time for those that are shown. */
export function threadUse(exploration: Exploration, scope: Scope, buckets: number): ThreadUse {
  const { profile, extent } = exploration.file(scope.file);
  const { samples, threads } = profile;
  if (samples.thread === null) return { count: 0, rows: [], buckets, when: null };
  const each = sampleVisitor(exploration, scope);
  const value = new Float64Array(threads.length);
  const counted = new Float64Array(threads.length);
  each((_, thread, amount, count) => {
    value[thread] = (value[thread] as number) + amount;
    counted[thread] = (counted[thread] as number) + count;
  });
  const live = Array.from(value.keys()).filter((thread) => value[thread] !== 0);
  live.sort((a, b) => (value[b] as number) - (value[a] as number));
  const shown = live.slice(0, mostRows);
  const rows = shown.map((thread) => ({
    thread,
    name: textAt(profile, threads.threadName[thread] as number),
    process: textAt(profile, threads.processName[thread] as number),
    tid: threads.tid[thread] as number,
    value: value[thread] as number,
    samples: counted[thread] as number,
  }));
  const range = scope.range ?? extent;
  const { timeNs } = samples;
  if (timeNs === null || range === null) return { count: live.length, rows, buckets, when: null };
  const when = new Float64Array(shown.length * buckets);
  const rowOf = new Int32Array(threads.length).fill(-1);
  for (const [row, thread] of shown.entries()) rowOf[thread] = row;
  const parts = timeBuckets(range, buckets);
  each((row, thread, amount) => {
    const part = parts.of(timeNs[row] as number);
    const to = rowOf[thread] as number;
    if (part < 0 || to < 0) return;
    const at = to * buckets + part;
    when[at] = (when[at] as number) + amount;
  });
  return { count: live.length, rows, buckets, when };
}

type Visit = (row: number, thread: number, value: number, count: number) => void;

/** Calls with every sample that the scope has and its transforms leave. */
function sampleVisitor(exploration: Exploration, scope: Scope): (visit: Visit) => void {
  const { samples } = exploration.file(scope.file).profile;
  const index = exploration.samples(scope.file);
  const isLeft = new Uint8Array(index.slots.length);
  for (const slot of exploration.shape(scope).slot) isLeft[slot] = 1;
  const value = samples.values[index.valueType(scope.value)] ?? new Float64Array(samples.length);
  const { from, to, rows, isChosen } = sampleRows(exploration, scope);
  return (visit) => {
    for (let place = from; place < to; place++) {
      const row = rows === null ? place : (rows[place] as number);
      const thread = samples.thread?.[row] ?? -1;
      const amount = value[row] as number;
      if (thread < 0 || amount === 0 || isLeft[index.slots.ofSample[row] as number] === 0) continue;
      if (isChosen(row)) visit(row, thread, amount, samples.count?.[row] ?? 1);
    }
  };
}
