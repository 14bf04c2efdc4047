import { arrangement, lane } from './vector-register.ts';
import { shiftNames } from './vector-table.ts';
import { bit, bits, type Decoded, text } from './word.ts';

const letters = ['b', 'h', 's', 'd'];

/** Shifts by a constant; the size of elements is where the first one of immh stands. */
export function shiftByConstant(word: number, isScalar: boolean): Decoded | undefined {
  const operation = bits(word, 15, 11);
  const name = shiftNames[bit(word, 29)]?.[operation];
  const high = bits(word, 22, 19);
  if (name === undefined || high === 0) return undefined;
  const size = 31 - Math.clz32(high);
  const width = 8 << size;
  const value = bits(word, 22, 16);
  const isLeft = /shl|sli/.test(name) && !/shr/.test(name);
  const amount = `#${isLeft ? value - width : width * 2 - value}`;
  const isFull = bit(word, 30);
  const [to, from] = [bits(word, 4, 0), bits(word, 9, 5)];
  const isNarrowing = operation >= 16 && operation <= 19;
  if (isScalar) {
    const source = letters[size + (isNarrowing ? 1 : 0)] ?? '';
    return text(name, lane(letters[size] ?? '', to), lane(source, from), amount);
  }
  const second = isFull === 1 ? '2' : '';
  const narrow = arrangement(size, isFull);
  const wide = arrangement(Math.min(3, size + 1), 1);
  if (isNarrowing) return text(`${name}${second}`, `v${to}.${narrow}`, `v${from}.${wide}`, amount);
  if (operation === 20) {
    const operands = [`v${to}.${wide}`, `v${from}.${narrow}`];
    if (amount === '#0') return text(`${name.replace('shll', 'xtl')}${second}`, ...operands);
    return text(`${name}${second}`, ...operands, amount);
  }
  return text(name, `v${to}.${narrow}`, `v${from}.${narrow}`, amount);
}
