import { floatConstant } from './float-scalar.ts';
import { arrangement, lane } from './vector-register.ts';
import { bit, bits, type Decoded, general, hex, text } from './word.ts';

const letters = ['b', 'h', 's', 'd'];

/** Elements to and from vectors. */
export function copies(word: number, isScalar: boolean): Decoded | undefined {
  const chooser = bits(word, 20, 16);
  const operation = bits(word, 14, 11);
  const size = 31 - Math.clz32(chooser & -chooser);
  if (chooser === 0 || size > 3) return undefined;
  const index = chooser >> (size + 1);
  const isFull = bit(word, 30);
  const [to, from] = [bits(word, 4, 0), bits(word, 9, 5)];
  const letter = letters[size] ?? '';
  const element = `v${from}.${letter}[${index}]`;
  if (isScalar) return operation === 0 ? text('mov', lane(letter, to), element) : undefined;
  if (bit(word, 29) === 1) {
    return text('mov', `v${to}.${letter}[${index}]`, `v${from}.${letter}[${operation >> size}]`);
  }
  switch (operation) {
    case 0:
      return text('dup', `v${to}.${arrangement(size, isFull)}`, element);
    case 1:
      return text('dup', `v${to}.${arrangement(size, isFull)}`, general(from, size === 3));
    case 3:
      return text('mov', `v${to}.${letter}[${index}]`, general(from, size === 3));
    case 5:
      return text('smov', general(to, isFull), element);
    case 7:
      return text(size >= 2 ? 'mov' : 'umov', general(to, isFull), element);
    default:
      return undefined;
  }
}

/** Rearrangements: ext, tbl, zip and their like. */
export function permutes(word: number): Decoded | undefined {
  const isFull = bit(word, 30);
  const size = bits(word, 23, 22);
  const [to, first, second] = [bits(word, 4, 0), bits(word, 9, 5), bits(word, 20, 16)];
  const bytes = arrangement(0, isFull);
  if (bit(word, 29) === 1) {
    if (bit(word, 15) === 1 || bit(word, 10) === 1 || size !== 0) return undefined;
    const operands = [to, first, second].map((number) => `v${number}.${bytes}`);
    return text('ext', ...operands, `#${bits(word, 14, 11)}`);
  }
  if (bits(word, 11, 10) === 2) {
    const name = ['', 'uzp1', 'trn1', 'zip1', '', 'uzp2', 'trn2', 'zip2'][bits(word, 14, 12)] ?? '';
    if (name === '' || bit(word, 15) === 1) return undefined;
    return text(
      name,
      ...[to, first, second].map((number) => `v${number}.${arrangement(size, isFull)}`),
    );
  }
  if (bits(word, 11, 10) !== 0 || size !== 0 || bit(word, 15) === 1) return undefined;
  const count = bits(word, 14, 13) + 1;
  const names = Array.from({ length: count }, (_, step) => `v${(first + step) % 32}.16b`);
  const list =
    count > 2 && first + count <= 32 ? `{${names[0]}-${names.at(-1)}}` : `{${names.join(', ')}}`;
  return text(bit(word, 12) === 1 ? 'tbx' : 'tbl', `v${to}.${bytes}`, list, `v${second}.${bytes}`);
}

/** A constant in every element (AdvSIMDExpandImm). */
export function modifiedConstant(word: number): Decoded | undefined {
  const isFull = bit(word, 30);
  const isInverted = bit(word, 29) === 1;
  const mode = bits(word, 15, 12);
  const byte = bits(word, 18, 16) * 32 + bits(word, 9, 5);
  const to = bits(word, 4, 0);
  if (mode < 12) {
    const size = mode < 8 ? 2 : 1;
    const shift = ((mode >> 1) & (mode < 8 ? 3 : 1)) * 8;
    const names = (mode & 1) === 1 ? ['orr', 'bic'] : ['movi', 'mvni'];
    const name = names[isInverted ? 1 : 0] ?? '';
    return text(
      name,
      `v${to}.${arrangement(size, isFull)}`,
      hex(byte),
      shift > 0 ? `lsl #${shift}` : '',
    );
  }
  if (mode < 14) {
    const shift = mode === 12 ? 8 : 16;
    return text(
      isInverted ? 'mvni' : 'movi',
      `v${to}.${arrangement(2, isFull)}`,
      hex(byte),
      `msl #${shift}`,
    );
  }
  if (mode === 14) {
    if (!isInverted) return text('movi', `v${to}.${arrangement(0, isFull)}`, hex(byte));
    const value = Array.from({ length: 8 }, (_, at) =>
      bit(byte, at) === 1 ? 0xffn << BigInt(at * 8) : 0n,
    );
    const full = value.reduce((sum, part) => sum | part, 0n);
    return text('movi', isFull === 1 ? `v${to}.2d` : `d${to}`, hex(full));
  }
  if (isInverted && isFull === 0) return undefined;
  return text('fmov', `v${to}.${arrangement(isInverted ? 3 : 2, isFull)}`, floatConstant(byte));
}
