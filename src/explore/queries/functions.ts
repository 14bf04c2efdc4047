import { inclusiveTotals, selfTotals, type TreeGranularity } from '../../analysis/index.ts';
import { type FrameIndex, frameKind, type Profile } from '../../profile/index.ts';
import type { KeyedProfile } from '../keyed-profile.ts';
import type { KeyedStacks } from '../keyed-stacks.ts';
import type { PackedKeys } from '../packed-keys.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';
import { isWaitValue } from '../thread-waits.ts';

export interface FunctionsRequest {
  readonly scope: Scope;
  readonly by: TreeGranularity;
  /** `self`, `total`, `samples`, `name` or `module`, with `-` behind it for descending; without it `self-`. */
  readonly sort?: string;
  /** Time that was waited counts for who waits: the kernel's part of a stack only says how. */
  readonly hasWaiters?: boolean;
}

/** Every function (or module, file, line) with a value, in the order that was asked for. Columns are aligned. */
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
  { scope, by, sort = 'self-', hasWaiters = false },
) => {
  const profile = exploration.scoped(scope);
  const keyed = exploration.keyed(profile, by);
  const isMoved = hasWaiters && isWaitValue(exploration.valueTypeOf(scope).name);
  const stacks = exploration.keyedStacks(profile, by);
  const sums = keySums(profile, stacks, keyed.keys.firstOther, isMoved);
  const live: number[] = [];
  for (let key = 0; key < sums.total.length; key++) {
    if (sums.totalSamples[key] !== 0 || sums.total[key] !== 0) live.push(key);
  }
  const { self, total } = sums;
  live.sort(keyOrder(sort, sums, keyed));
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

type KeyOrder = (a: number, b: number) => number;

/** Equal ones follow each other by self, then total, the largest first, whichever way is asked for. */
function keyOrder(sort: string, sums: KeySums, keyed: KeyedProfile): KeyOrder {
  const column = sort.replace(/-$/, '');
  const largest: KeyOrder = (a, b) =>
    (sums.self[b] as number) - (sums.self[a] as number) ||
    (sums.total[b] as number) - (sums.total[a] as number);
  const ascending = columnOrder(column, sums, keyed);
  if (ascending === undefined) return largest;
  return sort.endsWith('-')
    ? (a, b) => ascending(b, a) || largest(a, b)
    : (a, b) => ascending(a, b) || largest(a, b);
}

/** undefined = no such column. */
function columnOrder(column: string, sums: KeySums, keyed: KeyedProfile): KeyOrder | undefined {
  const columns: Readonly<Record<string, Float64Array | Int32Array>> = {
    self: sums.self,
    total: sums.total,
    samples: sums.totalSamples,
    name: keyed.nameRank,
  };
  const numbers = columns[column];
  if (numbers !== undefined) return (a, b) => (numbers[a] as number) - (numbers[b] as number);
  if (column !== 'module') return undefined;
  const { module } = keyed.keys;
  return (a, b) => compareTexts(module[a] ?? '', module[b] ?? '');
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface KeySums {
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
}

/** Sums per key of a scoped profile: one pass over its stacks. `isMoved`: the kernel's self is its callers'. */
export function keySums(
  profile: Profile,
  keyed: KeyedStacks,
  keyCount: number,
  isMoved: boolean = false,
): KeySums {
  const { stacks, samples } = profile;
  const self = selfTotals(profile, samples.values[0] ?? new Float64Array(samples.length));
  const selfSamples = selfTotals(profile, samples.count ?? new Float64Array(samples.length));
  const total = inclusiveTotals(stacks, self);
  const totalSamples = inclusiveTotals(stacks, selfSamples);
  if (isMoved) for (const column of [self, selfSamples]) moveOutOfKernel(profile, column);
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

/** Leaves first: a stack stands behind its caller's. A stack that is all kernel keeps it at its root. */
function moveOutOfKernel(profile: Profile, column: Float64Array): void {
  const { stacks } = profile;
  for (let stack = stacks.length - 1; stack >= 0; stack--) {
    const caller = stacks.parent[stack] as number;
    if (caller < 0 || column[stack] === 0) continue;
    if (frameKind(profile, stacks.frame[stack] as FrameIndex) !== 'kernel') continue;
    column[caller] = (column[caller] as number) + (column[stack] as number);
    column[stack] = 0;
  }
}

function sum(column: Float64Array | null | undefined): number {
  let all = 0;
  for (const each of column ?? []) all += each;
  return all;
}
