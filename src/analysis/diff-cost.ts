import type { CostColumns, SideCosts } from './diff-costs.ts';
import type { MatchedKeys } from './diff-match.ts';
import {
  type Interval,
  newcombeInterval,
  type Proportion,
  proportionPValue,
  twoSidedP,
  wilsonInterval,
  z95,
} from './statistics.ts';

/** With fewer samples nothing is said about chance: of values on both sides together, of shares on either. */
export const leastSamples = 100;

/** What one function costs on both sides. `base + delta = new`, in the unit of the value. */
export interface DiffCost {
  readonly base: number;
  /** Scaled to the base's total when the comparison is normalised. */
  readonly new: number;
  readonly delta: number;
  /** new / base; null where the base is 0. */
  readonly ratio: number | null;
  /** Of each side's total, 0…1. */
  readonly baseShare: number;
  readonly newShare: number;
  readonly baseSamples: number;
  readonly newSamples: number;
  /** 95 % intervals; null with fewer samples than `leastSamples` asks for. */
  readonly baseInterval: Interval | null;
  readonly newInterval: Interval | null;
  /** Of `delta`, in its unit. */
  readonly deltaInterval: Interval | null;
  /** How likely such a difference is by chance, before correcting for the number of functions. */
  readonly pValue: number | null;
}

export interface DiffSides {
  readonly base: SideCosts;
  readonly after: SideCosts;
  /** What values of the new side are multiplied with. */
  readonly scale: number;
  readonly normalized: boolean;
}

export function diffCost(sides: DiffSides, which: 'self' | 'total', pair: MatchedKeys): DiffCost {
  const base = costAt(sides.base[which], pair.base);
  const after = costAt(sides.after[which], pair.after);
  const scaled = after.value * sides.scale;
  const baseShare = share(base.value, sides.base.sum);
  const newShare = share(after.value, sides.after.sum);
  const first = {
    hits: baseShare * sides.base.effectiveSamples,
    trials: sides.base.effectiveSamples,
  };
  const second = {
    hits: newShare * sides.after.effectiveSamples,
    trials: sides.after.effectiveSamples,
  };
  const judged = canJudge(sides);
  return {
    base: base.value,
    new: scaled,
    delta: scaled - base.value,
    ratio: base.value === 0 ? null : scaled / base.value,
    baseShare,
    newShare,
    baseSamples: base.samples,
    newSamples: after.samples,
    baseInterval: judged ? wilsonInterval(first.hits, first.trials) : null,
    newInterval: judged ? wilsonInterval(second.hits, second.trials) : null,
    ...(judged
      ? sides.normalized
        ? judgeShares(first, second, sides.base.sum)
        : judgeSums(base.value, scaled, base.squares + after.squares * sides.scale ** 2)
      : { deltaInterval: null, pValue: null }),
  };
}

/** Whether enough was observed, and of a kind (nothing negative) that chance can be spoken of. */
export function canJudge({ base, after, normalized }: DiffSides): boolean {
  const [first, second] = [base.effectiveSamples, after.effectiveSamples];
  // A run that became so quick that it left few samples is the clearest change there is; a share of few
  // samples is not.
  const enough = normalized ? Math.min(first, second) : first + second;
  return base.sum > 0 && after.sum > 0 && enough >= leastSamples;
}

/** Each sample hits the function or not: two independent binomial shares. */
function judgeShares(
  first: Proportion,
  second: Proportion,
  sum: number,
): Pick<DiffCost, 'deltaInterval' | 'pValue'> {
  const { low, high } = newcombeInterval(first, second);
  return {
    deltaInterval: { low: low * sum, high: high * sum },
    pValue: proportionPValue(first, second),
  };
}

/**
 * Samples of the function arrive at a rate: two Poisson sums, their variances added. The test takes
 * one average sample off the difference (the continuity correction of the conditional binomial
 * test), because whole samples come in steps and small counts would look surer than they are.
 */
function judgeSums(
  base: number,
  after: number,
  variance: number,
): Pick<DiffCost, 'deltaInterval' | 'pValue'> {
  const delta = after - base;
  const deviation = Math.sqrt(variance);
  const oneSample = variance / (base + after);
  const z = Math.max(0, Math.abs(delta) - oneSample) / deviation;
  return {
    deltaInterval: { low: delta - z95 * deviation, high: delta + z95 * deviation },
    pValue: deviation === 0 ? 1 : twoSidedP(z),
  };
}

function costAt(
  columns: CostColumns,
  row: number,
): { value: number; samples: number; squares: number } {
  if (row < 0) return { value: 0, samples: 0, squares: 0 };
  return {
    value: columns.value[row] as number,
    samples: columns.samples[row] as number,
    squares: columns.squares[row] as number,
  };
}

function share(value: number, sum: number): number {
  return sum === 0 ? 0 : value / sum;
}
