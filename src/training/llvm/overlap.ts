import { overlapOfFunctions, type WeightedFunction } from '../weighted-functions.ts';
import { type FunctionCounters, type InstrumentedProfile, nameOf } from './instrumented-profile.ts';

/** How much of two profiles is the same, 0 to 1; counters of another shape have nothing in common. */
export function overlapOf(a: InstrumentedProfile, b: InstrumentedProfile): number {
  return overlapOfFunctions(weightedCounters(a), weightedCounters(b)).share;
}

/** Functions with their counters as weights; those that never ran weigh nothing and are left out. */
export function weightedCounters({ functions }: InstrumentedProfile): WeightedFunction[] {
  return functions.flatMap((each) => {
    const weights = new Map<number, number>();
    each.counts.forEach((count, i) => {
      if (count > 0n) weights.set(i, Number(count));
    });
    return weights.size === 0 ? [] : [{ key: keyOf(each), name: nameOf(each), weights }];
  });
}

function keyOf({ nameHash, shapeHash, counts }: FunctionCounters): string {
  return `${nameHash}:${shapeHash}:${counts.length}`;
}
