import type { TimeRange } from './scope.ts';

/** The finest level that is kept ready has this many buckets over the whole recording. */
export const finestBuckets = 4096;

/**
 * Equal spans of time, the first from `startNs`. Their edges lie on one grid over the recording whose
 * width is halved or doubled from level to level, so that finer buckets add up to coarser ones exactly.
 */
export interface LevelBuckets {
  readonly startNs: number;
  readonly bucketNs: number;
  readonly length: number;
  /** Buckets of this width between the start of the recording and `startNs`. */
  readonly first: number;
  /** Each bucket is 2^level of the finest that are kept ready; below 0 they are finer than those. */
  readonly level: number;
}

/** Buckets that cover a window, `wanted` at most, apart from the cut ones at both ends. */
export function levelBuckets(extent: TimeRange, window: TimeRange, wanted: number): LevelBuckets {
  const finestNs = (extent.endNs - extent.startNs) / finestBuckets;
  const from = Math.min(Math.max(window.startNs, extent.startNs), extent.endNs);
  const to = Math.max(from, Math.min(window.endNs, extent.endNs));
  // Clocks have no finer steps.
  const leastNs = Math.max((to - from) / Math.max(1, wanted), 1);
  const exact = Math.log2(leastNs / finestNs);
  // Rounding in the logarithm must not double the width.
  const level = Math.min(12, Math.ceil(exact - 1e-9));
  const bucketNs = finestNs * 2 ** level;
  const first = Math.floor((from - extent.startNs) / bucketNs);
  const last = Math.max(first + 1, Math.ceil((to - extent.startNs) / bucketNs));
  const startNs = extent.startNs + first * bucketNs;
  return { startNs, bucketNs, length: last - first, first, level };
}
