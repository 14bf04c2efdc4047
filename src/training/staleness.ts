/** What became of a function that a profile speaks of. */
export type FunctionFate = 'kept' | 'changed' | 'gone';

export interface FunctionStaleness {
  readonly name: string;
  /** Of the weight of the profile, 0…1. */
  readonly share: number;
  /** Of the weight of the profile, 0…1: what the compiler can no longer use of this function. */
  readonly lost: number;
  readonly fate: FunctionFate;
  /** Why: `calls main.old, which is gone`; '' = nothing is lost. */
  readonly reason: string;
}

/** How much of a profile no longer fits the sources. */
export interface Staleness {
  /** Lost weight, 0…1. */
  readonly lost: number;
  /** Of it, in functions that are gone and in those that changed. */
  readonly gone: number;
  readonly changed: number;
  /** Functions that are not in the profile at all; null = a sampled profile cannot tell. */
  readonly newFunctions: number | null;
  /** Those that lost the most first, then those that weigh the most. */
  readonly functions: readonly FunctionStaleness[];
}

export function stalenessOf(
  functions: readonly FunctionStaleness[],
  newFunctions: number | null,
): Staleness {
  const sum = (fate: FunctionFate): number =>
    functions.reduce((total, each) => total + (each.fate === fate ? each.lost : 0), 0);
  const [gone, changed] = [sum('gone'), sum('changed')];
  const sorted = functions.toSorted((a, b) => b.lost - a.lost || b.share - a.share);
  return { lost: Math.min(1, gone + changed), gone, changed, newFunctions, functions: sorted };
}
