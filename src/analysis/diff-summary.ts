import type { DiffRow, ProfileDiff } from './diff.ts';

/** What a reader wants to know first. */
export interface DiffSummary {
  /** Proven differences when the diff is judged, else all differences. */
  readonly grew: number;
  readonly shrank: number;
  readonly added: number;
  readonly removed: number;
  /** Differences that may be chance. */
  readonly noise: number;
  /** The largest of those that count; undefined when none does. */
  readonly largest: DiffRow | undefined;
}

export function summarizeDiff(diff: ProfileDiff): DiffSummary {
  const { measure } = diff;
  const differing = diff.rows.filter((row) => row.status !== 'same' && row[measure].delta !== 0);
  const counting = differing.filter((row) => row.noise !== true);
  const size = (row: DiffRow): number => Math.abs(row[measure].delta);
  const changed = counting.filter((row) => row.status === 'changed');
  return {
    grew: changed.filter((row) => row[measure].delta > 0).length,
    shrank: changed.filter((row) => row[measure].delta < 0).length,
    added: counting.filter((row) => row.status === 'new').length,
    removed: counting.filter((row) => row.status === 'removed').length,
    noise: differing.length - counting.length,
    largest: counting.reduce<DiffRow | undefined>(
      (most, row) => (most === undefined || size(row) > size(most) ? row : most),
      undefined,
    ),
  };
}

/**
 * Whether a function became more expensive by at least so many percent of the base's total, and
 * not by chance. Without a percentage only what is proven counts; with one also differences that
 * too few samples stand behind to judge.
 */
export function isRegression(
  diff: ProfileDiff,
  row: DiffRow,
  percent: number | undefined,
): boolean {
  const { delta } = row[diff.measure];
  if (delta <= 0 || row.noise === true) return false;
  if (percent === undefined) return row.noise === false;
  return (delta / diff.totals.base) * 100 >= percent;
}
