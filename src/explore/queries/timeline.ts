import type { Exploration } from '../exploration.ts';
import type { Query } from '../query.ts';
import type { Scope, TimeRange } from '../scope.ts';
import { addWaits, spread, waitKinds } from '../thread-waits.ts';
import { familyCount } from '../time-grid.ts';
import { type LevelBuckets, levelBuckets } from '../time-levels.ts';

/** `id` comes back with the answer: the asker's own name for it. */
export type TimelineTrack = {
  readonly id: string;
} /** Threads as one: a process, or one thread. -1 = samples of no thread. */ & (
  | { readonly kind: 'threads'; readonly threads: readonly number[] }
  | { readonly kind: 'cpu'; readonly cpu: number }
  /** A value type of the profile, for all threads of the scope. */
  | { readonly kind: 'counter'; readonly type: number }
);

export interface TimelineRequest {
  /** Its range plays no part. */
  readonly scope: Scope;
  /** null = all the time. */
  readonly window: TimeRange | null;
  readonly buckets: number;
  /** Those on screen. */
  readonly tracks: readonly TimelineTrack[];
}

/** What lanes tell apart, in the order of their rows in `lanes`. */
export const laneStates = ['running', 'runnable', 'waiting', 'asleep'] as const;

export interface TimelineAnswer {
  readonly startNs: number;
  readonly bucketNs: number;
  readonly buckets: number;
  /** Of the tracks, in the order of the request. */
  readonly ids: readonly string[];
  readonly unit: string;
  /** Tracks × families × buckets; of a counter only the first family is used. */
  readonly value: Float64Array;
  /**
   * Tracks × states × buckets, in nanoseconds, for tracks of one thread; of others all zero. What is
   * missing of a bucket is unknown.
   */
  readonly lanes: Float64Array;
}

/** Null for a profile without times. */
export const answerTimeline: Query<TimelineRequest, TimelineAnswer | null> = (
  exploration,
  { scope, window, buckets: wanted, tracks },
) => {
  const { extent } = exploration.file(scope.file);
  if (extent === null) return null;
  const buckets = levelBuckets(extent, window ?? extent, wanted);
  const perTrack = familyCount * buckets.length;
  const perLane = laneStates.length * buckets.length;
  const value = new Float64Array(tracks.length * perTrack);
  const lanes = new Float64Array(tracks.length * perLane);
  tracks.forEach((track, at) => {
    const part = value.subarray(at * perTrack, (at + 1) * perTrack);
    addTrack(exploration, scope, track, buckets, part);
    const lane = lanes.subarray(at * perLane, (at + 1) * perLane);
    if (track.kind === 'threads' && track.threads.length === 1) {
      const [thread = -1] = track.threads;
      addLane(exploration, { scope, thread, buckets, value: part }, lane);
    }
  });
  const { startNs, bucketNs, length } = buckets;
  const ids = tracks.map(({ id }) => id);
  const { unit } = exploration.valueTypeOf(scope);
  return { startNs, bucketNs, buckets: length, ids, unit, value, lanes };
};

function addTrack(
  exploration: Exploration,
  scope: Scope,
  track: TimelineTrack,
  buckets: LevelBuckets,
  into: Float64Array,
): void {
  switch (track.kind) {
    case 'threads': {
      const hasThreads = exploration.file(scope.file).profile.samples.thread !== null;
      const grid = exploration.time.grid(scope, 'thread');
      grid?.add(into, buckets, hasThreads ? track.threads : null);
      break;
    }
    case 'cpu':
      exploration.time.grid(scope, 'cpu')?.add(into, buckets, [track.cpu]);
      break;
    case 'counter': {
      const name = exploration.file(scope.file).profile.valueTypes[track.type]?.name ?? '';
      const split = new Float64Array(into.length);
      const threads = scope.threads.length > 0 ? scope.threads : null;
      exploration.time.grid({ ...scope, value: name }, 'thread')?.add(split, buckets, threads);
      for (let at = 0; at < split.length; at++) {
        const to = at % buckets.length;
        into[to] = (into[to] as number) + (split[at] as number);
      }
      break;
    }
  }
}

interface LaneOf {
  readonly scope: Scope;
  readonly thread: number;
  readonly buckets: LevelBuckets;
  /** What the thread's track shows: families × buckets. */
  readonly value: Float64Array;
}

/**
 * With recorded waits a thread runs whenever it lives and does not wait; without them it is seen
 * running as long as its samples say.
 */
function addLane(
  exploration: Exploration,
  { scope, thread, buckets, value }: LaneOf,
  lane: Float64Array,
): void {
  const { length, bucketNs } = buckets;
  const waits = exploration.time.waits(scope.file).get(thread);
  const running = lane.subarray(0, length);
  if (waits === undefined) {
    const isTime = exploration.valueTypeOf(scope).unit === 'nanoseconds';
    for (let bucket = 0; bucket < length; bucket++) {
      let sum = 0;
      for (let family = 0; family < familyCount; family++) {
        sum += value[family * length + bucket] as number;
      }
      running[bucket] = isTime ? Math.min(bucketNs, sum) : sum > 0 ? bucketNs : 0;
    }
    return;
  }
  const others = lane.subarray(length);
  addWaits(others, waits, buckets);
  const life = exploration.time.life(scope, thread);
  spread(running, 0, buckets, life.startNs, life.endNs);
  for (let bucket = 0; bucket < length; bucket++) {
    let waited = 0;
    for (let kind = 0; kind < waitKinds.length; kind++) {
      waited += others[kind * length + bucket] as number;
    }
    running[bucket] = Math.max(0, (running[bucket] as number) - waited);
  }
}
