import { arrangement } from './vector-register.ts';
import { bit, bits, type Decoded, general, generalOrStack, text } from './word.ts';

const multipleForms: Readonly<Record<number, readonly [number, number]>> = {
  0: [4, 4],
  2: [1, 4],
  4: [3, 3],
  6: [1, 3],
  7: [1, 1],
  8: [2, 2],
  10: [1, 2],
};

/** Loads and stores of several vectors (Arm manual, C4.1.89: AdvSIMD structures). */
export function structures(word: number): Decoded | undefined {
  if (bit(word, 31) === 1 || bit(word, 29) === 1) return undefined;
  return bit(word, 24) === 0 ? multiple(word) : single(word);
}

function registerList(first: number, count: number, shape: string): string {
  const name = (step: number): string => `v${(first + step) % 32}.${shape}`;
  if (count === 1) return `{${name(0)}}`;
  // As objdump writes them: a span where three or more follow each other without wrapping.
  const isSpan = count > 2 && first + count - 1 < 32;
  if (isSpan) return `{${name(0)}-${name(count - 1)}}`;
  return `{${Array.from({ length: count }, (_, step) => name(step)).join(', ')}}`;
}

function placeOf(word: number, bytes: number): string[] {
  const base = `[${generalOrStack(bits(word, 9, 5), true)}]`;
  if (bit(word, 23) === 0) return [base];
  const rm = bits(word, 20, 16);
  return [base, rm === 31 ? `#${bytes}` : general(rm, true)];
}

function multiple(word: number): Decoded | undefined {
  const form = multipleForms[bits(word, 15, 12)];
  if (form === undefined || bit(word, 21) === 1) return undefined;
  const [elements, registers] = form;
  const isFull = bit(word, 30);
  const list = registerList(bits(word, 4, 0), registers, arrangement(bits(word, 11, 10), isFull));
  const name = `${bit(word, 22) === 1 ? 'ld' : 'st'}${elements}`;
  return text(name, list, ...placeOf(word, registers * (isFull === 1 ? 16 : 8)));
}

function single(word: number): Decoded | undefined {
  const operation = bits(word, 15, 13);
  const loads = bit(word, 22) === 1;
  const isFull = bit(word, 30);
  const size = bits(word, 11, 10);
  const elements = 1 + bit(word, 21) + (operation & 1) * 2;
  const rt = bits(word, 4, 0);
  if (operation >= 6) {
    if (!loads) return undefined;
    const list = registerList(rt, elements, arrangement(size, isFull));
    return text(`ld${elements}r`, list, ...placeOf(word, elements * 2 ** size));
  }
  const index = isFull * 8 + bit(word, 12) * 4 + size;
  const log = operation >> 1 < 2 ? operation >> 1 : (size & 1) === 1 ? 3 : 2;
  const lane = index >> log;
  const list = `${registerList(rt, elements, ['b', 'h', 's', 'd'][log] ?? '')}[${lane}]`;
  return text(`${loads ? 'ld' : 'st'}${elements}`, list, ...placeOf(word, elements * 2 ** log));
}
