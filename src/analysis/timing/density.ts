import { quantile, sortedCopy } from './quantiles.ts';

/** How thick runs lie along an axis; `heights` are relative to the thickest place. */
export interface Density {
  readonly from: number;
  readonly to: number;
  readonly heights: Float64Array;
}

/** Beyond so many bandwidths a run adds nothing that is seen. */
const reach = 3;

/**
 * A Gaussian kernel estimate at `points` places. The bandwidth is Silverman's by the smaller of deviation
 * and quartiles, so that a far run does not smear the others, and two thirds of it, so that two heaps stay two. Undefined where there is no spread, or too little to tell a shape.
 */
export function findDensity(values: ArrayLike<number>, points = 96): Density | undefined {
  const sorted = sortedCopy(values);
  const { length } = sorted;
  if (length < fewest) return undefined;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / length;
  const deviation = Math.sqrt(
    sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (length - 1),
  );
  const spread = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
  const bandwidth = 0.6 * (spread > 0 ? Math.min(deviation, spread) : deviation) * length ** -0.2;
  if (!(bandwidth > 0) || !Number.isFinite(bandwidth)) return undefined;
  const from = (sorted[0] ?? 0) - reach * bandwidth;
  const to = (sorted.at(-1) ?? 0) + reach * bandwidth;
  const heights = new Float64Array(points);
  const step = (to - from) / (points - 1);
  for (const value of sorted) addKernel(heights, (value - from) / step, bandwidth / step);
  const highest = heights.reduce((most, height) => Math.max(most, height), 0);
  return { from, to, heights: heights.map((height) => height / highest) };
}

/** Fewer runs have no shape: a curve over them would be the kernel's. */
const fewest = 5;

/** Adds a bell at `centre`, both in places of the array; a bell narrower than a place falls on the nearest. */
function addKernel(heights: Float64Array, centre: number, width: number): void {
  const first = Math.max(0, Math.floor(centre - reach * Math.max(width, 0.5)));
  const last = Math.min(heights.length - 1, Math.ceil(centre + reach * Math.max(width, 0.5)));
  for (let at = first; at <= last; at++) {
    const z = (at - centre) / Math.max(width, 0.5);
    heights[at] = (heights[at] as number) + Math.exp(-0.5 * z * z);
  }
}
