import { bit, bits, type Decoded, general, signedBits, text } from './word.ts';

const operations = 'add clr eor set smax smin umax umin'.split(' ');

/** Atomic operations on memory (LSE), and loads through signed pointers. */
export function atomicOrSigned(word: number, base: string): Decoded | undefined {
  if (bit(word, 26) === 1) return undefined;
  return bit(word, 10) === 0 ? atomic(word, base) : signedLoad(word, base);
}

function atomic(word: number, base: string): Decoded | undefined {
  const size = bits(word, 31, 30);
  const letter = ['b', 'h', '', ''][size] ?? '';
  const acquires = bit(word, 23) === 1;
  const order = `${acquires ? 'a' : ''}${bit(word, 22) === 1 ? 'l' : ''}`;
  const rt = bits(word, 4, 0);
  const source = general(bits(word, 20, 16), size === 3);
  const operation = bits(word, 14, 12);
  if (bit(word, 15) === 1) {
    if (operation === 4) return text(`ldapr${letter}`, general(rt, size === 3), `[${base}]`);
    if (operation !== 0) return undefined;
    return text(`swp${order}${letter}`, source, general(rt, size === 3), `[${base}]`);
  }
  const name = operations[operation] ?? '';
  // Without a result and without waiting for others it is a store.
  if (rt === 31 && !acquires) return text(`st${name}${order}${letter}`, source, `[${base}]`);
  return text(`ld${name}${order}${letter}`, source, general(rt, size === 3), `[${base}]`);
}

function signedLoad(word: number, base: string): Decoded | undefined {
  if (bits(word, 31, 30) !== 3) return undefined;
  const offset = (signedBits(word, 22, 22) * 512 + bits(word, 20, 12)) * 8;
  const name = bit(word, 23) === 1 ? 'ldrab' : 'ldraa';
  const isBefore = bit(word, 11) === 1;
  const place =
    offset === 0 && !isBefore ? `[${base}]` : `[${base}, #${offset}]${isBefore ? '!' : ''}`;
  return text(name, general(bits(word, 4, 0), true), place);
}
