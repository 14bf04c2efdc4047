import type { Exploration } from '../exploration.ts';
import type { KeyedProfile } from '../keyed-profile.ts';
import { ownCosts } from '../own-costs.ts';
import type { PackedKeys } from '../packed-keys.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';
import { type CpuUse, cpuUse } from '../summary/cpu-use.ts';
import { type MissingSymbols, missingSymbols } from '../summary/missing-symbols.ts';
import { type ThreadUse, threadUse } from '../summary/thread-use.ts';
import { isWaitValue } from '../thread-waits.ts';
import { type KeySums, keySums } from './functions.ts';

export interface SummaryRequest {
  readonly scope: Scope;
  /** Rows of each list of functions. */
  readonly most: number;
  /** Parts of time of each thread's line. */
  readonly buckets: number;
}

/** Some functions with their sums, all columns aligned. */
export interface RankedKeys {
  readonly key: Int32Array;
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
}

export interface ModuleCost {
  readonly name: string;
  readonly family: number;
  readonly self: number;
  readonly samples: number;
}

export interface Places {
  /** How many functions share what the scope has. */
  readonly count: number;
  /** How many of the largest hold half of it. */
  readonly halfCount: number;
  /** The largest: each sample counts for one place only, so they may be added up. */
  readonly key: Int32Array;
  readonly value: Float64Array;
  readonly samples: Float64Array;
}

/** Where the time is, whether it can be trusted, and who spent it. */
export interface SummaryAnswer {
  readonly whole: number;
  readonly wholeSamples: number;
  readonly value: { readonly name: string; readonly unit: string };
  /** Whether it is time that threads did not run: then self is that of whoever called into the kernel. */
  readonly isWait: boolean;
  readonly keys: PackedKeys;
  readonly places: Places;
  readonly bySelf: RankedKeys;
  /** Own code by total. */
  readonly mine: RankedKeys;
  readonly modules: readonly ModuleCost[];
  readonly threads: ThreadUse;
  readonly cpu: CpuUse;
  readonly missing: MissingSymbols;
}

export const answerSummary: Query<SummaryRequest, SummaryAnswer> = (exploration, request) => {
  const { scope, most } = request;
  const profile = exploration.scoped(scope);
  const keyed = exploration.keyed(profile, 'functions');
  const value = exploration.valueTypeOf(scope);
  const isWait = isWaitValue(value.name);
  const sums = keySums(
    profile,
    exploration.keyedStacks(profile, 'functions'),
    keyed.keys.firstOther,
    isWait,
  );
  const isOwn = (key: number): boolean => keyed.packed.family[key] === 0;
  return {
    whole: sum(profile.samples.values[0]),
    wholeSamples: sum(profile.samples.count),
    value,
    isWait,
    keys: keyed.packed,
    places: placesOf(exploration, { scope, keyed, most, isWait }),
    bySelf: rank(sums, sums.self, most, () => true),
    mine: rank(sums, sums.total, most, isOwn),
    modules: moduleCosts(keyed, sums),
    threads: threadUse(exploration, scope, request.buckets),
    cpu: cpuUse(exploration, scope),
    missing: missingSymbols(profile),
  };
};

function rank(
  sums: KeySums,
  by: Float64Array,
  most: number,
  isWanted: (key: number) => boolean,
): RankedKeys {
  const keys = largest(by, most, isWanted);
  const pick = (column: Float64Array): Float64Array =>
    Float64Array.from(keys, (key) => column[key] as number);
  return {
    key: Int32Array.from(keys),
    self: pick(sums.self),
    total: pick(sums.total),
    selfSamples: pick(sums.selfSamples),
    totalSamples: pick(sums.totalSamples),
  };
}

function largest(
  column: Float64Array,
  most: number,
  isWanted: (key: number) => boolean,
): readonly number[] {
  const live: number[] = [];
  for (let key = 0; key < column.length; key++) {
    if ((column[key] as number) > 0 && isWanted(key)) live.push(key);
  }
  return live.sort((a, b) => (column[b] as number) - (column[a] as number)).slice(0, most);
}

interface PlacesOf {
  readonly scope: Scope;
  readonly keyed: KeyedProfile;
  readonly most: number;
  readonly isWait: boolean;
}

function placesOf(exploration: Exploration, { scope, keyed, most, isWait }: PlacesOf): Places {
  const costs = ownCosts(exploration.shape(scope), keyed, exploration.sums(scope), isWait);
  const all = largest(costs.value, Number.POSITIVE_INFINITY, () => true);
  const whole = all.reduce((total, key) => total + (costs.value[key] as number), 0);
  let halfCount = 0;
  for (let held = 0; halfCount < all.length && held < whole / 2; halfCount++) {
    held += costs.value[all[halfCount] as number] as number;
  }
  const top = all.slice(0, most);
  return {
    count: all.length,
    halfCount,
    key: Int32Array.from(top),
    value: Float64Array.from(top, (key) => costs.value[key] as number),
    samples: Float64Array.from(top, (key) => costs.samples[key] as number),
  };
}

/** Self by image; a module is coloured as most of what ran in it. */
function moduleCosts({ keys, packed }: KeyedProfile, sums: KeySums): ModuleCost[] {
  const modules = new Map<
    string,
    { self: number; samples: number; family: number; most: number }
  >();
  for (let key = 0; key < keys.firstOther; key++) {
    const self = sums.self[key] as number;
    if (self === 0 && sums.selfSamples[key] === 0) continue;
    const name = keys.module[key] ?? '';
    const known = modules.get(name) ?? { self: 0, samples: 0, family: 0, most: -1 };
    known.self += self;
    known.samples += sums.selfSamples[key] as number;
    if (self > known.most) {
      known.most = self;
      known.family = packed.family[key] as number;
    }
    modules.set(name, known);
  }
  return Array.from(modules, ([name, { self, samples, family }]) => ({
    name,
    self,
    samples,
    family,
  })).sort((a, b) => b.self - a.self);
}

function sum(column: Float64Array | null | undefined): number {
  let all = 0;
  for (const each of column ?? []) all += each;
  return all;
}
