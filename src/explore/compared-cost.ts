import { type DiffRow, stableName, type TreeGranularity } from '../analysis/index.ts';
import type { NamedFunction } from './around-function.ts';
import type { Exploration } from './exploration.ts';
import type { Comparison } from './scope.ts';

/** One cost on both sides, in the unit of the comparison. */
export interface ComparedCost {
  readonly base: number;
  /** Scaled like every value of the new side. */
  readonly new: number;
  readonly baseSamples: number;
  readonly newSamples: number;
  /** Whether chance alone explains the change; null = too few samples to tell. */
  readonly isNoise: boolean | null;
  /** Half the width of the 95 % interval of the change; null = unknown. */
  readonly margin: number | null;
  /** Before correcting for the number of functions; null = unknown. */
  readonly pValue: number | null;
}

export interface ComparedCosts {
  readonly self: ComparedCost;
  readonly total: ComparedCost;
}

/** What a function costs on both sides, with what can be said about chance. */
export function comparedCosts(
  exploration: Exploration,
  comparison: Comparison,
  by: TreeGranularity,
  of: NamedFunction,
): ComparedCosts {
  const costOf = (measure: 'self' | 'total'): ComparedCost => {
    const { rows } = exploration.compared(comparison, by, measure);
    const row = findRow(rows, of);
    if (row === undefined) return nothing;
    const { base, new: after, baseSamples, newSamples, pValue, deltaInterval } = row[measure];
    const margin = deltaInterval === null ? null : (deltaInterval.high - deltaInterval.low) / 2;
    return { base, new: after, baseSamples, newSamples, isNoise: row.noise, margin, pValue };
  };
  return { self: costOf('self'), total: costOf('total') };
}

const nothing: ComparedCost = {
  base: 0,
  new: 0,
  baseSamples: 0,
  newSamples: 0,
  isNoise: null,
  margin: null,
  pValue: null,
};

/** The function's row: of its image, else the largest of that name. */
function findRow(rows: readonly DiffRow[], { name, module }: NamedFunction): DiffRow | undefined {
  const wanted = stableName(name);
  const named = rows.filter((row) => row.name === wanted);
  return (
    named.find((row) => row.module === module) ?? named.sort((a, b) => sizeOf(b) - sizeOf(a))[0]
  );
}

function sizeOf({ total }: DiffRow): number {
  return Math.max(total.base, total.new);
}
