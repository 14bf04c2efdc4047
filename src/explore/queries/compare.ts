import {
  type DiffCost,
  type DiffMeasure,
  type DiffRow,
  type DiffStatus,
  type DiffTotals,
  type ProfileDiff,
  pickRows,
  summarizeDiff,
  type TreeGranularity,
} from '../../analysis/index.ts';
import { type PackedNames, packNames } from '../packed-names.ts';
import type { Query } from '../query.ts';
import type { Comparison } from '../scope.ts';

export interface CompareRequest extends Comparison {
  readonly by: TreeGranularity;
  readonly measure: DiffMeasure;
}

/** The numbers of `CompareAnswer.status`. */
export const diffStatuses = ['same', 'changed', 'new', 'removed'] as const;
/** The numbers of `CompareAnswer.noise`: a difference, within noise, too few samples to say. */
export const noiseWords = ['real', 'noise', 'unknown'] as const;

/** One row per function, those that differ most first. All columns are aligned. */
export interface CompareAnswer {
  readonly length: number;
  readonly type: string;
  readonly unit: string;
  readonly totals: DiffTotals;
  /** What values of the new side were multiplied with. */
  readonly scale: number;
  /** Whether both sides have samples enough to speak of chance. */
  readonly judged: boolean;
  readonly summary: Readonly<Record<'grew' | 'shrank' | 'new' | 'removed' | 'noise', number>>;
  readonly names: PackedNames;
  readonly modules: PackedNames;
  readonly status: Uint8Array;
  readonly noise: Uint8Array;
  readonly base: Float64Array;
  readonly after: Float64Array;
  readonly baseSamples: Float64Array;
  readonly afterSamples: Float64Array;
  /** Half the width of the 95 % interval of the change; NaN = unknown. */
  readonly margin: Float64Array;
  /** By chance, before correcting for the number of rows; NaN = unknown. */
  readonly pValue: Float64Array;
}

export const answerCompare: Query<CompareRequest, CompareAnswer> = (exploration, request) =>
  packDiff(exploration.compared(request, request.by, request.measure));

/** A comparison as it is sent. */
export function packDiff(diff: ProfileDiff): CompareAnswer {
  const rows = pickRows(diff, { costly: true });
  const { grew, shrank, added, removed, noise } = summarizeDiff(diff);
  const cost = (row: DiffRow): DiffCost => row[diff.measure];
  const column = (value: (row: DiffRow) => number): Float64Array => Float64Array.from(rows, value);
  return {
    length: rows.length,
    type: diff.type,
    unit: diff.unit,
    totals: { ...diff.totals },
    scale: diff.scale,
    judged: diff.judged,
    summary: { grew, shrank, new: added, removed, noise },
    names: packNames(rows.map((row) => row.name)),
    modules: packNames(rows.map((row) => row.module)),
    status: Uint8Array.from(rows, ({ status }) =>
      diffStatuses.indexOf(status satisfies DiffStatus),
    ),
    noise: Uint8Array.from(rows, ({ noise }) => (noise === null ? 2 : Number(noise))),
    base: column((row) => cost(row).base),
    after: column((row) => cost(row).new),
    baseSamples: column((row) => cost(row).baseSamples),
    afterSamples: column((row) => cost(row).newSamples),
    margin: column((row) => halfWidth(cost(row))),
    pValue: column((row) => cost(row).pValue ?? Number.NaN),
  };
}

export function halfWidth({ deltaInterval }: DiffCost): number {
  return deltaInterval === null ? Number.NaN : (deltaInterval.high - deltaInterval.low) / 2;
}
