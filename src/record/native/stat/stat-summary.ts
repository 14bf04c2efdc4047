import {
  type CounterReading,
  runningShare,
  scaledValue,
} from '../../../platform/perf-events/counter-reading.ts';

/** One run of a program, or one stretch of time: what was counted. */
export interface StatRun {
  /** Aligned with the names; undefined = the machine does not have the event. */
  readonly readings: readonly (CounterReading | undefined)[];
  readonly wallNs: number;
  /** Of the launched program and its children; undefined when nothing was launched. */
  readonly userNs: number | undefined;
  readonly systemNs: number | undefined;
}

/** A mean over runs with its standard error, which is 0 for a single run. */
export interface Mean {
  readonly value: number;
  readonly error: number;
}

export interface StatRow {
  readonly name: string;
  /** Undefined = not supported here. */
  readonly count: Mean | undefined;
  /** Share of the time that the counter was really counting. */
  readonly running: number;
}

export interface StatSummary {
  readonly runs: number;
  readonly rows: readonly StatRow[];
  readonly wallNs: Mean;
  readonly userNs: Mean | undefined;
  readonly systemNs: Mean | undefined;
}

export function summarizeRuns(names: readonly string[], runs: readonly StatRun[]): StatSummary {
  const rows = names.map((name, at): StatRow => {
    const readings = runs.flatMap((run) => run.readings[at] ?? []);
    if (readings.length === 0) return { name, count: undefined, running: 0 };
    const running = readings.reduce((sum, each) => sum + runningShare(each), 0) / readings.length;
    return { name, count: meanOf(readings.map(scaledValue)), running };
  });
  const launched = runs.every((run) => run.userNs !== undefined);
  return {
    runs: runs.length,
    rows,
    wallNs: meanOf(runs.map(({ wallNs }) => wallNs)),
    userNs: launched ? meanOf(runs.map(({ userNs }) => userNs ?? 0)) : undefined,
    systemNs: launched ? meanOf(runs.map(({ systemNs }) => systemNs ?? 0)) : undefined,
  };
}

/** The error is that of the mean, as `perf stat -r` gives it. */
export function meanOf(values: readonly number[]): Mean {
  const count = values.length;
  const value = values.reduce((sum, each) => sum + each, 0) / Math.max(1, count);
  if (count < 2) return { value, error: 0 };
  const squares = values.reduce((sum, each) => sum + (each - value) ** 2, 0);
  return { value, error: Math.sqrt(squares / (count - 1) / count) };
}
