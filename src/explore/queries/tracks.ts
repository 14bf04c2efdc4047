import { groupBy } from '../../base/group-by.ts';
import type { Profile } from '../../profile/index.ts';
import type { Exploration } from '../exploration.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';
import type { ThreadWaits } from '../thread-waits.ts';

export interface TracksRequest {
  /** Its range, threads and processors play no part: what is filtered out is still listed. */
  readonly scope: Scope;
}

export interface ProcessTrack {
  /** -1 = unknown. */
  readonly pid: number;
  readonly name: string;
  /** Rows of the profile's threads, the busiest first; -1 = samples of no thread. */
  readonly threads: readonly number[];
  readonly total: number;
}

export interface CounterTrack {
  /** Index of a value type. */
  readonly type: number;
  readonly name: string;
  readonly unit: string;
}

/** What could be shown over time. */
export interface TracksAnswer {
  /** The busiest first. */
  readonly processes: readonly ProcessTrack[];
  /** The scope's value of each thread; the entry after the last is for samples of no thread. */
  readonly threadTotal: Float64Array;
  /** Nanoseconds each thread waited or slept, the same way; null = it was not recorded. */
  readonly threadWaited: Float64Array | null;
  readonly cpus: readonly number[];
  /** Aligned with `cpus`. */
  readonly cpuTotal: Float64Array;
  readonly counters: readonly CounterTrack[];
  readonly markers: number;
  readonly value: { readonly name: string; readonly unit: string };
}

/** Null for a profile without times. */
export const answerTracks: Query<TracksRequest, TracksAnswer | null> = (exploration, request) => {
  const scope: Scope = { ...request.scope, range: null, threads: [], cpus: [] };
  const threadTotal = threadTotals(exploration, scope);
  if (threadTotal === null) return null;
  const { profile } = exploration.file(scope.file);
  const waits = exploration.time.waits(scope.file);
  const live = liveThreads(profile, threadTotal, waits);
  const byCpu = profile.samples.cpu === null ? null : exploration.time.grid(scope, 'cpu');
  const cpus = byCpu?.groups ?? [];
  const known = cpus.filter((cpu) => cpu >= 0);
  const cpuTotals = byCpu?.totals() ?? new Float64Array(0);
  return {
    processes: processesOf(profile, live, threadTotal),
    threadTotal,
    threadWaited: waits.size === 0 ? null : waitedTotals(profile, waits),
    cpus: known,
    cpuTotal: Float64Array.from(known, (cpu) => cpuTotals[cpus.indexOf(cpu)] as number),
    counters: profile.valueTypes.map(({ name, unit }, type) => ({ type, name, unit })),
    markers: profile.markers.length,
    value: exploration.valueTypeOf(scope),
  };
};

function threadTotals(exploration: Exploration, scope: Scope): Float64Array | null {
  const grid = exploration.time.grid(scope, 'thread');
  if (grid === null) return null;
  const { threads, samples } = exploration.file(scope.file).profile;
  const totals = new Float64Array(threads.length + 1);
  const sums = grid.totals();
  grid.groups.forEach((group, at) => {
    // Without a column of threads all samples are one group of their own.
    const isNone = samples.thread === null || group < 0;
    totals[isNone ? threads.length : group] = sums[at] as number;
  });
  return totals;
}

function waitedTotals(profile: Profile, waits: ReadonlyMap<number, ThreadWaits>): Float64Array {
  const totals = new Float64Array(profile.threads.length + 1);
  for (const [thread, { startNs, endNs }] of waits) {
    let sum = 0;
    for (let at = 0; at < startNs.length; at++) {
      sum += (endNs[at] as number) - (startNs[at] as number);
    }
    totals[thread < 0 ? profile.threads.length : thread] = sum;
  }
  return totals;
}

function liveThreads(
  profile: Profile,
  totals: Float64Array,
  waits: ReadonlyMap<number, ThreadWaits>,
): number[] {
  const marked = new Set(profile.markers.thread);
  const live: number[] = [];
  for (let thread = 0; thread < profile.threads.length; thread++) {
    if (totals[thread] !== 0 || waits.has(thread) || marked.has(thread)) live.push(thread);
  }
  if (totals[profile.threads.length] !== 0 || waits.has(-1)) live.push(-1);
  return live;
}

function processesOf(
  profile: Profile,
  live: readonly number[],
  totals: Float64Array,
): ProcessTrack[] {
  const { threads, strings } = profile;
  const totalOf = (thread: number): number =>
    totals[thread < 0 ? threads.length : thread] as number;
  const groups = groupBy(live, (thread) =>
    thread < 0 ? '' : `${threads.pid[thread]} ${threads.processName[thread]}`,
  );
  return [...groups.values()]
    .map((rows): ProcessTrack => {
      const [first = -1] = rows;
      return {
        pid: first < 0 ? -1 : (threads.pid[first] as number),
        name: first < 0 ? '' : (strings[threads.processName[first] as number] ?? ''),
        threads: rows.sort((a, b) => totalOf(b) - totalOf(a)),
        total: rows.reduce((sum, thread) => sum + totalOf(thread), 0),
      };
    })
    .sort((a, b) => b.total - a.total);
}
