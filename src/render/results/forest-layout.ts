import type { Interval } from '../../analysis/index.ts';
import { type AxisScale, type PixelSpan, ratioScale } from './axis-scale.ts';

/** A ratio with its 95 %, and what equal things differ by. */
export interface ForestRow {
  readonly ratio: number;
  readonly interval: Interval;
  readonly noiseFloor: Interval | null;
  /** Ratios in here count as no difference; absent = nothing was agreed on. */
  readonly alike?: Interval | null;
}

/** In pixels. An end that lies beyond the axis stops there and is drawn as an arrow. */
export interface ForestMark {
  readonly x: number;
  readonly low: number;
  readonly high: number;
  readonly isLowCut: boolean;
  readonly isHighCut: boolean;
  readonly noise: { readonly low: number; readonly high: number } | null;
  readonly alike: { readonly low: number; readonly high: number } | null;
}

export interface ForestLayout {
  readonly scale: AxisScale;
  /** Where the line of no difference is. */
  readonly one: number;
  readonly marks: readonly ForestMark[];
}

/** One axis for all rows: a forest plot. */
export function layOutForest(rows: readonly ForestRow[], span: PixelSpan): ForestLayout {
  const scale = ratioScale(
    rows.flatMap(({ ratio, interval, noiseFloor, alike = null }) => [
      ratio,
      interval.low,
      interval.high,
      ...(noiseFloor === null ? [] : [noiseFloor.low, noiseFloor.high]),
      ...(alike === null ? [] : [alike.low, alike.high]),
    ]),
    span,
  );
  const within = (ratio: number): number => {
    const x = scale.place(Math.max(ratio, Number.MIN_VALUE));
    return Math.min(span.end, Math.max(span.start, x));
  };
  const marks = rows.map(({ ratio, interval, noiseFloor, alike = null }) => ({
    x: within(ratio),
    low: within(interval.low),
    high: within(interval.high),
    isLowCut: !(interval.low >= scale.from),
    isHighCut: !(interval.high <= scale.to),
    noise: noiseFloor && { low: within(noiseFloor.low), high: within(noiseFloor.high) },
    alike: alike && { low: within(alike.low), high: within(alike.high) },
  }));
  return { scale, one: within(1), marks };
}

/** Time ratios as speed: above 1 is faster. The ends change places. */
export function asSpeed({ ratio, interval, noiseFloor, alike = null }: ForestRow): ForestRow {
  return {
    ratio: 1 / ratio,
    interval: turned(interval),
    noiseFloor: noiseFloor && turned(noiseFloor),
    alike: alike && turned(alike),
  };
}

/** Ratios within 1 ± margin; null where there is none, or none to draw. */
export function marginInterval(margin: number | null | undefined): Interval | null {
  return margin == null || !(margin > 0 && margin < 1)
    ? null
    : { low: 1 - margin, high: 1 + margin };
}

function turned({ low, high }: Interval): Interval {
  return { low: 1 / high, high: 1 / low };
}
