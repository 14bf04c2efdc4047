import { seededRandom } from '../../base/random.ts';
import type { Interval } from '../statistics.ts';
import { medianInterval, ratioInterval } from './bootstrap.ts';
import { median, quantile, sortedCopy } from './quantiles.ts';
import { compareTimingPairs, type TimingComparison } from './verdict.ts';

/** One fact of all runs of several commands: times, bytes or counts. */
export interface FactColumns {
  /** Per command, in the order of its runs; NaN for a run in which it was not measured. */
  readonly columns: readonly ArrayLike<number>[];
  /** Per command, with which of them it is compared: itself for none. */
  readonly against: readonly number[];
  /** The first command once more; null = it was not run again. */
  readonly again: ArrayLike<number> | null;
  readonly margin: number;
  readonly seed: number;
}

export interface FactSummary {
  readonly runs: number;
  readonly median: number;
  /** 95 % of the median. */
  readonly interval: Interval;
  readonly quartiles: Interval;
  readonly mean: number;
  readonly deviation: number;
  readonly least: number;
  readonly most: number;
  /** Null for what others are compared with, and where nothing can be said: see `hasSpread`. */
  readonly comparison: TimingComparison | null;
}

export interface FactComparison {
  readonly noiseFloor: Interval | null;
  /** The first command run again ÷ itself; null = it was not. */
  readonly noiseRatio: number | null;
  readonly series: readonly FactSummary[];
}

/**
 * The same for any fact as `summarizeBench` says for the one that decides. A fact that is the same in every run
 * of both commands (hyperfine's means, memory that was measured once) is one observation and not many, so
 * nothing is claimed of it.
 */
export function summarizeFact({
  columns,
  against,
  again,
  margin,
  seed,
}: FactColumns): FactComparison {
  const known = columns.map(measured);
  const [base = new Float64Array(0)] = known;
  const noiseFloor =
    again === null || again.length === 0 || !(median(base) > 0)
      ? null
      : ratioInterval(base, measured(again), seededRandom(seed));
  const compared = known.flatMap((after, index) => {
    const before = known[against[index] ?? 0] ?? base;
    return (against[index] ?? 0) !== index && hasSpread(before, after)
      ? [{ index, before, after }]
      : [];
  });
  const comparisons = compareTimingPairs(
    compared.map(({ before, after }) => ({ base: before, after })),
    { margin, noiseFloor, seed },
  );
  return {
    noiseFloor,
    noiseRatio: noiseFloor && median(measured(again ?? [])) / median(base),
    series: known.map((values, index) => ({
      ...describe(values, seed),
      comparison: comparisons[compared.findIndex((each) => each.index === index)] ?? null,
    })),
  };
}

function measured(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).filter((value) => Number.isFinite(value));
}

/** Whether the runs tell more than one of them would, and there is something to divide by. */
function hasSpread(base: Float64Array, after: Float64Array): boolean {
  return after.length > 0 && median(base) > 0 && (isMoving(base) || isMoving(after));
}

function describe(values: Float64Array, seed: number): Omit<FactSummary, 'comparison'> {
  const sorted = sortedCopy(values);
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    runs: sorted.length,
    median: quantile(sorted, 0.5),
    interval: medianInterval(values, seededRandom(seed)),
    quartiles: { low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) },
    mean,
    deviation: Math.sqrt(squares / Math.max(1, sorted.length - 1)),
    least: sorted[0] ?? 0,
    most: sorted.at(-1) ?? 0,
  };
}

function isMoving(values: Float64Array): boolean {
  return values.some((value) => value !== values[0]);
}
