import { median, medianDeviation } from './quantiles.ts';

/** Why some runs took unusually long, when the numbers tell. */
export type OutlierCause = 'first run' | 'scheduling' | 'unknown';

export interface Outlier {
  readonly run: number;
  /** Times the median. */
  readonly ratio: number;
  readonly cause: OutlierCause;
}

/** What of a run tells why it was slow; all aligned. */
export interface RunFacts {
  readonly wallNs: ArrayLike<number>;
  readonly cpuNs: ArrayLike<number>;
  readonly involuntarySwitches: ArrayLike<number>;
}

/** Iglewicz and Hoaglin's modified z-score, at the level where hyperfine warns too. */
const threshold = 14.826;

/** Runs far from the median. They are named, never dropped: a slow run is also a fact. */
export function findOutliers({ wallNs, cpuNs, involuntarySwitches }: RunFacts): Outlier[] {
  const middle = median(wallNs);
  const spread = medianDeviation(wallNs);
  if (!(spread > 0)) return [];
  const usualCpu = median(cpuNs);
  const usualSwitches = median(involuntarySwitches);
  return Array.from(wallNs, (value, run) => ({ value, run }))
    .filter(({ value }) => Math.abs(value - middle) / spread > threshold)
    .map(({ value, run }) => {
      const lostNs = value - middle - ((cpuNs[run] ?? 0) - usualCpu);
      const waited = lostNs > (value - middle) / 2;
      const pushedOut = (involuntarySwitches[run] ?? 0) > 2 * usualSwitches + 2;
      const cause = run === 0 ? 'first run' : waited || pushedOut ? 'scheduling' : 'unknown';
      return { run, ratio: value / middle, cause };
    });
}
