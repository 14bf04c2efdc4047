/** The value below which a share of the sorted numbers lies, interpolated (Hyndman and Fan's type 7). */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  return low + (high - low) * (place - below);
}

export function sortedCopy(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).sort();
}

export function median(values: ArrayLike<number>): number {
  return quantile(sortedCopy(values), 0.5);
}

/** Median distance from the median, scaled to be the standard deviation where values are normal. */
export function medianDeviation(values: ArrayLike<number>): number {
  const middle = median(values);
  return 1.4826 * median(Array.from(values, (value) => Math.abs(value - middle)));
}
