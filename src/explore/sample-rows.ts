import type { Exploration } from './exploration.ts';
import type { Scope } from './scope.ts';
import { firstAtOrAfter } from './time-order.ts';

/** Where the rows of a scope are: places of the order of time (or of the table, without times). */
export interface SampleRows {
  readonly from: number;
  readonly to: number;
  /** Row of a place; null = places are rows. */
  readonly rows: Int32Array | null;
  readonly isChosen: (row: number) => boolean;
}

/**
 * The samples of a scope one by one, for what no sum per stack can tell: when they were taken and on
 * which thread. Costs samples; whatever can be had from `sums` should be.
 */
export function sampleRows(exploration: Exploration, scope: Scope): SampleRows {
  const { samples } = exploration.file(scope.file).profile;
  const { order } = exploration.samples(scope.file);
  const threads = new Set(scope.threads);
  const cpus = new Set(scope.cpus);
  const isChosen = (row: number): boolean =>
    (threads.size === 0 || threads.has(samples.thread?.[row] ?? -1)) &&
    (cpus.size === 0 || cpus.has(samples.cpu?.[row] ?? -1));
  if (order === null || samples.timeNs === null || scope.range === null) {
    return { from: 0, to: samples.length, rows: null, isChosen };
  }
  const from = firstAtOrAfter(order, samples.timeNs, scope.range.startNs);
  const to = Math.max(from, firstAtOrAfter(order, samples.timeNs, scope.range.endNs));
  return { from, to, rows: order.rows, isChosen };
}
