import { familyCount } from '../../../explore/index.ts';
import { keyFamilies } from '../../../render/index.ts';
import type { ThemeColours } from '../theme-colours.ts';
import type { TimeScale } from './time-scale.ts';

/** A value over time by family, as the answers of `strip` and `timeline` have it. */
export interface FamilyBuckets {
  readonly startNs: number;
  readonly bucketNs: number;
  readonly buckets: number;
  /** Families × buckets. */
  readonly value: Float64Array;
}

/** Each bucket with a part of its neighbours, so that single samples do not flicker. */
export function smoothed({ buckets, value }: FamilyBuckets): Float64Array {
  const smooth = new Float64Array(value.length);
  for (let row = 0; row < value.length; row += buckets) {
    for (let at = 0; at < buckets; at++) {
      const here = value[row + at] as number;
      const before = at > 0 ? (value[row + at - 1] as number) : here;
      const after = at < buckets - 1 ? (value[row + at + 1] as number) : here;
      smooth[row + at] = (before + 2 * here + after) / 4;
    }
  }
  return smooth;
}

/** The highest bucket of all families together. */
export function peakOf(value: Float64Array, buckets: number): number {
  let peak = 0;
  for (let at = 0; at < buckets; at++) {
    let sum = 0;
    for (let family = 0; family < familyCount; family++) {
      sum += value[family * buckets + at] as number;
    }
    if (sum > peak) peak = sum;
  }
  return peak;
}

export interface AreaPlace {
  readonly scale: TimeScale;
  readonly left: number;
  readonly bottom: number;
  readonly height: number;
  /** What reaches the top. */
  readonly peak: number;
  readonly colours: ThemeColours;
}

/** Draws the families on top of each other, own code at the bottom. */
export function drawStackedArea(
  context: CanvasRenderingContext2D,
  area: FamilyBuckets,
  value: Float64Array,
  place: AreaPlace,
): void {
  const { buckets } = area;
  if (place.peak <= 0) return;
  const floor = new Float64Array(buckets);
  for (let family = 0; family < familyCount; family++) {
    const row = value.subarray(family * buckets, (family + 1) * buckets);
    if (!row.some((each) => each > 0)) continue;
    const colour = place.colours[`family-${keyFamilies[family] ?? 'neutral'}`];
    fillBetween(context, area, floor, row, { ...place, colour });
  }
}

function fillBetween(
  context: CanvasRenderingContext2D,
  { startNs, bucketNs, buckets }: FamilyBuckets,
  floor: Float64Array,
  row: Float64Array,
  place: AreaPlace & { readonly colour: string },
): void {
  const { scale, left, bottom, height, peak } = place;
  const xOf = (at: number): number => left + scale.x(startNs + (at + 0.5) * bucketNs);
  const yOf = (value: number): number => bottom - (value / peak) * height;
  context.beginPath();
  context.moveTo(xOf(-0.5), yOf(floor[0] as number));
  for (let at = 0; at < buckets; at++) context.lineTo(xOf(at), yOf(floor[at] as number));
  context.lineTo(xOf(buckets - 0.5), yOf(floor[buckets - 1] as number));
  for (let at = buckets - 1; at >= 0; at--) {
    floor[at] = (floor[at] as number) + (row[at] as number);
    if (at === buckets - 1) context.lineTo(xOf(at + 0.5), yOf(floor[at] as number));
    context.lineTo(xOf(at), yOf(floor[at] as number));
  }
  context.lineTo(xOf(-0.5), yOf(floor[0] as number));
  context.closePath();
  context.fillStyle = place.colour;
  context.fill();
}
