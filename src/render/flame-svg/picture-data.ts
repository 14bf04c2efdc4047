import type { FlamePicture, PictureFacts } from './picture.ts';

/** A picture as JSON inside the file: columns of short numbers, every text once. */
export interface PictureData {
  readonly facts: PictureFacts;
  readonly names: readonly string[];
  readonly texts: readonly string[];
  /** Per name, the row of its image and place in `texts`, and its class. */
  readonly about: readonly number[];
  readonly tints: readonly string[];
  /** How many levels each frame closes before it opens: 0 = child of the one before, 1 = sibling. */
  readonly up: readonly number[];
  readonly key: readonly number[];
  readonly value: readonly number[];
  readonly self: readonly number[];
  /** Absent where it follows: weight = value, start = end of the sibling before. */
  readonly weight?: readonly number[];
  readonly start?: readonly number[];
  readonly base?: readonly number[];
  readonly samples?: readonly number[];
  /** Rows of inlined frames. */
  readonly inlined?: readonly number[];
}

/** JSON that can stand in XML and in HTML: no `<`, `>`, `&` and no character XML forbids. */
export function encodePicture(picture: FlamePicture, packed: boolean): string {
  const texts = [...new Set(picture.about)];
  const rowOf = new Map(texts.map((text, row) => [text, row]));
  const up: number[] = [];
  const inlined: number[] = [];
  for (let row = 0; row < picture.length; row++) {
    const before = row === 0 ? -1 : (picture.depth[row - 1] as number);
    up.push(before + 1 - (picture.depth[row] as number));
    if (picture.inlined[row] === 1) inlined.push(row);
  }
  const data: PictureData = {
    facts: picture.facts,
    names: picture.names,
    texts,
    about: picture.about.map((text) => rowOf.get(text) ?? 0),
    tints: picture.tints,
    up,
    key: Array.from(picture.key),
    value: numbers(picture.value),
    self: numbers(picture.self),
    ...(picture.weight === picture.value ? {} : { weight: numbers(picture.weight) }),
    ...(packed ? {} : { start: numbers(picture.start) }),
    ...(picture.base === null ? {} : { base: numbers(picture.base) }),
    ...(picture.samples === null ? {} : { samples: numbers(picture.samples) }),
    ...(inlined.length === 0 ? {} : { inlined }),
  };
  return JSON.stringify(data).replace(
    /[<>&\x7f-\x9f\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Sums of fractions are kept to twelve digits: the rest is noise, and long. */
function numbers(column: Float64Array): number[] {
  return Array.from(column, (value) =>
    Number.isInteger(value) ? value : Number(value.toPrecision(12)),
  );
}

export function decodePicture(data: PictureData): FlamePicture {
  const length = data.up.length;
  const tree = shapeOf(data.up);
  const value = Float64Array.from(data.value);
  const weight = data.weight === undefined ? value : Float64Array.from(data.weight);
  const inlined = new Uint8Array(length);
  for (const row of data.inlined ?? []) inlined[row] = 1;
  return {
    ...tree,
    facts: data.facts,
    length,
    key: Int32Array.from(data.key),
    start: data.start === undefined ? packLeft(tree.parent, weight) : Float64Array.from(data.start),
    weight,
    value,
    self: Float64Array.from(data.self),
    base: data.base === undefined ? null : Float64Array.from(data.base),
    samples: data.samples === undefined ? null : Float64Array.from(data.samples),
    inlined,
    names: data.names,
    about: data.about.map((row) => data.texts[row] ?? ''),
    tints: data.tints,
  };
}

function shapeOf(
  up: readonly number[],
): Pick<FlamePicture, 'parent' | 'depth' | 'subtreeEnd' | 'deepest'> {
  const length = up.length;
  const parent = new Int32Array(length);
  const depth = new Int32Array(length);
  const subtreeEnd = new Int32Array(length).fill(length);
  const open: number[] = [];
  let deepest = 0;
  for (let row = 0; row < length; row++) {
    for (let close = up[row] ?? 0; close > 0; close--) subtreeEnd[open.pop() ?? 0] = row;
    parent[row] = open.at(-1) ?? -1;
    depth[row] = open.length;
    deepest = Math.max(deepest, open.length);
    open.push(row);
  }
  return { parent, depth, subtreeEnd, deepest };
}

/** Children side by side from their parent's left edge. */
function packLeft(parent: Int32Array, weight: Float64Array): Float64Array {
  const start = new Float64Array(weight.length);
  const next = new Float64Array(weight.length);
  for (let row = 1; row < weight.length; row++) {
    const up = parent[row] as number;
    const at = next[up] as number;
    start[row] = at;
    next[up] = at + (weight[row] as number);
    next[row] = at;
  }
  return start;
}
