import {
  type DiffCost,
  type DiffRow,
  type ProfileDiff,
  summarizeDiff,
} from '../../analysis/index.ts';
import { jsonPercent } from './report-json.ts';

/** A 95 % interval: low, high. */
type Range = readonly [number, number];

/** What a function costs on both sides: `base + delta = new`, in `unit`. */
export interface DiffCostJson {
  readonly base: number;
  readonly new: number;
  readonly delta: number;
  readonly ratio: number | null;
  readonly basePercent: number;
  readonly newPercent: number;
  readonly baseSamples: number;
  readonly newSamples: number;
  /** In percent. */
  readonly baseInterval: Range | null;
  readonly newInterval: Range | null;
  /** In `unit`. */
  readonly deltaInterval: Range | null;
  readonly pValue: number | null;
}

/** The cost of a row is the one that `measure` names; both are given below it. */
export interface DiffRowJson extends DiffCostJson {
  readonly name: string;
  readonly module: string;
  readonly status: string;
  readonly noise: boolean | null;
  readonly self: DiffCostJson;
  readonly total: DiffCostJson;
}

export interface DiffJson extends Omit<ProfileDiff, 'rows' | 'valueTypes'> {
  readonly summary: Readonly<Record<'grew' | 'shrank' | 'new' | 'removed' | 'noise', number>>;
  readonly rows: readonly DiffRowJson[];
}

export function diffJson(diff: ProfileDiff, rows: readonly DiffRow[]): DiffJson {
  const { grew, shrank, added, removed, noise } = summarizeDiff(diff);
  const { rows: _rows, valueTypes: _types, ...facts } = diff;
  return {
    ...facts,
    summary: { grew, shrank, new: added, removed, noise },
    rows: rows.map((row) => rowJson(diff, row)),
  };
}

function rowJson(diff: ProfileDiff, row: DiffRow): DiffRowJson {
  const self = costJson(row.self);
  const total = costJson(row.total);
  const { name, module, status, noise } = row;
  return { name, module, status, noise, ...(diff.measure === 'self' ? self : total), self, total };
}

function costJson(cost: DiffCost): DiffCostJson {
  const { baseInterval, newInterval, deltaInterval } = cost;
  return {
    base: cost.base,
    new: cost.new,
    delta: cost.delta,
    ratio: cost.ratio,
    basePercent: jsonPercent(cost.baseShare, 1),
    newPercent: jsonPercent(cost.newShare, 1),
    baseSamples: cost.baseSamples,
    newSamples: cost.newSamples,
    baseInterval: baseInterval && [
      jsonPercent(baseInterval.low, 1),
      jsonPercent(baseInterval.high, 1),
    ],
    newInterval: newInterval && [jsonPercent(newInterval.low, 1), jsonPercent(newInterval.high, 1)],
    deltaInterval: deltaInterval && [deltaInterval.low, deltaInterval.high],
    pValue: cost.pValue,
  };
}

export const diffColumns: readonly string[] = [
  'name',
  'module',
  'status',
  'noise',
  'base',
  'new',
  'delta',
  'ratio',
  'base_percent',
  'new_percent',
  'base_samples',
  'new_samples',
  'delta_low',
  'delta_high',
  'p_value',
];

/** The rows of the CSV; what is unknown is empty. */
export function* diffCsvRows(
  rows: readonly DiffRowJson[],
): Generator<(string | number | boolean)[]> {
  for (const row of rows) {
    yield [
      row.name,
      row.module,
      row.status,
      row.noise ?? '',
      row.base,
      row.new,
      row.delta,
      row.ratio ?? '',
      row.basePercent,
      row.newPercent,
      row.baseSamples,
      row.newSamples,
      row.deltaInterval?.[0] ?? '',
      row.deltaInterval?.[1] ?? '',
      row.pValue ?? '',
    ];
  }
}
