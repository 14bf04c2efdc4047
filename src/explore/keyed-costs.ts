import {
  inclusiveTotals,
  outermostOccurrences,
  selfTotals,
  stackOrder,
} from '../analysis/index.ts';
import { type Profile, sampleCounts } from '../profile/index.ts';

/** Costs of any grouping of frames; all columns are aligned with the keys. */
export interface KeyedCosts {
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
}

/** What the stacks of a scoped profile cost, by themselves and with all they call. */
export interface StackCosts {
  readonly self: Float64Array;
  readonly inclusive: Float64Array;
  readonly selfSamples: Float64Array;
  readonly inclusiveSamples: Float64Array;
}

export function stackCostsOf(profile: Profile): StackCosts {
  const [values = new Float64Array(profile.samples.length)] = profile.samples.values;
  const self = selfTotals(profile, values);
  const selfSamples = selfTotals(profile, sampleCounts(profile));
  return {
    self,
    inclusive: inclusiveTotals(profile.stacks, self),
    selfSamples,
    inclusiveSamples: inclusiveTotals(profile.stacks, selfSamples),
  };
}

/**
 * Costs per key, where `keyOfFrame` gives each frame a key below `keyCount` or -1. Self is what the leaf
 * costs; a key that stands several times in a stack is counted once in its total.
 */
export function keyedCosts(
  profile: Profile,
  keyOfFrame: Int32Array,
  keyCount: number,
  costs: StackCosts = stackCostsOf(profile),
): KeyedCosts {
  const { stacks } = profile;
  const keys = Int32Array.from(stacks.frame, (frame) => keyOfFrame[frame] as number);
  const isOutermost = outermostOccurrences(stackOrder(stacks), keys, keyCount);
  const result: KeyedCosts = {
    self: new Float64Array(keyCount),
    total: new Float64Array(keyCount),
    selfSamples: new Float64Array(keyCount),
    totalSamples: new Float64Array(keyCount),
  };
  for (let stack = 0; stack < stacks.length; stack++) {
    const key = keys[stack] as number;
    if (key < 0) continue;
    add(result.self, key, costs.self[stack] as number);
    add(result.selfSamples, key, costs.selfSamples[stack] as number);
    if (isOutermost[stack] !== 1) continue;
    add(result.total, key, costs.inclusive[stack] as number);
    add(result.totalSamples, key, costs.inclusiveSamples[stack] as number);
  }
  return result;
}

function add(column: Float64Array, row: number, value: number): void {
  column[row] = (column[row] as number) + value;
}

/** The whole that shares are shares of: everything the scope holds. */
export function scopeTotal(profile: Profile): { readonly value: number; readonly samples: number } {
  const [values = new Float64Array(0)] = profile.samples.values;
  return { value: sum(values), samples: sum(sampleCounts(profile)) };
}

function sum(column: Float64Array): number {
  return column.reduce((total, value) => total + value, 0);
}
