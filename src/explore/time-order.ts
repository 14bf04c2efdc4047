/** Samples in the order of their times. */
export interface TimeOrder {
  /** Sample rows in order of time; null = they stand in that order already. */
  readonly rows: Int32Array | null;
  /** How many have a time; those without one come last. */
  readonly timed: number;
}

/** Rows per bucket on average while sorting: few enough to compare, enough to keep buckets few. */
const bucketRows = 16;

/** One pass where the samples are in order, as recorders write them; else a sort by buckets of time. */
export function timeOrder(timeNs: Float64Array): TimeOrder {
  if (isOrdered(timeNs)) return { rows: null, timed: timeNs.length };
  const { start, width, buckets, timed } = bucketsOf(timeNs);
  const bucketOf = (time: number): number =>
    Number.isNaN(time) ? buckets : Math.min(buckets - 1, Math.floor((time - start) / width));
  const next = new Int32Array(buckets + 2);
  for (let row = 0; row < timeNs.length; row++) {
    const after = bucketOf(timeNs[row] as number) + 1;
    next[after] = (next[after] as number) + 1;
  }
  for (let bucket = 0; bucket <= buckets; bucket++) {
    next[bucket + 1] = (next[bucket + 1] as number) + (next[bucket] as number);
  }
  const begin = next.slice();
  const rows = new Int32Array(timeNs.length);
  for (let row = 0; row < timeNs.length; row++) {
    const bucket = bucketOf(timeNs[row] as number);
    const at = next[bucket] as number;
    rows[at] = row;
    next[bucket] = at + 1;
  }
  for (let bucket = 0; bucket < buckets; bucket++) {
    sortBucket(rows, timeNs, begin[bucket] as number, begin[bucket + 1] as number);
  }
  return { rows, timed };
}

/** Whether every sample has a time, and none before that of the sample before it. */
export function isOrdered(timeNs: Float64Array): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < timeNs.length; row++) {
    const time = timeNs[row] as number;
    // Also false for an unknown time.
    if (!(time >= before)) return false;
    before = time;
  }
  return true;
}

interface Buckets {
  readonly start: number;
  readonly width: number;
  readonly buckets: number;
  readonly timed: number;
}

function bucketsOf(timeNs: Float64Array): Buckets {
  let [start, end, timed] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let row = 0; row < timeNs.length; row++) {
    const time = timeNs[row] as number;
    if (Number.isNaN(time)) continue;
    timed++;
    if (time < start) start = time;
    if (time > end) end = time;
  }
  const buckets = Math.max(1, Math.ceil(timed / bucketRows));
  return { start, width: end > start ? (end - start) / buckets : 1, buckets, timed };
}

/** Rows of equal times keep their order. */
function sortBucket(rows: Int32Array, timeNs: Float64Array, begin: number, end: number): void {
  if (end - begin < 2) return;
  rows.subarray(begin, end).sort((a, b) => (timeNs[a] as number) - (timeNs[b] as number) || a - b);
}

/** The first place in the order whose time is not before `time`. */
export function firstAtOrAfter(order: TimeOrder, timeNs: Float64Array, time: number): number {
  let low = 0;
  let high = order.timed;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = order.rows === null ? middle : (order.rows[middle] as number);
    if ((timeNs[row] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
