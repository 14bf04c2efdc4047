import { seededRandom } from '../../base/random.ts';
import type { Interval } from '../statistics.ts';
import { ratioInterval } from './bootstrap.ts';
import { mannWhitneyP, superiority } from './mann-whitney.ts';
import { median } from './quantiles.ts';

/** The only words a comparison of timings ends with. */
export const verdicts = ['faster', 'slower', 'no difference', 'inconclusive'] as const;
export type Verdict = (typeof verdicts)[number];

export interface TimingComparison {
  readonly verdict: Verdict;
  /** median(after) ÷ median(base): below 1 is faster. */
  readonly ratio: number;
  /** 95 % of `ratio`. */
  readonly interval: Interval;
  /** Mann–Whitney, corrected for the number of comparisons made together. */
  readonly pValue: number;
  /** The chance that a run of `after` takes longer than one of `base`. */
  readonly superiority: number;
  /** How many more runs of each would probably decide; null = decided, or more than makes sense. */
  readonly moreRuns: number | null;
}

export interface VerdictOptions {
  /** Ratios within 1 ± margin are the same for all purposes. */
  readonly margin: number;
  /** Ratio of two halves of the same command, if it was measured: what differs by no more is noise. */
  readonly noiseFloor: Interval | null;
  readonly seed: number;
}

export const defaultVerdictOptions: VerdictOptions = { margin: 0.01, noiseFloor: null, seed: 1 };

/** Stricter than the usual 5 %: a benchmark that is run again and again must not cry wolf. */
const significance = 0.005;
const fewestRuns = 5;
const mostAdvisedRuns = 10_000;

/** Compares each set of timings with the base; p-values are corrected together (Holm 1979). */
export function compareTimings(
  base: ArrayLike<number>,
  others: readonly ArrayLike<number>[],
  options: VerdictOptions = defaultVerdictOptions,
): TimingComparison[] {
  const pairs = others.map((after) => ({ base, after }));
  return compareTimingPairs(pairs, options);
}

/** Two sets of timings, one compared with the other. */
export interface TimingPair {
  readonly base: ArrayLike<number>;
  readonly after: ArrayLike<number>;
}

/** The same where not all have one base. */
export function compareTimingPairs(
  pairs: readonly TimingPair[],
  options: VerdictOptions = defaultVerdictOptions,
): TimingComparison[] {
  const pValues = holm(pairs.map(({ base, after }) => mannWhitneyP(base, after)));
  return pairs.map(({ base, after }, index) => {
    const interval = ratioInterval(base, after, seededRandom(options.seed + index));
    const pValue = pValues[index] ?? 1;
    const ratio = median(after) / median(base);
    const runs = Math.min(base.length, after.length);
    const verdict = verdictOf({ ratio, interval, pValue }, runs, options);
    return {
      verdict,
      ratio,
      interval,
      pValue,
      superiority: superiority(base, after),
      moreRuns: verdict === 'inconclusive' ? runsToDecide(ratio, interval, runs, options) : null,
    };
  });
}

/**
 * A difference needs three witnesses: the interval leaves out 1, the ranks differ beyond chance, and the
 * same command against itself (where that was measured) did not differ as much.
 */
function verdictOf(
  { ratio, interval, pValue }: Pick<TimingComparison, 'ratio' | 'interval' | 'pValue'>,
  runs: number,
  options: VerdictOptions,
): Verdict {
  const { margin, noiseFloor } = options;
  if (runs < fewestRuns) return 'inconclusive';
  const isSettled = pValue < significance;
  const low = Math.min(1, noiseFloor?.low ?? 1);
  const high = Math.max(1, noiseFloor?.high ?? 1);
  if (isWithin(interval, margin)) return 'no difference';
  if (isSettled && interval.high < 1 && ratio < low) return 'faster';
  if (isSettled && interval.low > 1 && ratio > high) return 'slower';
  return 'inconclusive';
}

function isWithin({ low, high }: Interval, margin: number): boolean {
  return low >= 1 - margin && high <= 1 + margin;
}

/** An interval narrows with the square root of the runs; it decides once it leaves out 1 or fits the margin. */
function runsToDecide(
  ratio: number,
  interval: Interval,
  runs: number,
  { margin, noiseFloor }: VerdictOptions,
): number | null {
  // Whichever is wider: what equal things differ by narrows with more runs as well.
  const floor = noiseFloor === null ? 0 : (noiseFloor.high - noiseFloor.low) / 2;
  const half = Math.max((interval.high - interval.low) / 2, floor);
  const distance = Math.abs(ratio - 1);
  // Either goal will do; nearer than the margin, "no difference" is the one within reach.
  const goal = Math.max(distance, margin - distance);
  if (!(half > 0) || goal <= 0) return Math.max(0, fewestRuns - runs);
  const needed = Math.ceil(runs * (half / goal) ** 2 * safety);
  const more = Math.max(needed - runs, fewestRuns - runs, 1);
  return more > mostAdvisedRuns ? null : more;
}

/** The estimate itself is uncertain, and a half-width that just reaches its goal does so half the time. */
const safety = 1.5;

/** Holm's step-down correction: no more than that chance that any of the comparisons is a false alarm. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues
    .map((_, index) => index)
    .sort((a, b) => (pValues[a] ?? 1) - (pValues[b] ?? 1));
  const adjusted = pValues.map(() => 1);
  let least = 0;
  order.forEach((index, rank) => {
    least = Math.max(least, Math.min(1, (pValues[index] ?? 1) * (pValues.length - rank)));
    adjusted[index] = least;
  });
  return adjusted;
}
