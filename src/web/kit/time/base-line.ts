import { familyCount } from '../../../explore/index.ts';
import { type AreaPlace, type FamilyBuckets, smoothed } from './stacked-area.ts';

/** What the base of a comparison had over time, all families together, as it is drawn over the new side. */
export interface BaseLine {
  readonly startNs: number;
  readonly bucketNs: number;
  readonly sums: Float64Array;
  /** Added to its times gives those of the new side. */
  readonly shiftNs: number;
}

/** `bucketNs` is the length of the new side's buckets: sums are brought to it. */
export function baseLine(area: FamilyBuckets, bucketNs: number, shiftNs: number): BaseLine {
  const { buckets } = area;
  const part = smoothed(area);
  const sums = new Float64Array(buckets);
  for (let cell = 0; cell < familyCount * buckets; cell++) {
    const bucket = cell % buckets;
    sums[bucket] = (sums[bucket] as number) + (part[cell] as number);
  }
  const scaled = sums.map((value) => (value * bucketNs) / area.bucketNs);
  return { startNs: area.startNs, bucketNs: area.bucketNs, sums: scaled, shiftNs };
}

export function linePeak({ sums }: BaseLine): number {
  return sums.reduce((most, value) => Math.max(most, value), 0);
}

/** A line over the area: what the base had at the same time since its start. */
export function drawBaseLine(
  context: CanvasRenderingContext2D,
  line: BaseLine,
  { scale, left, bottom, height, peak, colours }: AreaPlace,
): void {
  if (peak <= 0) return;
  const { startNs, bucketNs, sums, shiftNs } = line;
  context.beginPath();
  sums.forEach((value, at) => {
    const x = left + scale.x(startNs + (at + 0.5) * bucketNs + shiftNs);
    const y = bottom - (value / peak) * height;
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.strokeStyle = colours['diff-less'];
  context.lineWidth = 1.25;
  context.stroke();
}
