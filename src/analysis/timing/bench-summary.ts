import { seededRandom } from '../../base/random.ts';
import type { TimedRun } from '../../base/timed-run.ts';
import type { Interval } from '../statistics.ts';
import { medianInterval, ratioInterval } from './bootstrap.ts';
import { findOutliers, type Outlier } from './outliers.ts';
import { median } from './quantiles.ts';
import { compareTimings, type TimingComparison } from './verdict.ts';

/** What decides: the time on the clock, or the time on processors. */
export type BenchMetric = 'wall' | 'cpu';

/** All runs of one command, in the order they were made. */
export interface RunSeries {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly runs: readonly TimedRun[];
}

/** What was measured. */
export interface BenchMeasured {
  /** The first is what the others are compared with. */
  readonly series: readonly RunSeries[];
  /** The first command once more, run among the others: how much equal things differ here. */
  readonly again: RunSeries | null;
  readonly metric: BenchMetric;
  readonly margin: number;
  readonly seed: number;
}

export interface SeriesSummary {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly runs: number;
  readonly median: number;
  /** 95 % of the median. */
  readonly interval: Interval;
  readonly mean: number;
  readonly deviation: number;
  readonly least: number;
  readonly most: number;
  readonly userNs: number;
  readonly systemNs: number;
  readonly maxRssBytes: number;
  readonly outliers: readonly Outlier[];
  /** Against the first; null for the first itself. */
  readonly comparison: TimingComparison | null;
}

/** What it means. Times are nanoseconds of the metric. */
export interface BenchSummary {
  readonly metric: BenchMetric;
  readonly margin: number;
  /** How much the first command differs from itself; null = not measured. */
  readonly noiseFloor: Interval | null;
  readonly series: readonly SeriesSummary[];
}

export function timesOf(runs: readonly TimedRun[], metric: BenchMetric): Float64Array {
  return Float64Array.from(runs, (run) =>
    metric === 'wall' ? run.wallNs : run.userNs + run.systemNs,
  );
}

export function summarizeBench(measured: BenchMeasured): BenchSummary {
  const { series, again, metric, margin, seed } = measured;
  const times = series.map(({ runs }) => timesOf(runs, metric));
  const [base = new Float64Array(0), ...others] = times;
  const noiseFloor =
    again === null || again.runs.length === 0
      ? null
      : ratioInterval(base, timesOf(again.runs, metric), seededRandom(seed));
  const comparisons = compareTimings(base, others, { margin, noiseFloor, seed });
  return {
    metric,
    margin,
    noiseFloor,
    series: series.map((each, index) => ({
      ...summarizeSeries(each, times[index] ?? base, seed),
      comparison: index === 0 ? null : (comparisons[index - 1] ?? null),
    })),
  };
}

function summarizeSeries(
  { name, parameters, runs }: RunSeries,
  times: Float64Array,
  seed: number,
): Omit<SeriesSummary, 'comparison'> {
  const mean = times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length);
  const squares = times.reduce((sum, time) => sum + (time - mean) ** 2, 0);
  return {
    name,
    parameters,
    runs: runs.length,
    median: median(times),
    interval: medianInterval(times, seededRandom(seed)),
    mean,
    deviation: Math.sqrt(squares / Math.max(1, times.length - 1)),
    least: times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY),
    most: times.reduce((most, time) => Math.max(most, time), 0),
    userNs: median(runs.map((run) => run.userNs)),
    systemNs: median(runs.map((run) => run.systemNs)),
    maxRssBytes: median(runs.map((run) => run.maxRssBytes)),
    outliers: findOutliers({
      wallNs: runs.map((run) => run.wallNs),
      cpuNs: runs.map((run) => run.userNs + run.systemNs),
      involuntarySwitches: runs.map((run) => run.involuntarySwitches),
    }),
  };
}
