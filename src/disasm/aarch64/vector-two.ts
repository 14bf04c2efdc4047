import { arrangement, chosen, lane } from './vector-register.ts';
import { twoFloats, twoIntegers } from './vector-table.ts';
import { bit, bits, type Decoded, text } from './word.ts';

const letters = ['b', 'h', 's', 'd'];

/** Operations on one vector. */
export function twoRegisters(word: number, isScalar: boolean): Decoded | undefined {
  const operation = bits(word, 16, 12);
  const other = bit(word, 29);
  const integers = twoIntegers[other]?.[operation];
  return integers === undefined
    ? floats(word, isScalar, twoFloats[other]?.[operation])
    : integer(word, isScalar, integers, operation);
}

function written(number: number, shape: string): string {
  return `v${number}.${shape}`;
}

function integer(
  word: number,
  isScalar: boolean,
  names: string,
  operation: number,
): Decoded | undefined {
  const size = bits(word, 23, 22);
  const isFull = bit(word, 30);
  const [to, from] = [bits(word, 4, 0), bits(word, 9, 5)];
  const isNarrowing = operation >= 18;
  if (isScalar) {
    const source = letters[size + (isNarrowing ? 1 : 0)] ?? '';
    const zero = names.endsWith('0') ? '#0' : '';
    return text(names.replace(/0$/, ''), lane(letters[size] ?? '', to), lane(source, from), zero);
  }
  const shape = arrangement(size, isFull);
  if (names.includes('/')) {
    const [first = '', second = ''] = names.split('/');
    const bytes = arrangement(0, isFull);
    return text(size === 1 ? second : first, written(to, bytes), written(from, bytes));
  }
  if (isNarrowing) return narrowing(word, names, size, isFull);
  if (/addlp|adalp/.test(names)) {
    return text(names, written(to, arrangement(size + 1, isFull)), written(from, shape));
  }
  const isZero = /^cm.*0$/.test(names);
  return text(
    isZero ? names.slice(0, -1) : names,
    written(to, shape),
    written(from, shape),
    isZero ? '#0' : '',
  );
}

function narrowing(word: number, name: string, size: number, isFull: number): Decoded {
  const [to, from] = [bits(word, 4, 0), bits(word, 9, 5)];
  const second = isFull === 1 ? '2' : '';
  const narrow = arrangement(size, isFull);
  const wide = arrangement(size + 1, 1);
  if (name === 'shll') {
    return text(`shll${second}`, `v${to}.${wide}`, `v${from}.${narrow}`, `#${8 << size}`);
  }
  return text(`${name}${second}`, `v${to}.${narrow}`, `v${from}.${wide}`);
}

function floats(word: number, isScalar: boolean, names: string | undefined): Decoded | undefined {
  const name = chosen(names, word);
  if (name === undefined) return undefined;
  const isFull = bit(word, 30);
  const isDouble = bit(word, 22);
  const [to, from] = [bits(word, 4, 0), bits(word, 9, 5)];
  const isZero = name.endsWith('0');
  const plain = isZero ? name.slice(0, -1) : name;
  const zero = isZero ? '#0.0' : '';
  if (isScalar) {
    const letter = isDouble === 1 ? 'd' : 's';
    return text(plain, lane(letter, to), lane(letter, from), zero);
  }
  const second = isFull === 1 ? '2' : '';
  const narrow = arrangement(1 + isDouble, isFull);
  const wide = arrangement(2 + isDouble, 1);
  if (name === 'fcvtn' || name === 'fcvtxn') {
    return text(`${name}${second}`, `v${to}.${narrow}`, `v${from}.${wide}`);
  }
  if (name === 'fcvtl') return text(`fcvtl${second}`, `v${to}.${wide}`, `v${from}.${narrow}`);
  const shape = arrangement(2 + isDouble, isFull);
  return text(plain, `v${to}.${shape}`, `v${from}.${shape}`, zero);
}

const acrossNames: readonly Readonly<Record<number, string>>[] = [
  { 3: 'saddlv', 10: 'smaxv', 26: 'sminv', 27: 'addv' },
  { 3: 'uaddlv', 10: 'umaxv', 26: 'uminv', 12: 'fmaxnmv/fminnmv', 15: 'fmaxv/fminv' },
];

/** One value of a whole vector. */
export function acrossLanes(word: number): Decoded | undefined {
  const operation = bits(word, 16, 12);
  const name = chosen(acrossNames[bit(word, 29)]?.[operation], word);
  if (name === undefined) return undefined;
  const isFull = bit(word, 30);
  const isFloat = name.startsWith('f');
  const size = isFloat ? 2 + bit(word, 22) : bits(word, 23, 22);
  const result = letters[size + (operation === 3 ? 1 : 0)] ?? '';
  return text(
    name,
    lane(result, bits(word, 4, 0)),
    `v${bits(word, 9, 5)}.${arrangement(size, isFull)}`,
  );
}
