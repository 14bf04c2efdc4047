import { twoSidedP } from '../statistics.ts';

/** Up to this many pairs the distribution is counted out instead of approximated. */
const mostExactPairs = 2500;

/**
 * How likely it is that two sets of timings differ this much in their ranks when both come from the same
 * distribution: Mann and Whitney's U test (1947), two-sided. Nothing is assumed about the shape, so a few
 * slow runs do not decide. Exact without ties and for few runs, else normal with ties and continuity
 * corrected for.
 */
export function mannWhitneyP(first: ArrayLike<number>, second: ArrayLike<number>): number {
  const n = first.length;
  const m = second.length;
  if (n === 0 || m === 0) return 1;
  const { u, tieTerm } = rankSum(first, second);
  if (tieTerm === 0 && n * m <= mostExactPairs) return exactP(Math.min(u, n * m - u), n, m);
  const total = n + m;
  const variance = ((n * m) / 12) * (total + 1 - tieTerm / (total * (total - 1)));
  if (variance <= 0) return 1;
  const distance = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5);
  return twoSidedP(distance / Math.sqrt(variance));
}

/** The chance that a value of the second is larger than one of the first (Vargha and Delaney's A). */
export function superiority(first: ArrayLike<number>, second: ArrayLike<number>): number {
  const { u } = rankSum(first, second);
  return 1 - u / Math.max(1, first.length * second.length);
}

/** U of the first: over how many pairs it is the larger one, ties counted half. */
function rankSum(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
): { readonly u: number; readonly tieTerm: number } {
  const all = [
    ...Array.from(first, (value) => ({ value, isFirst: true })),
    ...Array.from(second, (value) => ({ value, isFirst: false })),
  ].sort((a, b) => a.value - b.value);
  let ranks = 0;
  let tieTerm = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end++;
    const rank = (start + 1 + end) / 2;
    for (let at = start; at < end; at++) if (all[at]?.isFirst === true) ranks += rank;
    const tied = end - start;
    tieTerm += tied ** 3 - tied;
    start = end;
  }
  const n = first.length;
  return { u: ranks - (n * (n + 1)) / 2, tieTerm };
}

/** Counts the arrangements with a U as small, by the recurrence over the largest value. */
function exactP(u: number, n: number, m: number): number {
  // ways[j][k]: arrangements of the i values so far of the first with j of the second and U = k.
  const most = Math.floor(u);
  let ways = Array.from({ length: m + 1 }, () => unitRow(most));
  for (let i = 1; i <= n; i++) {
    const next = [unitRow(most)];
    for (let j = 1; j <= m; j++) {
      const row = (next[j - 1] as Float64Array).slice();
      const before = ways[j] as Float64Array;
      for (let k = j; k <= most; k++) row[k] = (row[k] as number) + (before[k - j] as number);
      next.push(row);
    }
    ways = next;
  }
  const tail = (ways[m] as Float64Array).reduce((sum, count) => sum + count, 0);
  return Math.min(1, (2 * tail) / binomial(n + m, n));
}

function unitRow(most: number): Float64Array {
  const row = new Float64Array(most + 1);
  row[0] = 1;
  return row;
}

function binomial(total: number, chosen: number): number {
  let product = 1;
  for (let at = 1; at <= chosen; at++) product = (product * (total - chosen + at)) / at;
  return product;
}
