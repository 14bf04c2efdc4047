import { copies, modifiedConstant, permutes } from './vector-moves.ts';
import { arrangement, chosen, lane } from './vector-register.ts';
import { shiftByConstant } from './vector-shifts.ts';
import { indexedNames, threeDifferent, threeSame } from './vector-table.ts';
import { acrossLanes, twoRegisters } from './vector-two.ts';
import { bit, bits, type Decoded, text } from './word.ts';

/** Vectors (Arm manual, C4.1.91: Advanced SIMD). */
export function vector(word: number): Decoded | undefined {
  if (bit(word, 31) === 1) return undefined;
  if (bit(word, 24) === 1) {
    if (bit(word, 10) === 0) return byElement(word, false);
    return bits(word, 22, 19) === 0 && bit(word, 23) === 0
      ? modifiedConstant(word)
      : shiftByConstant(word, false);
  }
  if (bit(word, 21) === 0) {
    if (bit(word, 10) === 1 && bit(word, 15) === 0 && bits(word, 23, 22) === 0)
      return copies(word, false);
    if (bit(word, 15) === 1 && bit(word, 10) === 1) return dotProducts(word);
    return permutes(word);
  }
  if (bit(word, 10) === 1) return same(word, false);
  if (bit(word, 11) === 0) return different(word);
  if (bits(word, 20, 17) === 0) return twoRegisters(word, false);
  if (bits(word, 20, 17) === 8) return acrossLanes(word);
  return bits(word, 20, 17) === 4 ? cryptography(word) : undefined;
}

/** The same on the lowest element alone. */
export function vectorScalar(word: number): Decoded | undefined {
  if (bit(word, 24) === 1) {
    return bit(word, 10) === 0 ? byElement(word, true) : shiftByConstant(word, true);
  }
  if (bit(word, 21) === 0) return bit(word, 10) === 1 ? copies(word, true) : undefined;
  if (bit(word, 10) === 1) return same(word, true);
  if (bits(word, 20, 17) === 0 && bit(word, 11) === 1) return twoRegisters(word, true);
  if (bits(word, 20, 17) === 8 && bit(word, 11) === 1) return pairwise(word);
  return undefined;
}

function same(word: number, isScalar: boolean): Decoded | undefined {
  const other = bit(word, 29);
  const operation = bits(word, 15, 11);
  const size = bits(word, 23, 22);
  const isFull = bit(word, 30);
  const numbers = [bits(word, 4, 0), bits(word, 9, 5), bits(word, 20, 16)] as const;
  const names = threeSame[other]?.[operation];
  if (names === 'logical') return logical(word, numbers);
  const isFloat = operation >= 24;
  const name = chosen(names, word);
  if (name === undefined) return undefined;
  const element = isFloat ? 2 + (size & 1) : size;
  const written = (number: number): string =>
    isScalar
      ? lane(['b', 'h', 's', 'd'][element] ?? '', number)
      : `v${number}.${arrangement(element, isFull)}`;
  return text(name, ...numbers.map(written));
}

function logical(word: number, [to, first, second]: readonly [number, number, number]): Decoded {
  const names = 'and bic orr orn eor bsl bit bif'.split(' ');
  const name = names[bit(word, 29) * 4 + bits(word, 23, 22)] ?? '';
  const shape = bit(word, 30) === 1 ? '16b' : '8b';
  if (name === 'orr' && first === second)
    return text('mov', `v${to}.${shape}`, `v${first}.${shape}`);
  return text(name, ...[to, first, second].map((number) => `v${number}.${shape}`));
}

function different(word: number): Decoded | undefined {
  const operation = bits(word, 15, 12);
  const name = threeDifferent[bit(word, 29)]?.[operation];
  if (name === undefined || name === '-') return undefined;
  const size = bits(word, 23, 22);
  const isFull = bit(word, 30);
  const narrow = arrangement(size, isFull);
  const wide = size === 3 ? '1q' : arrangement(size + 1, 1);
  const second = isFull === 1 ? '2' : '';
  const isNarrowing = operation === 4 || operation === 6;
  const shapes = isNarrowing
    ? [narrow, wide, wide]
    : [wide, operation === 1 || operation === 3 ? wide : narrow, narrow];
  const numbers = [bits(word, 4, 0), bits(word, 9, 5), bits(word, 20, 16)];
  return text(`${name}${second}`, ...numbers.map((number, at) => `v${number}.${shapes[at]}`));
}

function byElement(word: number, isScalar: boolean): Decoded | undefined {
  const operation = bits(word, 15, 12);
  const name = indexedNames[bit(word, 29)]?.[operation];
  const size = bits(word, 23, 22);
  if (name === undefined) return undefined;
  const isFloat = name.startsWith('f');
  const isFull = bit(word, 30);
  const element = isFloat ? (size === 0 ? 1 : size) : size;
  const [h, l, m] = [bit(word, 11), bit(word, 21), bit(word, 20)];
  const index = element === 1 ? h * 4 + l * 2 + m : element === 2 ? h * 2 + l : h;
  const rm = element === 1 ? bits(word, 19, 16) : bits(word, 20, 16);
  const letter = ['b', 'h', 's', 'd'][element] ?? '';
  const isLong = /l2?$/.test(name) && !/^(?:mul|fmul)$/.test(name);
  const isDot = name.endsWith('dot');
  const last = isDot ? `v${bits(word, 20, 16)}.4b[${h * 2 + l}]` : `v${rm}.${letter}[${index}]`;
  const [to, first] = [bits(word, 4, 0), bits(word, 9, 5)];
  if (isScalar) {
    const wider = ['b', 'h', 's', 'd'][element + (isLong ? 1 : 0)] ?? '';
    return text(name, lane(wider, to), lane(letter, first), last);
  }
  if (isDot)
    return text(
      name,
      `v${to}.${arrangement(2, isFull)}`,
      `v${first}.${arrangement(0, isFull)}`,
      last,
    );
  const shape = arrangement(element, isFull);
  if (!isLong) return text(name, `v${to}.${shape}`, `v${first}.${shape}`, last);
  const full = isFull === 1 ? '2' : '';
  return text(
    `${name}${full}`,
    `v${to}.${arrangement(element + 1, 1)}`,
    `v${first}.${shape}`,
    last,
  );
}

function pairwise(word: number): Decoded | undefined {
  const operation = bits(word, 16, 12);
  const size = bits(word, 23, 22);
  const [to, from] = [bits(word, 4, 0), bits(word, 9, 5)];
  if (operation === 27 && size === 3) return text('addp', `d${to}`, `v${from}.2d`);
  const names: Readonly<Record<number, string>> = {
    12: 'fmaxnmp/fminnmp',
    13: 'faddp',
    15: 'fmaxp/fminp',
  };
  const name = chosen(names[operation], word);
  if (name === undefined || bit(word, 29) === 0) return undefined;
  const isDouble = (size & 1) === 1;
  return text(name, lane(isDouble ? 'd' : 's', to), `v${from}.2${isDouble ? 'd' : 's'}`);
}

function dotProducts(word: number): Decoded | undefined {
  if (bits(word, 15, 11) !== 0b10010 || bits(word, 23, 22) !== 2) return undefined;
  const isFull = bit(word, 30);
  const small = arrangement(0, isFull);
  const [to, first, second] = [bits(word, 4, 0), bits(word, 9, 5), bits(word, 20, 16)];
  const name = bit(word, 29) === 1 ? 'udot' : 'sdot';
  return text(
    name,
    `v${to}.${arrangement(2, isFull)}`,
    `v${first}.${small}`,
    `v${second}.${small}`,
  );
}

function cryptography(word: number): Decoded | undefined {
  const name = ['aese', 'aesd', 'aesmc', 'aesimc'][bits(word, 16, 12) - 4];
  if (name === undefined || bit(word, 29) === 1) return undefined;
  return text(name, `v${bits(word, 4, 0)}.16b`, `v${bits(word, 9, 5)}.16b`);
}
