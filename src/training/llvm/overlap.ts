import type { FunctionCounters, InstrumentedProfile } from './instrumented-profile.ts';

/**
 * How much of two profiles is the same, 0 to 1: every counter has a share of its profile's total, and the
 * smaller of its two shares is what both have in common (as `llvm-profdata overlap`). Low between two
 * trainings says that one of them does not stand for the other.
 */
export function overlapOf(a: InstrumentedProfile, b: InstrumentedProfile): number {
  const totalA = totalOf(a);
  const totalB = totalOf(b);
  if (totalA === 0 || totalB === 0) return 0;
  const others = new Map(b.functions.map((each) => [keyOf(each), each.counts]));
  let common = 0;
  for (const each of a.functions) {
    const counts = others.get(keyOf(each));
    if (counts?.length !== each.counts.length) continue;
    each.counts.forEach((count, i) => {
      common += Math.min(Number(count) / totalA, Number(counts[i]) / totalB);
    });
  }
  return common;
}

function keyOf({ nameHash, shapeHash }: FunctionCounters): string {
  return `${nameHash}:${shapeHash}`;
}

function totalOf({ functions }: InstrumentedProfile): number {
  let total = 0;
  for (const { counts } of functions) for (const count of counts) total += Number(count);
  return total;
}
