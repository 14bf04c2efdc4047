import { textAt } from '../../profile/index.ts';
import type { Exploration } from '../exploration.ts';
import { sampleRows } from '../sample-rows.ts';
import type { Scope, TimeRange } from '../scope.ts';
import { isWaitValue, spread } from '../thread-waits.ts';
import { firstAtOrAfter, type TimeOrder } from '../time-order.ts';

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
/** With more threads than this there is no room for all lines over time at once. */
const mostEntries = 1 << 22;

/** One pass over the samples, in order of time where they have times: a part of it is a stretch of them. */
export function threadUse(exploration: Exploration, scope: Scope, buckets: number): ThreadUse {
  const { profile, extent } = exploration.file(scope.file);
  const { samples, threads } = profile;
  if (samples.thread === null) return { count: 0, rows: [], buckets, when: null };
  const { order } = exploration.samples(scope.file);
  const range = scope.range ?? extent;
  const isTimed = order !== null && range !== null && threads.length * buckets <= mostEntries;
  const parts = isTimed ? buckets : 1;
  const sums = {
    parts,
    value: new Float64Array(threads.length * parts),
    count: new Float64Array(threads.length),
  };
  const add = spanAdder(exploration, scope, sums);
  if (order === null || range === null || samples.timeNs === null) add(0, samples.length, 0);
  else {
    const width = (range.endNs - range.startNs) / parts;
    let from = firstAtOrAfter(order, samples.timeNs, range.startNs);
    for (let part = 0; part < parts; part++) {
      const endNs = part === parts - 1 ? range.endNs : range.startNs + (part + 1) * width;
      const to = firstAtOrAfter(order, samples.timeNs, endNs);
      add(from, to, part);
      from = Math.max(from, to);
    }
  }
  const all = threadTotals(sums, threads.length);
  // Samples at no known time belong to all the time, but to no part of it.
  const totals =
    scope.range === null && order !== null && range !== null ? untimed(sums, all, order, add) : all;
  const live = Array.from(totals.keys()).filter((thread) => totals[thread] !== 0);
  live.sort((a, b) => (totals[b] as number) - (totals[a] as number));
  const shown = live.slice(0, mostRows);
  const rows = shown.map((thread) => ({
    thread,
    name: textAt(profile, threads.threadName[thread] as number),
    process: textAt(profile, threads.processName[thread] as number),
    tid: threads.tid[thread] as number,
    value: totals[thread] as number,
    samples: sums.count[thread] as number,
  }));
  if (!isTimed) return { count: live.length, rows, buckets, when: null };
  const when = new Float64Array(shown.length * buckets);
  if (isWaitValue(exploration.valueTypeOf(scope).name)) {
    addWaitsOf(exploration, scope, shown, { range, buckets, when });
    return { count: live.length, rows, buckets, when };
  }
  for (const [row, thread] of shown.entries()) {
    when.set(sums.value.subarray(thread * buckets, (thread + 1) * buckets), row * buckets);
  }
  return { count: live.length, rows, buckets, when };
}

interface WaitLines {
  readonly range: TimeRange;
  readonly buckets: number;
  /** Per thread `buckets` sums. */
  readonly when: Float64Array;
}

/** A wait lies where it lasts, not where it began. */
function addWaitsOf(
  exploration: Exploration,
  scope: Scope,
  threads: readonly number[],
  { range, buckets, when }: WaitLines,
): void {
  const { samples } = exploration.file(scope.file).profile;
  const index = exploration.samples(scope.file);
  const value = samples.values[index.valueType(scope.value)];
  const isLeft = slotsLeft(exploration, scope);
  const waits = exploration.time.waits(scope.file);
  const bucketNs = (range.endNs - range.startNs) / buckets;
  const line = { startNs: range.startNs, bucketNs, length: buckets };
  for (const [row, thread] of threads.entries()) {
    const of = waits.get(thread);
    of?.sample.forEach((sample, at) => {
      if (!value?.[sample] || isLeft[index.slots.ofSample[sample] as number] === 0) return;
      const from = Math.max(of.startNs[at] as number, range.startNs);
      spread(when, row * buckets, line, from, Math.min(of.endNs[at] as number, range.endNs));
    });
  }
}

/** Per slot whether the scope's transforms leave something of it. */
function slotsLeft(exploration: Exploration, scope: Scope): Uint8Array {
  const isLeft = new Uint8Array(exploration.samples(scope.file).slots.length);
  for (const slot of exploration.shape(scope).slot) isLeft[slot] = 1;
  return isLeft;
}

interface ThreadSums {
  readonly parts: number;
  /** Per thread and part of time. */
  readonly value: Float64Array;
  readonly count: Float64Array;
}

function threadTotals({ value, parts }: ThreadSums, threads: number): Float64Array {
  const totals = new Float64Array(threads);
  for (let at = 0; at < value.length; at++) {
    const thread = Math.floor(at / parts);
    totals[thread] = (totals[thread] as number) + (value[at] as number);
  }
  return totals;
}

/** Adds the samples without a time, which come last in the order, to the totals and to no part. */
function untimed(
  sums: ThreadSums,
  totals: Float64Array,
  order: TimeOrder,
  add: AddSpan,
): Float64Array {
  const timed = sums.value.slice();
  add(order.timed, order.rows?.length ?? order.timed, 0);
  for (let thread = 0; thread < totals.length; thread++) {
    const first = thread * sums.parts;
    totals[thread] =
      (totals[thread] as number) + (sums.value[first] as number) - (timed[first] as number);
  }
  sums.value.set(timed);
  return totals;
}

type AddSpan = (from: number, to: number, part: number) => void;

/** Adds the samples at some places of the order, those that the scope has and its transforms leave. */
function spanAdder(exploration: Exploration, scope: Scope, sums: ThreadSums): AddSpan {
  const { samples } = exploration.file(scope.file).profile;
  const index = exploration.samples(scope.file);
  const { ofSample } = index.slots;
  const isLeft = slotsLeft(exploration, scope);
  const value = samples.values[index.valueType(scope.value)] ?? new Float64Array(samples.length);
  const thread = samples.thread ?? new Int32Array(0);
  const rows = index.order?.rows ?? null;
  const { isChosen } = sampleRows(exploration, scope);
  const isNarrowed = scope.threads.length > 0 || scope.cpus.length > 0;
  // Hot loop: indexes directly.
  return (from, to, part) => {
    for (let place = from; place < to; place++) {
      const row = rows === null ? place : (rows[place] as number);
      const of = thread[row] as number;
      const amount = value[row] as number;
      if (of < 0 || amount === 0 || isLeft[ofSample[row] as number] === 0) continue;
      if (isNarrowed && !isChosen(row)) continue;
      const at = of * sums.parts + part;
      sums.value[at] = (sums.value[at] as number) + amount;
      sums.count[of] = (sums.count[of] as number) + (samples.count?.[row] ?? 1);
    }
  };
}
