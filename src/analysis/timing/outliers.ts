import { median, medianDeviation } from './quantiles.ts';

/** Why some runs took unusually long, when the numbers tell. */
export type OutlierCause = 'first run' | 'disk' | 'scheduling' | 'unknown';

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
  /** Page faults that had to wait for a disk. */
  readonly majorFaults: ArrayLike<number>;
}

/** Iglewicz and Hoaglin's modified z-score, at the level where hyperfine warns too. */
const threshold = 14.826;

/** Runs far from the median. They are named, never dropped: a slow run is also a fact. */
export function findOutliers(facts: RunFacts): Outlier[] {
  const { wallNs } = facts;
  const middle = median(wallNs);
  const spread = medianDeviation(wallNs);
  if (!(spread > 0)) return [];
  return Array.from(wallNs, (value, run) => ({ value, run }))
    .filter(({ value }) => Math.abs(value - middle) / spread > threshold)
    .map(({ value, run }) => ({
      run,
      ratio: value / middle,
      cause: causeOf(facts, run, value - middle),
    }));
}

/** The first that fits, from the most certain on. */
function causeOf(facts: RunFacts, run: number, lateNs: number): OutlierCause {
  const beyondUsual = (of: ArrayLike<number>): number => (of[run] ?? 0) - median(of);
  if (run === 0) return 'first run';
  // A run that was quick waited for nothing.
  if (lateNs < 0) return 'unknown';
  if (beyondUsual(facts.majorFaults) > 0) return 'disk';
  const waitedNs = lateNs - beyondUsual(facts.cpuNs);
  const switches = facts.involuntarySwitches;
  const wasPushedOut = (switches[run] ?? 0) > 2 * median(switches) + 2;
  return waitedNs > lateNs / 2 || wasPushedOut ? 'scheduling' : 'unknown';
}
