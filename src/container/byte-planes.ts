// Byte plane p of a column holds byte p of every row. Neighbouring rows differ in their low bytes
// only, so the high planes nearly vanish under compression while the low ones are stored as they
// are, at no cost. Hot loops: they index typed arrays directly.

/** The planes of `bytes`, which holds rows of `width` bytes. */
export function splitBytes(bytes: Uint8Array, width: number): Uint8Array[] {
  if (width === 1) return [bytes];
  const rows = bytes.length / width;
  return Array.from({ length: width }, (_, byte) => {
    const plane = new Uint8Array(rows);
    for (let row = 0, at = byte; row < rows; row++, at += width) plane[row] = bytes[at] as number;
    return plane;
  });
}

/** The reverse of `splitBytes`, into the memory of a column. */
export function joinBytes(planes: readonly Uint8Array[], into: Uint8Array): void {
  const width = planes.length;
  for (const [byte, plane] of planes.entries()) {
    const rows = plane.length;
    if (width === 1) into.set(plane);
    else
      for (let row = 0, at = byte; row < rows; row++, at += width) into[at] = plane[row] as number;
  }
}

/** How many planes hold every integer from 0 to `largest`. */
export function planesFor(largest: number): number {
  let planes = 0;
  for (let rest = largest; rest >= 1; rest /= 256) planes++;
  return planes;
}

/** The planes of integers from `least` on, as their distance from it, which is below 2^53. */
export function splitIntegers(values: Float64Array, planes: number, least: number): Uint8Array[] {
  const rows = values.length;
  const split = Array.from({ length: planes }, () => new Uint8Array(rows));
  const [p0, p1, p2] = split;
  if (p0 === undefined) return split;
  if (p1 === undefined) {
    for (let row = 0; row < rows; row++) p0[row] = (values[row] as number) - least;
  } else if (p2 === undefined) {
    for (let row = 0; row < rows; row++) {
      const value = ((values[row] as number) - least) | 0;
      p0[row] = value;
      p1[row] = value >> 8;
    }
  } else splitWide(values, split, least);
  return split;
}

/** Three planes in one pass, then one pass for each further one: those are rare. */
function splitWide(values: Float64Array, split: readonly Uint8Array[], least: number): void {
  const rows = values.length;
  const [p0, p1, p2] = split as [Uint8Array, Uint8Array, Uint8Array];
  for (let row = 0; row < rows; row++) {
    const value = ((values[row] as number) - least) | 0;
    p0[row] = value;
    p1[row] = value >> 8;
    p2[row] = value >> 16;
  }
  for (const [index, plane] of split.slice(3).entries()) {
    const scale = 2 ** ((index + 3) * 8);
    for (let row = 0; row < rows; row++) plane[row] = ((values[row] as number) - least) / scale;
  }
}

/** The reverse of `splitIntegers`, for any number of planes up to seven. */
export function joinIntegers(planes: readonly Uint8Array[], into: Float64Array): void {
  const [p0, p1, p2, p3] = planes;
  const rows = into.length;
  if (p0 === undefined) into.fill(0);
  else if (p1 === undefined) {
    for (let row = 0; row < rows; row++) into[row] = p0[row] as number;
  } else if (p2 === undefined) {
    for (let row = 0; row < rows; row++) {
      into[row] = (p0[row] as number) | ((p1[row] as number) << 8);
    }
  } else if (p3 === undefined) {
    for (let row = 0; row < rows; row++) {
      into[row] = (p0[row] as number) | ((p1[row] as number) << 8) | ((p2[row] as number) << 16);
    }
  } else joinWide(planes, into);
}

function joinWide(planes: readonly Uint8Array[], into: Float64Array): void {
  const rows = into.length;
  joinIntegers(planes.slice(0, 3), into);
  for (const [index, plane] of planes.slice(3).entries()) {
    const scale = 2 ** ((index + 3) * 8);
    for (let row = 0; row < rows; row++) {
      into[row] = (into[row] as number) + (plane[row] as number) * scale;
    }
  }
}
