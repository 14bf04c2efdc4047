import { inclusiveTotals, selfTotals, type TreeGranularity } from '../../analysis/index.ts';
import type { Profile } from '../../profile/index.ts';
import type { KeyedStacks } from '../keyed-stacks.ts';
import type { PackedKeys } from '../packed-keys.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';

export interface FunctionsRequest {
  readonly scope: Scope;
  readonly by: TreeGranularity;
}

/** Every function (or module, file, line) with a value, the largest self first. Columns are aligned. */
export interface FunctionsAnswer {
  readonly length: number;
  readonly key: Int32Array;
  readonly self: Float64Array;
  /** With what it calls; a function that calls itself is counted once per sample. */
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
  /** Sums of the whole scope, for shares. */
  readonly whole: number;
  readonly wholeSamples: number;
  readonly keys: PackedKeys;
  readonly value: { readonly name: string; readonly unit: string };
}

export const answerFunctions: Query<FunctionsRequest, FunctionsAnswer> = (
  exploration,
  { scope, by },
) => {
  const profile = exploration.scoped(scope);
  const keyed = exploration.keyed(profile, by);
  const sums = keySums(profile, exploration.keyedStacks(profile, by), keyed.keys.firstOther);
  const live: number[] = [];
  for (let key = 0; key < sums.total.length; key++) {
    if (sums.totalSamples[key] !== 0 || sums.total[key] !== 0) live.push(key);
  }
  const { self, total } = sums;
  live.sort(
    (a, b) =>
      (self[b] as number) - (self[a] as number) || (total[b] as number) - (total[a] as number),
  );
  const pick = (column: Float64Array): Float64Array =>
    Float64Array.from(live, (key) => column[key] as number);
  return {
    length: live.length,
    key: Int32Array.from(live),
    self: pick(self),
    total: pick(total),
    selfSamples: pick(sums.selfSamples),
    totalSamples: pick(sums.totalSamples),
    whole: sum(profile.samples.values[0]),
    wholeSamples: sum(profile.samples.count),
    keys: keyed.packed,
    value: exploration.valueTypeOf(scope),
  };
};

export interface KeySums {
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
}

/** Sums per key of a scoped profile: one pass over its stacks. */
export function keySums(profile: Profile, keyed: KeyedStacks, keyCount: number): KeySums {
  const { stacks, samples } = profile;
  const self = selfTotals(profile, samples.values[0] ?? new Float64Array(samples.length));
  const selfSamples = selfTotals(profile, samples.count ?? new Float64Array(samples.length));
  const total = inclusiveTotals(stacks, self);
  const totalSamples = inclusiveTotals(stacks, selfSamples);
  const { key: keyOfStack, outermost } = keyed;
  const sums = {
    self: new Float64Array(keyCount),
    total: new Float64Array(keyCount),
    selfSamples: new Float64Array(keyCount),
    totalSamples: new Float64Array(keyCount),
  };
  for (let stack = 0; stack < stacks.length; stack++) {
    const key = keyOfStack[stack] as number;
    sums.self[key] = (sums.self[key] as number) + (self[stack] as number);
    sums.selfSamples[key] = (sums.selfSamples[key] as number) + (selfSamples[stack] as number);
    if (outermost[stack] === 0) continue;
    sums.total[key] = (sums.total[key] as number) + (total[stack] as number);
    sums.totalSamples[key] = (sums.totalSamples[key] as number) + (totalSamples[stack] as number);
  }
  return sums;
}

function sum(column: Float64Array | null | undefined): number {
  let all = 0;
  for (const each of column ?? []) all += each;
  return all;
}
