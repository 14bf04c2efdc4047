import type { Query } from '../query.ts';
import type { Scope, TimeRange } from '../scope.ts';
import { isWaitValue } from '../thread-waits.ts';
import { familyCount } from '../time-grid.ts';
import { levelBuckets } from '../time-levels.ts';

export interface StripRequest {
  /** Its range plays no part: the strip shows a window and the range in it. */
  readonly scope: Scope;
  /** null = all the time. */
  readonly window: TimeRange | null;
  /** About as many as are drawn: the answer has at most two more, and seldom less than half. */
  readonly buckets: number;
}

/** The scope's value over time, by whose code ran. */
export interface StripAnswer {
  readonly startNs: number;
  readonly bucketNs: number;
  readonly buckets: number;
  /** Families (as in `keyFamilies`) × buckets, one family after the other. */
  readonly value: Float64Array;
  readonly unit: string;
  /** Whether the value is time that threads did not run. */
  readonly isWait: boolean;
}

/** Null for a profile without times. */
export const answerStrip: Query<StripRequest, StripAnswer | null> = (exploration, request) => {
  const { scope, window, buckets: wanted } = request;
  const { extent, profile } = exploration.file(scope.file);
  const grid = exploration.time.grid(scope, 'thread');
  if (extent === null || grid === null) return null;
  const buckets = levelBuckets(extent, window ?? extent, wanted);
  const value = new Float64Array(familyCount * buckets.length);
  // Without threads in the profile none of its samples is of a chosen one.
  const isNone = scope.threads.length > 0 && profile.samples.thread === null;
  if (!isNone) grid.add(value, buckets, scope.threads.length > 0 ? scope.threads : null);
  const { startNs, bucketNs, length } = buckets;
  const { name, unit } = exploration.valueTypeOf(scope);
  return { startNs, bucketNs, buckets: length, value, unit, isWait: isWaitValue(name) };
};
