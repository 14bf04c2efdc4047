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
export const seededRows: Readonly<Record<Transform, number>> = { offset: 0, delta: 1, delta2: 2 };

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
 * Writes the residuals of integer `values` to `into`; undefined when a difference leaves the range
 * in which it is exact. Hot loop: indexes directly.
 */
export function applyTransform(
  values: Float64Array,
  transform: Transform,
  into: Float64Array,
): Transformed | undefined {
  const rows = values.length;
  const seeds = Math.min(seededRows[transform], rows);
  differences(values, transform, into);
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = seeds; row < rows; row++) {
    const value = into[row] as number;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (seeds >= rows) least = most = 0;
  const largest = most - least;
  // A difference that was rounded is at least 2^53, so these three tests also find inexact ones.
  if (largest > Number.MAX_SAFE_INTEGER) return undefined;
  if (least < Number.MIN_SAFE_INTEGER || most > Number.MAX_SAFE_INTEGER) return undefined;
  for (let row = 0; row < seeds; row++) into[row] = 0;
  for (let row = seeds; row < rows; row++) into[row] = (into[row] as number) - least;
  const first = transform === 'offset' ? 0 : (values[0] ?? 0);
  const second = transform === 'delta2' && rows > 1 ? (values[1] as number) - first : 0;
  if (Math.abs(second) > Number.MAX_SAFE_INTEGER) return undefined;
  return { least, first, second, largest };
}

function differences(values: Float64Array, transform: Transform, into: Float64Array): void {
  const rows = values.length;
  if (transform === 'offset') {
    into.set(values);
    return;
  }
  let before = values[0] ?? 0;
  let step = transform === 'delta2' && rows > 1 ? (values[1] as number) - before : 0;
  if (transform === 'delta') {
    for (let row = 0; row < rows; row++) {
      const value = values[row] as number;
      into[row] = value - before;
      before = value;
    }
    return;
  }
  for (let row = 0; row < rows; row++) {
    const value = values[row] as number;
    const now = value - before;
    // A rounded step makes the difference of steps look small; infinity says that it is not exact.
    into[row] = Math.abs(now) > Number.MAX_SAFE_INTEGER ? Number.POSITIVE_INFINITY : now - step;
    step = now;
    before = value;
  }
}

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
      bits += done === undefined ? Number.POSITIVE_INFINITY : bitsPerRow(residuals, done.largest);
    }
    // A simpler transform wins ties: it decodes faster.
    if (bits < fewest * 0.98) {
      fewest = bits;
      best = transform;
    }
  }
  return best;
}

function bitsPerRow(residuals: Float64Array, largest: number): number {
  const planes = splitIntegers(residuals, planesFor(largest));
  return planes.reduce((bits, plane) => bits + byteEntropy(plane), 0);
}
