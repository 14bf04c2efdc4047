import type { TreeGranularity } from '../../analysis/index.ts';
import { mappingKinds } from '../../profile/index.ts';
import { frameFamily, type KeyFamily } from '../../render/index.ts';
import { keysLike, keysNamed } from '../around-function.ts';
import type { Exploration } from '../exploration.ts';
import type { KeyedProfile } from '../keyed-profile.ts';
import {
  type CallSums,
  nobody,
  outside,
  type Paths,
  pathsThrough,
  sumPaths,
} from '../paths-through.ts';
import type { Query } from '../query.ts';
import { sampleRows } from '../sample-rows.ts';
import type { Scope, TimeRange } from '../scope.ts';
import type { Shape } from '../shape.ts';
import { timeBuckets } from '../time-buckets.ts';

export interface InspectRequest {
  readonly scope: Scope;
  readonly by: TreeGranularity;
  /** The function (module, file, line) by name; with '' as module whichever has most. */
  readonly name: string;
  readonly module: string;
  /** How many parts of time `when` has. */
  readonly buckets: number;
  /** At most this many callers and callees are named; the rest is counted. */
  readonly mostCalls: number;
  /** The function is named as another build of the program has it. */
  readonly isLike?: boolean;
}

/** A caller or a callee, with the part of the function's total that passes through it. */
export interface InspectedCall {
  readonly name: string;
  readonly module: string;
  readonly value: number;
  readonly samples: number;
}

export interface InspectedCalls {
  readonly count: number;
  /** The largest first. */
  readonly rows: readonly InspectedCall[];
}

/** Everything about one function; null = the scope has none of that name. */
export type InspectAnswer = InspectedFunction | null;

export interface InspectedFunction {
  readonly name: string;
  readonly module: string;
  readonly file: string;
  /** 0 = unknown. */
  readonly line: number;
  readonly kind: (typeof mappingKinds)[number];
  readonly family: KeyFamily;
  readonly inlining: 'called' | 'inlined' | 'both';
  readonly self: number;
  readonly total: number;
  readonly selfSamples: number;
  readonly totalSamples: number;
  /** Sums of the whole scope, for shares. */
  readonly whole: number;
  readonly wholeSamples: number;
  readonly value: { readonly name: string; readonly unit: string };
  /** Frames above the outermost occurrence: their values add up to the total. */
  readonly callers: InspectedCalls;
  /** Frames below the innermost occurrence: with self their values add up to the total. */
  readonly callees: InspectedCalls;
  /** Total per part of `extent`; null = the profile has no times. */
  readonly when: Float64Array | null;
  readonly extent: TimeRange | null;
}

export const answerInspect: Query<InspectRequest, InspectAnswer> = (exploration, request) => {
  const { scope, by, name, module, mostCalls } = request;
  const shape = exploration.shape(scope);
  const keyed = exploration.keyed(shape.profile, by);
  const candidates = (request.isLike === true ? keysLike : keysNamed)(keyed, { name, module });
  if (candidates.length === 0) return null;
  const key = heaviest(exploration, scope, shape, keyed, candidates);
  const paths = pathsThrough(shape, keyed, key);
  const sums = sumPaths(exploration, scope, shape, paths);
  if (sums.totalSamples === 0 && sums.total === 0) return null;
  const { keys } = keyed;
  const kind = mappingKinds[keys.kind[key] as number] ?? 'unmapped';
  const own = {
    name: keys.name[key] ?? '',
    module: keys.module[key] ?? '',
    file: keys.file[key] ?? '',
    kind,
  };
  const whenAndWhere = whenItRan(exploration, request, shape, paths);
  return {
    ...own,
    line: keys.line[key] as number,
    family: frameFamily(own),
    inlining: inliningOf(shape, keyed, key, paths),
    self: sums.self,
    total: sums.total,
    selfSamples: sums.selfSamples,
    totalSamples: sums.totalSamples,
    whole: sums.whole,
    wholeSamples: sums.wholeSamples,
    value: exploration.valueTypeOf(scope),
    callers: listCalls(sums.callers, keyed, mostCalls),
    callees: listCalls(sums.callees, keyed, mostCalls),
    ...whenAndWhere,
  };
};

/** Several images may have a function of that name: the one with the largest total is meant. */
function heaviest(
  exploration: Exploration,
  scope: Scope,
  shape: Shape,
  keyed: KeyedProfile,
  candidates: readonly number[],
): number {
  const [first = -1] = candidates;
  if (candidates.length < 2) return first;
  const totalOf = (key: number): number =>
    sumPaths(exploration, scope, shape, pathsThrough(shape, keyed, key)).total;
  const totals = candidates.map(totalOf);
  return candidates[totals.indexOf(Math.max(...totals))] ?? first;
}

function listCalls(
  { value, samples }: CallSums,
  keyed: KeyedProfile,
  most: number,
): InspectedCalls {
  const live: number[] = [];
  for (let key = 0; key < value.length; key++) {
    if (value[key] !== 0 || samples[key] !== 0) live.push(key);
  }
  live.sort((a, b) => (value[b] as number) - (value[a] as number));
  const { keys } = keyed;
  return {
    count: live.length,
    rows: live.slice(0, most).map((key) => ({
      name: keys.name[key] ?? '',
      module: keys.module[key] ?? '',
      value: value[key] as number,
      samples: samples[key] as number,
    })),
  };
}

/** Whether the function was called or its code stands in its callers, at the places that stacks pass. */
function inliningOf(
  { profile: { stacks, frames } }: Shape,
  { keyOfFrame }: KeyedProfile,
  key: number,
  { callee }: Paths,
): InspectedFunction['inlining'] {
  let [isInlined, isCalled] = [false, false];
  for (let stack = 0; stack < stacks.length; stack++) {
    if (callee[stack] !== nobody) continue;
    const frame = stacks.frame[stack] as number;
    if (keyOfFrame[frame] !== key) continue;
    if ((frames.inlineDepth[frame] as number) > 0) isInlined = true;
    else isCalled = true;
  }
  return isInlined ? (isCalled ? 'both' : 'inlined') : 'called';
}

function whenItRan(
  exploration: Exploration,
  { scope, buckets }: InspectRequest,
  { profile, slot }: Shape,
  { callee }: Paths,
): Pick<InspectedFunction, 'when' | 'extent'> {
  const file = exploration.file(scope.file);
  const { timeNs, values } = file.profile.samples;
  const extent = scope.range ?? file.extent;
  if (timeNs === null || extent === null) return { when: null, extent: null };
  const { slots } = exploration.samples(scope.file);
  const isHit = new Uint8Array(slots.length);
  for (let row = 0; row < profile.samples.length; row++) {
    const stack = profile.samples.stack[row] as number;
    if (stack >= 0 && callee[stack] !== outside) isHit[slot[row] as number] = 1;
  }
  const value = values[exploration.samples(scope.file).valueType(scope.value)];
  const when = new Float64Array(buckets);
  const parts = timeBuckets(extent, buckets);
  const { from, to, rows, isChosen } = sampleRows(exploration, { ...scope, range: extent });
  for (let place = from; place < to; place++) {
    const row = rows === null ? place : (rows[place] as number);
    if (isHit[slots.ofSample[row] as number] === 0 || !isChosen(row)) continue;
    const part = parts.of(timeNs[row] as number);
    if (part >= 0) when[part] = (when[part] as number) + (value?.[row] ?? 0);
  }
  return { when, extent };
}
