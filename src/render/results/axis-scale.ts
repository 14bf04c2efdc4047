/** A line of values laid along a line of pixels. */
export interface AxisScale {
  readonly from: number;
  readonly to: number;
  /** Where a value lies, in pixels; values outside lie outside. */
  place(value: number): number;
  /** Values to mark, from the least to the greatest. */
  readonly ticks: readonly number[];
}

export interface PixelSpan {
  readonly start: number;
  readonly end: number;
}

/** About so far apart are ticks. */
const tickGap = 96;

/**
 * Even steps. It begins at zero, unless all values are close together: then a little before the least one, which
 * the caller must say.
 */
export function linearScale(
  least: number,
  most: number,
  { start, end }: PixelSpan,
  gap: number = tickGap,
  isFromZero: boolean = least <= most * closeShare,
): AxisScale {
  const breadth = most - least || Math.abs(most) || 1;
  const from = isFromZero ? 0 : Math.max(0, least - breadth * 0.08);
  const to = most + (isFromZero ? (most || 1) * 0.03 : breadth * 0.08);
  const place = (value: number): number => start + ((value - from) / (to - from)) * (end - start);
  return { from, to, place, ticks: evenTicks(from, to, Math.abs(end - start) / gap) };
}

/** When the least is above this share of the greatest, zero is too far away to be shown. */
const closeShare = 0.7;

/** Multiples of 1, 2 or 5 times a power of ten: at most `count` and a few. */
export function evenTicks(from: number, to: number, count: number): number[] {
  const rough = (to - from) / Math.max(1, count);
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power;
  const ticks: number[] = [];
  // Multiples of the step, not sums: errors must not add up.
  for (let at = Math.ceil(from / step - 1e-9); at * step <= to * (1 + 1e-12); at++) {
    ticks.push(at === 0 ? 0 : at * step);
  }
  return ticks;
}

/**
 * Ratios: equal factors are equal distances, so that twice as fast lies as far from 1 as half as fast.
 * 1 is always on it.
 */
export function ratioScale(ratios: readonly number[], { start, end }: PixelSpan): AxisScale {
  const good = ratios.filter((ratio) => ratio > 0 && Number.isFinite(ratio));
  const least = Math.max(
    good.reduce((low, ratio) => Math.min(low, ratio), 1),
    1 / farthest,
  );
  const most = Math.min(
    good.reduce((high, ratio) => Math.max(high, ratio), 1),
    farthest,
  );
  const room = Math.max((Math.log(most) - Math.log(least)) * 0.06, narrowest);
  const [from, to] = [Math.log(least) - room, Math.log(most) + room];
  const place = (ratio: number): number =>
    start + ((Math.log(ratio) - from) / (to - from)) * (end - start);
  const ticks = apart(ratioTicks(Math.exp(from), Math.exp(to), (end - start) / 64), place);
  return { from: Math.exp(from), to: Math.exp(to), place, ticks };
}

/** No axis is longer than this in either direction: what lies beyond is marked at its end. */
const farthest = 100;
/** Nor shorter than about ±1 %: noise must not look like a difference. */
const narrowest = 0.01;

/** Labels of ratios need this much room. */
const ratioGap = 44;

/** Without the ticks that would run into another, from 1 outwards: equal steps are closer at the far end. */
function apart(ticks: readonly number[], place: (ratio: number) => number): number[] {
  const kept = [1];
  const add = (tick: number): void => {
    const last = kept.at(-1) ?? 1;
    if (Math.abs(place(tick) - place(last)) >= ratioGap) kept.push(tick);
  };
  for (const tick of ticks.filter((each) => each < 1).toReversed()) add(tick);
  kept.reverse();
  for (const tick of ticks.filter((each) => each > 1)) add(tick);
  return kept;
}

/** Round numbers, 1 among them: even steps where the axis is short, few of each power of ten where it is long. */
function ratioTicks(from: number, to: number, count: number): number[] {
  if (to / from < 4) {
    const ticks = evenTicks(from, to, count);
    return ticks.includes(1) ? ticks : [...ticks, 1].sort((a, b) => a - b);
  }
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) {
    for (const factor of to / from < 30 ? [1, 1.5, 2, 3, 4, 5, 7] : [1, 2, 5]) {
      const tick = Number((factor * 10 ** power).toPrecision(6));
      if (tick >= from && tick <= to) ticks.push(tick);
    }
  }
  return ticks;
}
