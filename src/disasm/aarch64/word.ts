import type { InstructionKind } from '../instruction.ts';

/** What a group of the encoding makes of a word; what it leaves out is plain. */
export interface Decoded {
  readonly mnemonic: string;
  readonly operands: string;
  readonly kind?: InstructionKind;
  readonly target?: number;
  readonly reference?: number;
}

/** Bits `high` … `low` of a word, as an unsigned number. */
export function bits(word: number, high: number, low: number): number {
  return (word >>> low) & (2 ** (high - low + 1) - 1);
}

export function bit(word: number, at: number): number {
  return (word >>> at) & 1;
}

/** The same as a signed number. */
export function signedBits(word: number, high: number, low: number): number {
  const width = high - low + 1;
  const value = bits(word, high, low);
  return value >= 2 ** (width - 1) ? value - 2 ** width : value;
}

/** A general register; 31 is the zero register. */
export function general(number: number, is64: boolean | number): string {
  const letter = is64 ? 'x' : 'w';
  return number === 31 ? `${letter}zr` : `${letter}${number}`;
}

/** A general register; 31 is the stack pointer. */
export function generalOrStack(number: number, is64: boolean | number): string {
  if (number === 31) return is64 ? 'sp' : 'wsp';
  return general(number, is64);
}

export function text(mnemonic: string, ...operands: readonly string[]): Decoded {
  return { mnemonic, operands: operands.filter((each) => each !== '').join(', ') };
}

export function hex(value: number | bigint): string {
  return `#0x${value.toString(16)}`;
}

export const conditions: readonly string[] =
  'eq ne cs cc mi pl vs vc hi ls ge lt gt le al nv'.split(' ');

export function condition(number: number): string {
  return conditions[number & 15] ?? '';
}

/** The one that holds when the other does not. */
export function inverted(number: number): string {
  return condition(number ^ 1);
}
