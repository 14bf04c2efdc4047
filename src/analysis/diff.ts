import { ToolError } from '../base/tool-error.ts';
import {
  areAlike,
  type Granularity,
  type Profile,
  unitRatio,
  type ValueType,
} from '../profile/index.ts';
import { canJudge, type DiffCost, type DiffSides, diffCost } from './diff-cost.ts';
import { type SideCosts, sideCosts } from './diff-costs.ts';
import { type MatchedKeys, matchKeys } from './diff-match.ts';
import { adjustPValues } from './statistics.ts';
import { isCpuTime, resolveValueType } from './value-type.ts';

export type DiffMeasure = 'self' | 'total';
export type DiffStatus = 'new' | 'removed' | 'changed' | 'same';

export interface DiffOptions {
  readonly granularity?: Granularity;
  /** The value type as `--sample-index` names it; the new profile's default without one. */
  readonly sampleIndex?: string;
  /** Compare shares of each total instead of the values themselves. */
  readonly normalize?: boolean;
  /** Which cost `noise` speaks of. */
  readonly measure?: DiffMeasure;
}

export interface DiffRow {
  readonly name: string;
  readonly module: string;
  readonly status: DiffStatus;
  /** Not distinguishable from noise; null = too few samples to say. */
  readonly noise: boolean | null;
  readonly self: DiffCost;
  readonly total: DiffCost;
}

export interface DiffTotals {
  readonly base: number;
  /** As measured, not scaled. */
  readonly new: number;
  readonly baseSamples: number;
  readonly newSamples: number;
}

export interface ProfileDiff {
  readonly type: string;
  readonly unit: string;
  readonly normalized: boolean;
  /** Which value type of each profile was compared. */
  readonly valueTypes: { readonly baseColumn: number; readonly newColumn: number };
  /** What values of the new profile were multiplied with before they were compared. */
  readonly scale: number;
  readonly measure: DiffMeasure;
  readonly totals: DiffTotals;
  /** Whether both sides have samples enough for intervals and noise marks. */
  readonly judged: boolean;
  readonly rows: readonly DiffRow[];
}

/** Adjusted p-values at or below this are differences; above it, noise. */
const falseDiscoveryRate = 0.05;

/**
 * Compares two profiles function by function. What is assumed about chance, and is said in
 * docs/guides/comparing.md too: samples are independent of each other, and both runs did the same
 * kind of work. Samples of one phase of a program resemble each other, and runs differ among
 * themselves, so real noise is at least what is computed here: a difference inside the noise is
 * certainly unproven, one outside it is a difference between these two recordings.
 */
export function diffProfiles(
  base: Profile,
  after: Profile,
  options: DiffOptions = {},
): ProfileDiff {
  const { granularity = 'functions', normalize = false, measure = 'self' } = options;
  const types = commonType(base, after, options.sampleIndex);
  return diffCosts(
    sideCosts(base, types.base, granularity),
    sideCosts(after, types.after, granularity),
    types,
    { normalize, measure },
  );
}

/** The same of costs that are summed already, by whatever their names stand for. */
export function diffCosts(
  base: SideCosts,
  after: SideCosts,
  types: CommonType,
  { normalize, measure }: Required<Pick<DiffOptions, 'normalize' | 'measure'>>,
): ProfileDiff {
  const scale = normalize ? shareScale(base.sum, after.sum) : types.ratio;
  const sides: DiffSides = { base, after, scale, normalized: normalize };
  const pairs = matchKeys(base, after);
  const rows = pairs.map((pair) => unjudgedRow(sides, pair)).filter(isPresent);
  return {
    type: types.name,
    unit: types.unit,
    valueTypes: { baseColumn: types.base, newColumn: types.after },
    normalized: normalize,
    scale,
    measure,
    totals: {
      base: base.sum,
      new: after.sum * types.ratio,
      baseSamples: base.samples,
      newSamples: after.samples,
    },
    judged: canJudge(sides),
    rows: markNoise(rows, measure),
  };
}

function unjudgedRow(sides: DiffSides, pair: MatchedKeys): DiffRow {
  const { base, after } = sides;
  const total = diffCost(sides, 'total', pair);
  return {
    name: (pair.after >= 0 ? after.name[pair.after] : base.name[pair.base]) ?? '',
    module: (pair.after >= 0 ? after.module[pair.after] : base.module[pair.base]) ?? '',
    status: statusOf(total),
    noise: null,
    self: diffCost(sides, 'self', pair),
    total,
  };
}

function statusOf({ base, new: after, delta }: DiffCost): DiffStatus {
  if (base === 0 && after !== 0) return 'new';
  if (base !== 0 && after === 0) return 'removed';
  // Scaling to a common total leaves rounding errors behind.
  return Math.abs(delta) <= 1e-9 * Math.abs(base) ? 'same' : 'changed';
}

/** Rows of unused frames carry nothing. */
function isPresent({ total }: DiffRow): boolean {
  return total.base !== 0 || total.new !== 0 || total.baseSamples !== 0 || total.newSamples !== 0;
}

/** One decision over all functions together: comparing hundreds finds some "changed" by chance. */
function markNoise(rows: readonly DiffRow[], measure: DiffMeasure): DiffRow[] {
  const judged = rows.filter((row) => row[measure].pValue !== null && isCompared(row[measure]));
  const adjusted = adjustPValues(judged.map((row) => row[measure].pValue ?? 1));
  const isNoise = new Map(
    judged.map((row, index) => [row, (adjusted[index] ?? 1) > falseDiscoveryRate]),
  );
  return rows.map((row) => ({
    ...row,
    noise: row[measure].pValue === null ? null : (isNoise.get(row) ?? true),
  }));
}

/** A function that costs nothing by this measure on both sides is not a comparison. */
function isCompared({ base, new: after }: DiffCost): boolean {
  return base !== 0 || after !== 0;
}

function shareScale(baseSum: number, afterSum: number): number {
  return afterSum === 0 ? 1 : baseSum / afterSum;
}

/** What two profiles both measured: a value type of each. */
export interface CommonType {
  readonly base: number;
  readonly after: number;
  readonly name: string;
  readonly unit: string;
  /** Brings values of the new profile to the base's unit. */
  readonly ratio: number;
}

export function commonType(base: Profile, after: Profile, asked: string | undefined): CommonType {
  const wanted = resolveValueType(after, asked);
  const order = asked === undefined ? [wanted, ...after.valueTypes.keys()] : [wanted];
  for (const index of order) {
    const type = after.valueTypes[index];
    if (type === undefined) continue;
    const found = findAlike(base, type);
    const same = base.valueTypes[found];
    if (same === undefined) continue;
    const ratio = unitRatio(type.unit, same.unit);
    return { base: found, after: index, name: same.name, unit: same.unit, ratio };
  }
  const has = `the base has ${typeNames(base)}, the other ${typeNames(after)}`;
  // Without a choice all of them were tried: there is none to choose.
  throw new ToolError('no-data', 'the two profiles measured different things', {
    hint: asked === undefined ? has : `${has}; --sample-index chooses one of them`,
  });
}

/** CPU time has a name of its own in every format: it is the same thing all the same. */
function findAlike({ valueTypes }: Profile, type: ValueType): number {
  const found = valueTypes.findIndex((each) => areAlike(each, type));
  return found >= 0 || !isCpuTime(type) ? found : valueTypes.findIndex(isCpuTime);
}

function typeNames(profile: Profile): string {
  return profile.valueTypes.map((type) => `${type.name}/${type.unit}`).join(', ');
}
