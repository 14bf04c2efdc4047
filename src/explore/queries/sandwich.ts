import { buildCallTree, type CallTree, type CallTreeOptions } from '../../analysis/index.ts';
import { type Profile, sampleCounts } from '../../profile/index.ts';
import {
  fromOutermost,
  heaviestKey,
  keysNamed,
  outermostOf,
  toOutermost,
} from '../around-function.ts';
import type { KeyedProfile } from '../keyed-profile.ts';
import type { PackedKeys } from '../packed-keys.ts';
import type { Query } from '../query.ts';
import type { Scope } from '../scope.ts';
import type { TreeColumns } from '../tree-rows.ts';

export interface SandwichRequest {
  readonly scope: Scope;
  /** The function by name; with '' as module whichever has most. */
  readonly name: string;
  readonly module: string;
  /** Nodes below this share of the function's total are left out. */
  readonly minimumShare: number;
}

/** null = the scope has no such function. */
export type SandwichAnswer = Sandwich | null;

/**
 * A function between its callers and its callees. A function that calls itself is counted once per
 * sample: both trees have the function as their root and its whole total there.
 */
export interface Sandwich {
  /** The function's key. */
  readonly key: number;
  /** From the function to whoever called its outermost occurrence. */
  readonly callers: TreeColumns;
  /** From the outermost occurrence down. */
  readonly callees: TreeColumns;
  readonly self: number;
  readonly total: number;
  readonly selfSamples: number;
  readonly totalSamples: number;
  /** Sums of the whole scope, for shares. */
  readonly whole: number;
  readonly wholeSamples: number;
  readonly keys: PackedKeys;
  readonly value: { readonly name: string; readonly unit: string };
}

export const answerSandwich: Query<SandwichRequest, SandwichAnswer> = (exploration, request) => {
  const { scope, name, module, minimumShare } = request;
  const profile = exploration.scoped(scope);
  const keyed = exploration.keyed(profile, 'functions');
  const key = heaviestKey(profile, keyed, keysNamed(keyed, { name, module }));
  if (key < 0) return null;
  const outermost = outermostOf(profile, keyed, key);
  const options: CallTreeOptions = { order: 'weight', minimumShare };
  const down = buildCallTree(fromOutermost(profile, outermost), { ...options, processes: false });
  const up = buildCallTree(toOutermost(profile, outermost), {
    ...options,
    direction: 'bottom-up',
    processes: hasSeveralProcesses(keyed),
  });
  const { self, selfSamples } = selfOf(profile, keyed, key);
  return {
    key,
    callers: belowRoot(up),
    callees: belowRoot(down),
    self,
    selfSamples,
    total: down.columns[0]?.total[0] ?? 0,
    totalSamples: down.samples.total[0] ?? 0,
    whole: sum(profile.samples.values[0] ?? new Float64Array()),
    wholeSamples: sum(sampleCounts(profile)),
    keys: keyed.packed,
    value: exploration.valueTypeOf(scope),
  };
};

function selfOf(
  { samples, stacks }: Profile,
  { keyOfFrame }: KeyedProfile,
  key: number,
): { readonly self: number; readonly selfSamples: number } {
  let [self, selfSamples] = [0, 0];
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row] as number;
    if (stack < 0 || keyOfFrame[stacks.frame[stack] as number] !== key) continue;
    self += samples.values[0]?.[row] ?? 0;
    selfSamples += samples.count?.[row] ?? 1;
  }
  return { self, selfSamples };
}

function hasSeveralProcesses({ keys }: KeyedProfile): boolean {
  // The root is one of the others.
  return keys.length - keys.firstOther > 2;
}

function pick<Column extends Int32Array | Float64Array | Uint8Array>(values: Column): Column {
  return values.slice(1) as Column;
}

/** The tree without its root, whose only child is the function. */
function belowRoot(tree: CallTree): TreeColumns {
  const [column] = tree.columns;
  return {
    length: tree.length - 1,
    parent: pick(tree.parent).map((up) => up - 1),
    key: pick(tree.key),
    depth: pick(tree.depth).map((depth) => depth - 1),
    subtreeEnd: pick(tree.subtreeEnd).map((end) => end - 1),
    inlined: pick(tree.inlined),
    self: pick(column?.self ?? new Float64Array(tree.length)),
    total: pick(column?.total ?? new Float64Array(tree.length)),
    selfSamples: pick(tree.samples.self),
    totalSamples: pick(tree.samples.total),
    dropped: tree.dropped === null ? new Int32Array(tree.length - 1) : pick(tree.dropped),
  };
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
