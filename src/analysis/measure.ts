import { assert } from '../base/assert.ts';
import { type Profile, sampleCounts, type ValueTypeIndex } from '../profile/index.ts';
import { inclusiveTotals, selfTotals } from './stack-totals.ts';

/** What a report counts: one value type, or its mean per unit of the first value type. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  /** One number per sample. */
  readonly values: Float64Array;
  /** What to divide sums by; null = nothing. */
  readonly divisors: Float64Array | null;
  /** Observations behind each sample. */
  readonly counts: Float64Array;
}

export function measureOf(profile: Profile, type: ValueTypeIndex, mean = false): Measure {
  const { valueTypes, samples } = profile;
  const chosen = valueTypes[type];
  const values = samples.values[type];
  assert(chosen !== undefined && values !== undefined, `value type ${type} exists`);
  return {
    name: mean ? `mean_${chosen.name}` : chosen.name,
    unit: chosen.unit,
    values,
    divisors: mean ? (samples.values[0] ?? null) : null,
    counts: sampleCounts(profile),
  };
}

/** Sums per unique stack, so that everything later is per stack and not per sample. */
export interface StackCosts {
  readonly self: Float64Array;
  readonly inclusive: Float64Array;
  readonly selfDivisor: Float64Array | null;
  readonly inclusiveDivisor: Float64Array | null;
  readonly selfSamples: Float64Array;
  readonly inclusiveSamples: Float64Array;
  /**
   * 1 = some sample in or below the stack has a value. Differs from `inclusive !== 0` when positive
   * and negative samples of a difference cancel out.
   */
  readonly live: Uint8Array;
}

export function stackCosts(profile: Profile, measure: Measure): StackCosts {
  const { stacks } = profile;
  const self = selfTotals(profile, measure.values);
  const selfDivisor = measure.divisors === null ? null : selfTotals(profile, measure.divisors);
  const selfSamples = selfTotals(profile, countsOfLiveSamples(measure));
  return {
    self,
    inclusive: inclusiveTotals(stacks, self),
    selfDivisor,
    inclusiveDivisor: selfDivisor === null ? null : inclusiveTotals(stacks, selfDivisor),
    selfSamples,
    inclusiveSamples: inclusiveTotals(stacks, selfSamples),
    live: liveStacks(profile, measure),
  };
}

/** A sample without a value of this type is no evidence for it. */
function countsOfLiveSamples({ values, divisors, counts }: Measure): Float64Array {
  return counts.map((count, row) =>
    values[row] !== 0 || (divisors?.[row] ?? 0) !== 0 ? count : 0,
  );
}

function liveStacks(profile: Profile, { values, divisors }: Measure): Uint8Array {
  const { stacks, samples } = profile;
  const live = new Uint8Array(stacks.length);
  for (let row = 0; row < samples.length; row++) {
    const at = samples.stack[row] as number;
    if (at >= 0 && (values[row] !== 0 || (divisors !== null && divisors[row] !== 0))) live[at] = 1;
  }
  for (let at = live.length - 1; at >= 0; at--) {
    const up = stacks.parent[at] as number;
    if (up >= 0 && live[at] === 1) live[up] = 1;
  }
  return live;
}

/** A sum over its divisor. Whole numbers stay whole, truncated as pprof does. */
export function meanOf(sum: number, divisor: number): number {
  if (divisor === 0) return sum;
  const exact = sum / divisor;
  return Number.isInteger(sum) && Number.isInteger(divisor) ? Math.trunc(exact) : exact;
}
