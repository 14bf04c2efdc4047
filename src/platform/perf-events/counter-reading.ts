import type { Count } from './counters.ts';

/** What one event counted: raw, with the times that tell whether it always counted. */
export interface CounterReading {
  readonly value: number;
  /** How long it was meant to count, and how long it really did, summed over CPUs and threads. */
  readonly enabledNs: number;
  readonly runningNs: number;
}

/** Counts of the same event in several places, added up; undefined when it counts nowhere. */
export function sumCounts(counts: readonly (Count | undefined)[]): CounterReading | undefined {
  const there = counts.filter((count) => count !== undefined);
  if (there.length === 0) return undefined;
  return {
    value: there.reduce((sum, count) => sum + Number(count.value), 0),
    enabledNs: there.reduce((sum, count) => sum + Number(count.enabledNs), 0),
    runningNs: there.reduce((sum, count) => sum + Number(count.runningNs), 0),
  };
}

/** What it would have counted had it had the processor's counter all the time. */
export function scaledValue({ value, enabledNs, runningNs }: CounterReading): number {
  return runningNs === 0 ? value : value * (enabledNs / runningNs);
}

/** 1 = it always counted; less when more events are asked for than there are counters. */
export function runningShare({ enabledNs, runningNs }: CounterReading): number {
  return enabledNs === 0 ? 1 : Math.min(1, runningNs / enabledNs);
}

/** What was counted since an earlier reading of the same counter. */
export function countedSince(before: CounterReading, now: CounterReading): CounterReading {
  return {
    value: now.value - before.value,
    enabledNs: now.enabledNs - before.enabledNs,
    runningNs: now.runningNs - before.runningNs,
  };
}
