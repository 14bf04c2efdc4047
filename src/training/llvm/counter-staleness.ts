import { type FunctionStaleness, type Staleness, stalenessOf } from '../staleness.ts';
import type { InstrumentedFunction } from './instrumented-image.ts';
import { type FunctionCounters, type InstrumentedProfile, nameOf } from './instrumented-profile.ts';

/**
 * How much of a profile of counters a compiler can no longer use: it takes those of a function only if name
 * and control flow (its hash, and so the number of counters) are the same. `now` are the functions of
 * an instrumented build of the sources as they are.
 */
export function counterStaleness(
  profile: InstrumentedProfile,
  now: readonly InstrumentedFunction[],
): Staleness {
  const shapes = new Map<bigint, Set<string>>();
  for (const each of now) {
    const known = shapes.get(each.nameHash) ?? new Set();
    shapes.set(each.nameHash, known.add(`${each.shapeHash}:${each.counterCount}`));
  }
  const ran = profile.functions.map((each) => ({ each, weight: weightOf(each) }));
  const total = ran.reduce((sum, { weight }) => sum + weight, 0);
  const functions = ran.flatMap(({ each, weight }): FunctionStaleness[] => {
    if (weight === 0) return [];
    const share = weight / total;
    const known = shapes.get(each.nameHash);
    const name = nameOf(each);
    if (known === undefined) {
      return [{ name, share, lost: share, fate: 'gone', reason: 'it is gone' }];
    }
    if (known.has(`${each.shapeHash}:${each.counts.length}`)) {
      return [{ name, share, lost: 0, fate: 'kept', reason: '' }];
    }
    return [{ name, share, lost: share, fate: 'changed', reason: 'its control flow has changed' }];
  });
  const seen = new Set(profile.functions.map(({ nameHash }) => nameHash));
  const fresh = new Set(now.map(({ nameHash }) => nameHash).filter((hash) => !seen.has(hash)));
  return stalenessOf(functions, fresh.size);
}

function weightOf({ counts }: FunctionCounters): number {
  let sum = 0;
  for (const count of counts) sum += Number(count);
  return sum;
}
