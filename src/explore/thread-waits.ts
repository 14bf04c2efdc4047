import { type FrameIndex, frameName, type Profile } from '../profile/index.ts';
import { asleepFunctions, wakeDepth } from './wait-kind-table.ts';

/** What a thread does besides running, in the order of the numbers that stand for it. */
export const waitKinds = ['runnable', 'waiting', 'asleep'] as const;
export type WaitKind = (typeof waitKinds)[number];

/** Values that say how long a thread did not run, from the time of their sample on. */
export function isWaitValue(name: string): boolean {
  return name === 'off-cpu' || name === 'runnable';
}

/** The waits of one thread, in order of time. */
export interface ThreadWaits {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Index into `waitKinds`. */
  readonly kind: Uint8Array;
  /** The sample that tells of it. */
  readonly sample: Int32Array;
}

/** Waits of every thread that has some: `plateau record --off-cpu` knows them. */
export function threadWaits(profile: Profile): ReadonlyMap<number, ThreadWaits> {
  const { samples, valueTypes } = profile;
  const found = new Map<number, number[]>();
  const columns = valueTypes.flatMap(({ name }, type) =>
    isWaitValue(name) ? [{ name, value: samples.values[type] ?? new Float64Array(0) }] : [],
  );
  if (samples.timeNs === null || columns.length === 0) return new Map();
  for (let row = 0; row < samples.length; row++) {
    if (!columns.some(({ value }) => (value[row] as number) > 0)) continue;
    if (Number.isNaN(samples.timeNs[row])) continue;
    const thread = samples.thread?.[row] ?? -1;
    const rows = found.get(thread) ?? [];
    rows.push(row);
    found.set(thread, rows);
  }
  const isAsleep = asleepTest(profile);
  const kindOf = (row: number): WaitKind => {
    const off = columns.find(({ name, value }) => name === 'off-cpu' && (value[row] ?? 0) > 0);
    if (off === undefined) return 'runnable';
    return isAsleep(samples.stack[row] as number) ? 'asleep' : 'waiting';
  };
  const lengthOf = (row: number): number =>
    columns.reduce((sum, { value }) => sum + (value[row] as number), 0);
  const times = samples.timeNs;
  return new Map(
    [...found].map(([thread, rows]) => [thread, waitsOf(rows, times, lengthOf, kindOf)]),
  );
}

function waitsOf(
  rows: number[],
  times: Float64Array,
  lengthOf: (row: number) => number,
  kindOf: (row: number) => WaitKind,
): ThreadWaits {
  rows.sort((a, b) => (times[a] as number) - (times[b] as number));
  const startNs = Float64Array.from(rows, (row) => times[row] as number);
  return {
    startNs,
    endNs: Float64Array.from(rows, (row, at) => (startNs[at] as number) + lengthOf(row)),
    kind: Uint8Array.from(rows, (row) => waitKinds.indexOf(kindOf(row))),
    sample: Int32Array.from(rows),
  };
}

/** Looks at each stack once. */
function asleepTest(profile: Profile): (stack: number) => boolean {
  const { stacks } = profile;
  const known = new Map<number, boolean>();
  const test = (leaf: number): boolean => {
    let stack = leaf;
    for (let step = 0; step < wakeDepth && stack >= 0; step++) {
      const name = frameName(profile, stacks.frame[stack] as FrameIndex);
      if (asleepFunctions.test(name)) return true;
      stack = stacks.parent[stack] as number;
    }
    return false;
  };
  return (stack) => {
    const answer = known.get(stack) ?? test(stack);
    known.set(stack, answer);
    return answer;
  };
}

/** Adds what of the waits lies in each bucket: kinds × buckets, one kind after the other. */
export function addWaits(
  into: Float64Array,
  waits: ThreadWaits,
  { startNs, bucketNs, length }: { startNs: number; bucketNs: number; length: number },
): void {
  const endNs = startNs + length * bucketNs;
  for (let at = firstEndingAfter(waits.endNs, startNs); at < waits.startNs.length; at++) {
    const from = Math.max(startNs, waits.startNs[at] as number);
    const to = Math.min(endNs, waits.endNs[at] as number);
    if ((waits.startNs[at] as number) >= endNs) break;
    const row = (waits.kind[at] as number) * length;
    spread(into, row, { startNs, bucketNs, length }, from, to);
  }
}

/** Gives each bucket of a row its part of the time from … to. */
export function spread(
  into: Float64Array,
  row: number,
  buckets: { readonly startNs: number; readonly bucketNs: number; readonly length: number },
  from: number,
  to: number,
): void {
  const { startNs, bucketNs, length } = buckets;
  const last = Math.min(length - 1, Math.floor((to - startNs) / bucketNs));
  for (let at = Math.max(0, Math.floor((from - startNs) / bucketNs)); at <= last; at++) {
    const begin = Math.max(from, startNs + at * bucketNs);
    const end = Math.min(to, startNs + (at + 1) * bucketNs);
    if (end > begin) into[row + at] = (into[row + at] as number) + end - begin;
  }
}

/** The wait that a thread was in at a time; -1 = none. */
export function findWait({ startNs, endNs }: ThreadWaits, timeNs: number): number {
  const at = firstEndingAfter(endNs, timeNs);
  return at < startNs.length && (startNs[at] as number) <= timeNs ? at : -1;
}

/** Waits of a thread follow each other, so their ends are in order too. */
function firstEndingAfter(ends: Float64Array, timeNs: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] as number) <= timeNs) low = middle + 1;
    else high = middle;
  }
  return low;
}
