import { unreachable } from '../base/assert.ts';
import { compareText } from '../base/text-layout.ts';
import type { DiffMeasure, DiffRow, DiffStatus, ProfileDiff } from './diff.ts';

export const diffSorts = ['delta', 'base', 'new', 'ratio', 'name'] as const;
export type DiffSort = (typeof diffSorts)[number];

export interface RowChoice {
  readonly sort?: DiffSort;
  readonly only?: readonly DiffStatus[];
  /** Leave out what costs nothing by the measure on either side. */
  readonly costly?: boolean;
}

/**
 * The rows to show. By `delta` the proven differences come first, the largest on top, then what
 * may be noise; other orders are plain.
 */
export function pickRows(diff: ProfileDiff, choice: RowChoice = {}): DiffRow[] {
  const { sort = 'delta', only } = choice;
  const rows = diff.rows.filter(
    (row) =>
      (only?.includes(row.status) ?? true) &&
      !(choice.costly === true && row[diff.measure].base === 0 && row[diff.measure].new === 0),
  );
  const order = orderBy(sort, diff.measure);
  rows.sort(
    (a, b) => order(a, b) || compareText(a.name, b.name) || compareText(a.module, b.module),
  );
  return rows;
}

type Order = (a: DiffRow, b: DiffRow) => number;

function orderBy(sort: DiffSort, measure: DiffMeasure): Order {
  switch (sort) {
    case 'delta':
      return (a, b) =>
        Number(a.noise === true) - Number(b.noise === true) ||
        Math.abs(b[measure].delta) - Math.abs(a[measure].delta) ||
        sizeOf(b, measure) - sizeOf(a, measure);
    case 'base':
      return (a, b) => b[measure].base - a[measure].base;
    case 'new':
      return (a, b) => b[measure].new - a[measure].new;
    case 'ratio':
      return (a, b) => ratioOf(b, measure) - ratioOf(a, measure);
    case 'name':
      return () => 0;
    default:
      return unreachable(sort);
  }
}

/** What is new grew without bound. */
function ratioOf(row: DiffRow, measure: DiffMeasure): number {
  const { ratio, new: after } = row[measure];
  return ratio ?? (after > 0 ? Number.MAX_VALUE : 1);
}

function sizeOf(row: DiffRow, measure: DiffMeasure): number {
  return Math.max(Math.abs(row[measure].base), Math.abs(row[measure].new));
}
