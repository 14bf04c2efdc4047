import { planesFor, splitIntegers } from './byte-planes.ts';
import { byteEntropy } from './byte-statistics.ts';

/** Three ways to make integers small; each subtracts the least of what it gets. */
export const transforms = ['offset', 'delta', 'delta2'] as const;
export type Transform = (typeof transforms)[number];

/** What a decoder needs beside the residuals. `first` and `second` are 0 where unused. */
export interface TransformBase {
  readonly least: number;
  readonly first: number;
  readonly second: number;
}

export interface Transformed extends TransformBase {
  readonly largest: number;
}

/** Rows at the start that carry no residual of their own (theirs is 0). */
const seededRows: Readonly<Record<Transform, number>> = { offset: 0, delta: 1, delta2: 2 };

/** Every value is an integer that arithmetic keeps exact. -0 is not: its sign would be lost. */
export function holdsIntegers(values: Float64Array): boolean {
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    if (Math.trunc(value) !== value || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
    if (value === 0 && Object.is(value, -0)) return false;
  }
  return true;
}

/**
 * Writes the differences of integer `values` to `into`; residuals are their distances from `least`.
 * Undefined when a difference leaves the range in which it is exact. Hot loop: indexes directly.
 */
export function applyTransform(
  values: Float64Array,
  transform: Transform,
  into: Float64Array,
): Transformed | undefined {
  const rows = values.length;
  const seeds = Math.min(seededRows[transform], rows);
  const { least, most } =
    seeds >= rows ? { least: 0, most: 0 } : differences[transform](values, into);
  const largest = most - least;
  // A difference that was rounded is at least 2^53, so these tests also find inexact ones.
  if (!(largest <= Number.MAX_SAFE_INTEGER)) return undefined;
  if (least < Number.MIN_SAFE_INTEGER || most > Number.MAX_SAFE_INTEGER) return undefined;
  for (let row = 0; row < seeds; row++) into[row] = least;
  const first = transform === 'offset' ? 0 : (values[0] ?? 0);
  const second = transform === 'delta2' && rows > 1 ? (values[1] as number) - first : 0;
  if (Math.abs(second) > Number.MAX_SAFE_INTEGER) return undefined;
  return { least, first, second, largest };
}

interface Range {
  readonly least: number;
  readonly most: number;
}

/** What is subtracted from, by transform; each loop also finds the extremes of the rows it fills. */
const differences: Readonly<
  Record<Transform, (values: Float64Array, into: Float64Array) => Range>
> = {
  offset(values, into) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < values.length; row++) {
      const value = values[row] as number;
      into[row] = value;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    return { least, most };
  },
  delta(values, into) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    let before = values[0] as number;
    for (let row = 1; row < values.length; row++) {
      const value = values[row] as number;
      const step = value - before;
      into[row] = step;
      if (step < least) least = step;
      if (step > most) most = step;
      before = value;
    }
    return { least, most };
  },
  delta2(values, into) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    let before = values[1] as number;
    let stepBefore = before - (values[0] as number);
    for (let row = 2; row < values.length; row++) {
      const value = values[row] as number;
      const step = value - before;
      // A rounded step would make the difference of steps look small: its range is no range.
      if (Math.abs(step) > Number.MAX_SAFE_INTEGER) return { least: Number.NaN, most: Number.NaN };
      const change = step - stepBefore;
      into[row] = change;
      if (change < least) least = change;
      if (change > most) most = change;
      before = value;
      stepBefore = step;
    }
    return { least, most };
  },
};

/** Turns residuals back into values, in place. */
export function undoTransform(
  values: Float64Array,
  transform: Transform,
  base: TransformBase,
): void {
  const rows = values.length;
  const { least, first, second } = base;
  let value = first;
  let step = second;
  switch (transform) {
    case 'offset':
      for (let row = 0; row < rows; row++) values[row] = (values[row] as number) + least;
      return;
    case 'delta':
      if (rows > 0) values[0] = value;
      for (let row = 1; row < rows; row++) {
        value += (values[row] as number) + least;
        values[row] = value;
      }
      return;
    case 'delta2':
      if (rows > 0) values[0] = value;
      if (rows > 1) values[1] = value += step;
      for (let row = 2; row < rows; row++) {
        step += (values[row] as number) + least;
        value += step;
        values[row] = value;
      }
  }
}

const windowRows = 512;
const windows = 4;

/** The transform whose residuals need the fewest bits, judged by some stretches of the column. */
export function chooseTransform(values: Float64Array, scratch: Float64Array): Transform {
  let best: Transform = 'offset';
  let fewest = Number.POSITIVE_INFINITY;
  for (const transform of transforms) {
    let bits = 0;
    for (let window = 0; window < windows; window++) {
      const start = Math.floor((Math.max(0, values.length - windowRows) * window) / (windows - 1));
      const some = values.subarray(start, start + windowRows);
      const residuals = scratch.subarray(0, some.length);
      const done = applyTransform(some, transform, residuals);
      bits += done === undefined ? Number.POSITIVE_INFINITY : bitsPerRow(residuals, done);
    }
    // A simpler transform wins ties: it decodes faster.
    if (bits < fewest * 0.98) {
      fewest = bits;
      best = transform;
    }
  }
  return best;
}

function bitsPerRow(residuals: Float64Array, { least, largest }: Transformed): number {
  const planes = splitIntegers(residuals, planesFor(largest), least);
  return planes.reduce((bits, plane) => bits + byteEntropy(plane), 0);
}
