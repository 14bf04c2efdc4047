type Random = () => number;
type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array;

const largest = 1 << 20;

/** Numbers at which readers break, as they stand in binary files. */
const extremeNumbers: readonly (readonly number[])[] = [
  [0],
  [0x7f],
  [0x80],
  [0xff],
  [0xff, 0xff, 0xff, 0xff],
  [0xff, 0xff, 0xff, 0x7f],
  [0, 0, 0, 0, 0, 1, 0, 0],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
  [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
];

/** Pieces at which readers of text break. */
const extremeTexts: readonly string[] = [
  '-1',
  '0',
  '1e999',
  '18446744073709551615',
  '9007199254740993',
  '\\ud800',
  '\\u0000',
  '\ufeff',
  'null',
  '[]',
  '{}',
  '"',
  ';',
  '\n',
  '\r\n',
  ' ',
  '\t',
  '[[[[[[[[[[[[[[[[',
  '__proto__',
];

const mutations: readonly Mutation[] = [
  flipBit,
  flipBit,
  (bytes, random) => overwrite(bytes, random, Uint8Array.of(random() * 256)),
  (bytes, random) => overwrite(bytes, random, Uint8Array.from(pick(extremeNumbers, random))),
  (bytes, random) => insert(bytes, random, Uint8Array.from(pick(extremeNumbers, random))),
  (bytes, random) => overwrite(bytes, random, utf8(pick(extremeTexts, random))),
  (bytes, random) => insert(bytes, random, utf8(pick(extremeTexts, random))),
  (bytes, random) => replaceNumber(bytes, random, utf8(pick(extremeTexts, random))),
  (bytes, random) =>
    insert(
      bytes,
      random,
      Uint8Array.from({ length: 8 }, () => random() * 256),
    ),
  cut,
  remove,
  repeat,
  move,
];

/** A seed, or two of them joined, with one to eight changes. */
export function mutate(seeds: readonly Uint8Array[], random: Random): Uint8Array {
  let bytes = Uint8Array.from(pick(seeds, random));
  if (random() < 0.05) {
    const other = pick(seeds, random);
    const at = place(bytes, random);
    bytes = join(bytes.subarray(0, at), other.subarray(place(other, random)));
  }
  for (let count = 1 + Math.floor(random() ** 2 * 8); count > 0; count--) {
    bytes = pick(mutations, random)(bytes, random) as Uint8Array<ArrayBuffer>;
  }
  return bytes.subarray(0, largest);
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function place(bytes: Uint8Array, random: Random): number {
  // Headers are small and decide much, so that half of the changes go to the first bytes.
  const range = random() < 0.3 ? Math.min(bytes.length, 256) : bytes.length;
  return Math.floor(random() * range);
}

function span(bytes: Uint8Array, random: Random): [number, number] {
  const start = place(bytes, random);
  return [start, Math.min(bytes.length, start + 1 + Math.floor(random() ** 4 * 4096))];
}

function flipBit(bytes: Uint8Array, random: Random): Uint8Array {
  const at = place(bytes, random);
  if (at < bytes.length) bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random() * 8));
  return bytes;
}

function overwrite(bytes: Uint8Array, random: Random, piece: Uint8Array): Uint8Array {
  const at = place(bytes, random);
  bytes.set(piece.subarray(0, bytes.length - at), at);
  return bytes;
}

function insert(bytes: Uint8Array, random: Random, piece: Uint8Array): Uint8Array {
  const at = place(bytes, random);
  return join(bytes.subarray(0, at), piece, bytes.subarray(at));
}

/** Puts a piece where a run of decimal digits stands. */
function replaceNumber(bytes: Uint8Array, random: Random, piece: Uint8Array): Uint8Array {
  const isDigit = (at: number): boolean => (bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39;
  let start = place(bytes, random);
  while (start < bytes.length && !isDigit(start)) start++;
  let end = start;
  while (isDigit(end)) end++;
  return join(bytes.subarray(0, start), piece, bytes.subarray(end));
}

function cut(bytes: Uint8Array, random: Random): Uint8Array {
  return random() < 0.3 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
}

function remove(bytes: Uint8Array, random: Random): Uint8Array {
  const [start, end] = span(bytes, random);
  return join(bytes.subarray(0, start), bytes.subarray(end));
}

function repeat(bytes: Uint8Array, random: Random): Uint8Array {
  const [start, end] = span(bytes, random);
  const piece = bytes.subarray(start, end);
  const times = random() < 0.1 ? 64 : 2;
  const pieces = Array.from({ length: times }, () => piece);
  return join(bytes.subarray(0, start), ...pieces, bytes.subarray(end)).subarray(0, largest);
}

function move(bytes: Uint8Array, random: Random): Uint8Array {
  const [start, end] = span(bytes, random);
  bytes.copyWithin(place(bytes, random), start, end);
  return bytes;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(parts));
}
