/** A range that covers the true value with the stated confidence. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % point of the normal distribution: two-sided 95 %. */
export const z95 = 1.959963984540054;

/**
 * The share of `hits` among `trials` with Wilson's score interval (1927): unlike the textbook
 * p ± z·√(p(1−p)/n) it stays inside 0…1 and keeps its coverage for rare functions and small n.
 * Neither number needs to be whole: weighted samples come with an effective count.
 */
export function wilsonInterval(hits: number, trials: number, z: number = z95): Interval {
  if (!(trials > 0)) return { low: 0, high: 1 };
  const share = Math.min(1, Math.max(0, hits / trials));
  const square = (z * z) / trials;
  const middle = share + square / 2;
  const half = z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials));
  return {
    low: share === 0 ? 0 : Math.max(0, (middle - half) / (1 + square)),
    high: share === 1 ? 1 : Math.min(1, (middle + half) / (1 + square)),
  };
}

/** One side of a comparison of shares. */
export interface Proportion {
  readonly hits: number;
  readonly trials: number;
}

/**
 * The difference `second − first` of two independent shares with Newcombe's hybrid score interval
 * (1998, method 10): Wilson's two intervals, combined by the square root of the sum of squares.
 */
export function newcombeInterval(first: Proportion, second: Proportion, z: number = z95): Interval {
  const one = shareOf(first);
  const two = shareOf(second);
  const oneRange = wilsonInterval(first.hits, first.trials, z);
  const twoRange = wilsonInterval(second.hits, second.trials, z);
  const delta = two - one;
  return {
    low: delta - Math.hypot(two - twoRange.low, oneRange.high - one),
    high: delta + Math.hypot(twoRange.high - two, one - oneRange.low),
  };
}

function shareOf({ hits, trials }: Proportion): number {
  return trials > 0 ? hits / trials : 0;
}

/**
 * How likely a difference at least this large is when both shares are equal: the two-sided score
 * test with pooled variance and Yates's continuity correction, which makes it err on the side of
 * "no difference", as Fisher's exact test does, where few samples stand behind a function.
 */
export function proportionPValue(first: Proportion, second: Proportion): number {
  const n = first.trials;
  const m = second.trials;
  if (!(n > 0 && m > 0)) return 1;
  const pooled = (first.hits + second.hits) / (n + m);
  const variance = pooled * (1 - pooled) * (1 / n + 1 / m);
  if (!(variance > 0)) return 1;
  const correction = (1 / n + 1 / m) / 2;
  const delta = Math.max(0, Math.abs(shareOf(second) - shareOf(first)) - correction);
  return twoSidedP(delta / Math.sqrt(variance));
}

/** How likely a normal value is at least `z` away from its mean, on either side. */
export function twoSidedP(z: number): number {
  return Math.min(1, 2 * upperTail(Math.abs(z)));
}

/** The chance that a standard normal value exceeds `z` ≥ 0. */
function upperTail(z: number): number {
  return erfc(z / Math.SQRT2) / 2;
}

/**
 * The complementary error function for x ≥ 0, to a relative error below 1.2e-7 everywhere, tails
 * included: the Chebyshev fit of Numerical Recipes (§6.2.2, `erfcc`).
 */
export function erfc(x: number): number {
  const t = 1 / (1 + x / 2);
  const coefficients = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398,
    1.48851587, -0.82215223, 0.17087277,
  ];
  const fit = coefficients.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  return t * Math.exp(-x * x + fit);
}

/**
 * Benjamini and Hochberg's adjusted p-values (1995): calling everything at or below q a difference
 * keeps the expected share of false alarms among the alarms at or below q, however many functions
 * are compared. When nothing differs at all, any alarm is false, and comes up in at most q of the
 * comparisons.
 */
export function adjustPValues(pValues: readonly number[]): number[] {
  const order = pValues
    .map((_, index) => index)
    .sort((a, b) => (pValues[b] ?? 1) - (pValues[a] ?? 1));
  const adjusted = pValues.map(() => 1);
  let least = 1;
  order.forEach((index, fromLargest) => {
    const rank = pValues.length - fromLargest;
    least = Math.min(least, ((pValues[index] ?? 1) * pValues.length) / rank);
    adjusted[index] = least;
  });
  return adjusted;
}

/**
 * Kish's effective count of weighted observations: as many equal ones would tell as much. `values`
 * are sums over `counts` observations each; equal weights give the plain count.
 */
export function effectiveCount(values: Float64Array, counts: Float64Array): number {
  let sum = 0;
  let squares = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    const count = counts[row] as number;
    sum += value;
    if (count > 0) squares += (value * value) / count;
  }
  return squares > 0 ? (sum * sum) / squares : 0;
}
