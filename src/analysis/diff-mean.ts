import type { ProfileDiff } from './diff.ts';
import type { DiffCost } from './diff-cost.ts';

/** Of recordings that were added up, `times` on each side: what one of them took. Samples stay counted. */
export function meanOfDiff(diff: ProfileDiff, times: number): ProfileDiff {
  const mean = (cost: DiffCost): DiffCost => ({
    ...cost,
    base: cost.base / times,
    new: cost.new / times,
    delta: cost.delta / times,
    deltaInterval: cost.deltaInterval && {
      low: cost.deltaInterval.low / times,
      high: cost.deltaInterval.high / times,
    },
  });
  const { totals, rows } = diff;
  return {
    ...diff,
    totals: { ...totals, base: totals.base / times, new: totals.new / times },
    rows: rows.map((row) => ({ ...row, self: mean(row.self), total: mean(row.total) })),
  };
}
