import { familyCount } from '../../../explore/index.ts';
import { type AreaPlace, smoothed } from '../../kit/time/stacked-area.ts';
import type { BaseTracks } from './base-tracks.ts';

/** The base's tracks, summed over families and brought to the length of the new side's buckets. */
export class BaseParts {
  readonly base: BaseTracks;
  readonly #bucketNs: number;
  readonly #sums = new Map<string, Float64Array>();

  constructor(base: BaseTracks, bucketNs: number) {
    this.base = base;
    this.#bucketNs = bucketNs;
  }

  /** undefined = the base has no such track. */
  sums(id: string): Float64Array | undefined {
    const { answer } = this.base;
    const at = answer.ids.indexOf(id);
    if (at < 0) return undefined;
    const known = this.#sums.get(id) ?? this.#add(at);
    this.#sums.set(id, known);
    return known;
  }

  peak(id: string): number {
    return this.sums(id)?.reduce((most, value) => Math.max(most, value), 0) ?? 0;
  }

  #add(at: number): Float64Array {
    const { answer } = this.base;
    const { buckets } = answer;
    const size = familyCount * buckets;
    const part = smoothed({ ...answer, value: answer.value.subarray(at * size, (at + 1) * size) });
    const sums = new Float64Array(buckets);
    for (let cell = 0; cell < size; cell++) {
      const bucket = cell % buckets;
      sums[bucket] = (sums[bucket] as number) + (part[cell] as number);
    }
    return sums.map((value) => (value * this.#bucketNs) / answer.bucketNs);
  }
}

/** A line over the area: what the base had at the same time since its start. */
export function drawBaseLine(
  context: CanvasRenderingContext2D,
  parts: BaseParts,
  id: string,
  { scale, left, bottom, height, peak, colours }: AreaPlace,
): void {
  const sums = parts.sums(id);
  if (sums === undefined || peak <= 0) return;
  const { answer, shiftNs } = parts.base;
  context.beginPath();
  sums.forEach((value, at) => {
    const x = left + scale.x(answer.startNs + (at + 0.5) * answer.bucketNs + shiftNs);
    const y = bottom - (value / peak) * height;
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.strokeStyle = colours['diff-less'];
  context.lineWidth = 1.25;
  context.stroke();
}
