import type { TimedSamples } from './timed-samples.ts';

/** The samples of each thread that have the scope's value, in order of time. */
export class ThreadRows {
  /** Rows of thread t (−1 = of no thread) are rows[start[t + 1] … start[t + 2]). */
  readonly #start: Int32Array;
  readonly #rows: Int32Array;

  /** Only samples on these processors; empty = all. */
  constructor(timed: TimedSamples, cpus: readonly number[]) {
    const chosen = chosenRows(timed, new Set(cpus));
    const { thread } = timed;
    let most = -1;
    if (thread !== null) for (const row of chosen) most = Math.max(most, thread[row] as number);
    const start = new Int32Array(most + 3);
    for (const row of chosen) {
      const after = (thread === null ? -1 : (thread[row] as number)) + 2;
      start[after] = (start[after] as number) + 1;
    }
    for (let at = 1; at < start.length; at++) {
      start[at] = (start[at] as number) + (start[at - 1] as number);
    }
    const next = start.slice();
    const rows = new Int32Array(chosen.length);
    for (const row of chosen) {
      const entry = (thread === null ? -1 : (thread[row] as number)) + 1;
      const at = next[entry] as number;
      rows[at] = row;
      next[entry] = at + 1;
    }
    this.#start = start;
    this.#rows = rows;
  }

  /** A view that belongs to the index. */
  of(thread: number): Int32Array {
    const begin = this.#start[thread + 1];
    const end = this.#start[thread + 2];
    if (begin === undefined || end === undefined) return new Int32Array(0);
    return this.#rows.subarray(begin, end);
  }
}

function chosenRows(timed: TimedSamples, cpus: ReadonlySet<number>): Int32Array {
  const { order, value, cpu } = timed;
  const chosen = new Int32Array(order.timed);
  let length = 0;
  for (let place = 0; place < order.timed; place++) {
    const row = order.rows === null ? place : (order.rows[place] as number);
    if (value[row] === 0 || (cpus.size > 0 && !cpus.has(cpu?.[row] ?? -1))) continue;
    chosen[length++] = row;
  }
  return chosen.subarray(0, length);
}

/** The first of some rows in order of time whose time is not before `timeNs`. */
export function firstRowAt(rows: Int32Array, times: Float64Array, timeNs: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[rows[middle] as number] as number) < timeNs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Gaps that a median is taken of: enough to be steady. */
const mostGaps = 4096;

/** The usual time between two samples of a thread; NaN where there are no two. */
export function medianPeriod(rows: Int32Array, times: Float64Array): number {
  const step = Math.max(1, Math.floor(rows.length / mostGaps));
  const gaps: number[] = [];
  for (let at = 1; at < rows.length; at += step) {
    const gap = (times[rows[at] as number] as number) - (times[rows[at - 1] as number] as number);
    if (gap > 0) gaps.push(gap);
  }
  gaps.sort((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? Number.NaN;
}
