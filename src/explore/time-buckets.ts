import type { TimeRange } from './scope.ts';

/** Equal parts of a range of time. */
export interface TimeBuckets {
  readonly count: number;
  /** -1 = outside, or at no known time. */
  readonly of: (timeNs: number) => number;
}

export function timeBuckets({ startNs, endNs }: TimeRange, count: number): TimeBuckets {
  const scale = count / Math.max(endNs - startNs, 1);
  return {
    count,
    of: (timeNs) => {
      const bucket = Math.floor((timeNs - startNs) * scale);
      // Also -1 for an unknown time.
      return bucket >= 0 && bucket < count ? bucket : -1;
    },
  };
}
