import type { ValueSite } from './instrumented-profile.ts';
import { mostValuesPerSite } from './profile-table.ts';

interface Observed {
  readonly value: bigint;
  count: bigint;
}

const most = (1n << 64n) - 1n;

export function saturatingSum(a: bigint, b: bigint): bigint {
  const sum = a + b;
  return sum > most ? most : sum;
}

/** Adds what one site saw in another run; both sorted by value first, as LLVM does. */
export function mergeSites(into: ValueSite, other: ValueSite): ValueSite {
  const merged = byValue(into);
  let at = 0;
  for (const { value, count } of byValue(other)) {
    while (at < merged.length && (merged[at] as Observed).value < value) at++;
    const known = merged[at];
    if (known !== undefined && known.value === value) {
      known.count = saturatingSum(known.count, count);
    } else merged.splice(at, 0, { value, count });
    at++;
  }
  return siteOf(merged);
}

/**
 * Most frequent first: compilers look only at the first few. The sort is stable, so that equal counts
 * keep their order.
 */
export function sortedSite(site: ValueSite): ValueSite {
  const observed = observedBy(site).sort((a, b) => compare(b.count, a.count));
  return siteOf(observed.slice(0, mostValuesPerSite));
}

function byValue(site: ValueSite): Observed[] {
  return observedBy(site).sort((a, b) => compare(a.value, b.value));
}

function observedBy({ values, counts }: ValueSite): Observed[] {
  return values.map((value, i) => ({ value, count: counts[i] ?? 0n }));
}

function siteOf(observed: readonly Observed[]): ValueSite {
  return { values: observed.map((each) => each.value), counts: observed.map((each) => each.count) };
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
