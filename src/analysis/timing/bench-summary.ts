import type { Machine } from '../../base/machine.ts';
import { seededRandom } from '../../base/random.ts';
import type { TimedRun } from '../../base/timed-run.ts';
import type { Interval } from '../statistics.ts';
import { medianInterval, ratioInterval } from './bootstrap.ts';
import { findOutliers, type Outlier } from './outliers.ts';
import { median } from './quantiles.ts';
import { compareTimingPairs, type TimingComparison } from './verdict.ts';

/** What decides: the time on the clock, or the time on processors. */
export type BenchMetric = 'wall' | 'cpu';

/** All runs of one command, in the order they were made. */
export interface RunSeries {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly runs: readonly TimedRun[];
  /** Which of the series it is compared with, itself for none; the first where it is not said. */
  readonly against?: number;
}

/** What was measured. */
export interface BenchMeasured {
  /** The first is what the others are compared with, unless they say otherwise. */
  readonly series: readonly RunSeries[];
  /** The first command once more, run among the others: how much equal things differ here. */
  readonly again: RunSeries | null;
  readonly metric: BenchMetric;
  readonly margin: number;
  readonly seed: number;
  readonly missingCounters?: MissingCounters;
  /** Not in one benchmark: the machine may have changed in between. */
  readonly isApart?: boolean;
  /** Where all of it was measured; absent = not known, or not one. */
  readonly machine?: Machine;
  /** In what the machines differ that it was measured on, in words. */
  readonly unlike?: readonly string[];
}

/** Events that were asked for and that this machine does not count. */
export interface MissingCounters {
  readonly names: readonly string[];
  readonly reason: string;
}

/** What a counter says of a command. */
export interface CounterSummary {
  readonly name: string;
  readonly median: number;
  /** ÷ the median of what it is compared with; null without that, or when that is 0. */
  readonly ratio: number | null;
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
  /** Medians. */
  readonly pageFaults: number;
  readonly contextSwitches: number;
  readonly counters: readonly CounterSummary[];
  readonly outliers: readonly Outlier[];
  /** Against the first, or what it says; null for what others are compared with. */
  readonly comparison: TimingComparison | null;
}

/** What it means. Times are nanoseconds of the metric. */
export interface BenchSummary {
  readonly metric: BenchMetric;
  readonly margin: number;
  /** How much the first command differs from itself; null = not measured. */
  readonly noiseFloor: Interval | null;
  readonly series: readonly SeriesSummary[];
  readonly missingCounters: MissingCounters | null;
  readonly isApart: boolean;
  readonly unlike: readonly string[];
}

export function timesOf(runs: readonly TimedRun[], metric: BenchMetric): Float64Array {
  return Float64Array.from(runs, (run) =>
    metric === 'wall' ? run.wallNs : run.userNs + run.systemNs,
  );
}

/** Only the verdicts: one per series, null where it is compared with nothing. */
export interface BenchComparisons {
  readonly noiseFloor: Interval | null;
  readonly comparisons: readonly (TimingComparison | null)[];
}

/** What decides whether more runs are needed; much cheaper than the summary. */
export function compareBench(measured: BenchMeasured): BenchComparisons {
  const { series, again, metric, margin, seed } = measured;
  const times = series.map(({ runs }) => timesOf(runs, metric));
  const [base = new Float64Array(0)] = times;
  const noiseFloor =
    again === null || again.runs.length === 0
      ? null
      : ratioInterval(base, timesOf(again.runs, metric), seededRandom(seed));
  const compared = series.flatMap(({ against = 0 }, index) => (against === index ? [] : [index]));
  const pairs = compared.map((index) => ({
    base: times[series[index]?.against ?? 0] ?? base,
    after: times[index] ?? base,
  }));
  const found = compareTimingPairs(pairs, { margin, noiseFloor, seed });
  const comparisons = series.map((_, index) => found[compared.indexOf(index)] ?? null);
  return { noiseFloor, comparisons };
}

export function summarizeBench(measured: BenchMeasured): BenchSummary {
  const { series, metric, margin, seed } = measured;
  const { noiseFloor, comparisons } = compareBench(measured);
  return {
    metric,
    margin,
    noiseFloor,
    series: series.map((each, index) => ({
      ...summarizeSeries(each, timesOf(each.runs, metric), seed),
      counters: summarizeCounters(each, index, series[each.against ?? 0]),
      comparison: comparisons[index] ?? null,
    })),
    missingCounters: measured.missingCounters ?? null,
    isApart: measured.isApart === true,
    unlike: measured.unlike ?? [],
  };
}

function summarizeCounters(
  series: RunSeries,
  index: number,
  base: RunSeries | undefined,
): CounterSummary[] {
  const isBase = (series.against ?? 0) === index;
  const names = new Set(series.runs.flatMap(({ counters = {} }) => Object.keys(counters)));
  return [...names].map((name) => {
    const own = counterMedian(series, name);
    const other = isBase || base === undefined ? 0 : counterMedian(base, name);
    return { name, median: own, ratio: other > 0 ? own / other : null };
  });
}

function counterMedian({ runs }: RunSeries, name: string): number {
  return median(runs.flatMap(({ counters }) => counters?.[name] ?? []));
}

function summarizeSeries(
  { name, parameters, runs }: RunSeries,
  times: Float64Array,
  seed: number,
): Omit<SeriesSummary, 'comparison' | 'counters'> {
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
    pageFaults: median(runs.map((run) => run.minorFaults + run.majorFaults)),
    contextSwitches: median(runs.map((run) => run.voluntarySwitches + run.involuntarySwitches)),
    outliers: findOutliers({
      wallNs: runs.map((run) => run.wallNs),
      cpuNs: runs.map((run) => run.userNs + run.systemNs),
      involuntarySwitches: runs.map((run) => run.involuntarySwitches),
      majorFaults: runs.map((run) => run.majorFaults),
    }),
  };
}
