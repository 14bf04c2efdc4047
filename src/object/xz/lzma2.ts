import { malformed, type ToolError } from '../../base/tool-error.ts';
import { probabilityAt as at, lengthCoder, probabilityCount } from './lzma-table.ts';
import { RangeDecoder } from './range-decoder.ts';

/** Decoded bytes, which are also what matches copy from. */
export interface Lzma2Result {
  readonly output: Uint8Array;
  /** Offset in the input behind the end mark. */
  readonly end: number;
}

/**
 * LZMA2 (xz's only compression): chunks that are stored or LZMA, up to a zero byte. `limit` bounds the
 * output, which grows as it is made.
 */
export function decodeLzma2(
  bytes: Uint8Array,
  start: number,
  limit: number,
  section: string,
): Lzma2Result {
  return new Lzma2Decoder(bytes, limit, section).decode(start);
}

class Lzma2Decoder {
  readonly #bytes: Uint8Array;
  readonly #section: string;
  readonly #limit: number;
  readonly #coder: RangeDecoder;
  #output: Uint8Array<ArrayBuffer>;
  #length = 0;
  /** Where the dictionary was last emptied: matches reach no further back. */
  #dictionaryStart = 0;
  #state = 0;
  #repeats: [number, number, number, number] = [0, 0, 0, 0];
  #literalContextBits = 0;
  #literalPositionMask = 0;
  #positionMask = 0;
  #hasProperties = false;

  constructor(bytes: Uint8Array, limit: number, section: string) {
    this.#bytes = bytes;
    this.#section = section;
    this.#limit = limit;
    this.#coder = new RangeDecoder(bytes, section, probabilityCount);
    this.#output = new Uint8Array(Math.min(limit, Math.max(1 << 16, bytes.length * 4)));
  }

  decode(start: number): Lzma2Result {
    for (let offset = start; ; ) {
      const control = this.#byte(offset);
      if (control === 0) {
        return { output: this.#output.subarray(0, this.#length), end: offset + 1 };
      }
      offset = control < 0x80 ? this.#stored(control, offset) : this.#compressed(control, offset);
    }
  }

  /** A chunk as it is: 1 empties the dictionary first, 2 does not. */
  #stored(control: number, offset: number): number {
    if (control > 2) throw this.#fail(offset, `chunk type ${control}`);
    const size = this.#word(offset + 1) + 1;
    if (control === 1) this.#dictionaryStart = this.#length;
    const begin = offset + 3;
    if (begin + size > this.#bytes.length) throw this.#fail(offset, 'stored chunk ends early');
    this.#reserve(size, offset);
    this.#output.set(this.#bytes.subarray(begin, begin + size), this.#length);
    this.#length += size;
    return begin + size;
  }

  #compressed(control: number, offset: number): number {
    const size = ((control & 0x1f) << 16) + this.#word(offset + 1) + 1;
    const packed = this.#word(offset + 3) + 1;
    const reset = (control >> 5) & 3;
    let begin = offset + 5;
    if (reset === 3) this.#dictionaryStart = this.#length;
    if (reset >= 2) this.#setProperties(this.#byte(begin++), offset);
    if (!this.#hasProperties) throw this.#fail(offset, 'first chunk without properties');
    if (reset >= 1) this.#resetState();
    if (begin + packed > this.#bytes.length)
      throw this.#fail(offset, 'compressed chunk ends early');
    this.#reserve(size, offset);
    this.#coder.start(begin, packed);
    this.#run(this.#length + size, offset);
    if (!this.#coder.isFinished) throw this.#fail(offset, 'chunk longer than its data');
    return begin + packed;
  }

  #setProperties(byte: number, offset: number): void {
    const literalContextBits = byte % 9;
    const literalPositionBits = Math.floor(byte / 9) % 5;
    const positionBits = Math.floor(byte / 45);
    if (positionBits > 4 || literalContextBits + literalPositionBits > 4) {
      throw this.#fail(offset, `properties ${byte}`);
    }
    this.#literalContextBits = literalContextBits;
    this.#literalPositionMask = (1 << literalPositionBits) - 1;
    this.#positionMask = (1 << positionBits) - 1;
    this.#hasProperties = true;
  }

  #resetState(): void {
    this.#state = 0;
    this.#repeats = [0, 0, 0, 0];
    this.#coder.reset();
  }

  #run(end: number, offset: number): void {
    const coder = this.#coder;
    while (this.#length < end) {
      const position = this.#length & this.#positionMask;
      if (coder.bit(at.isMatch + (this.#state << 4) + position) === 0) {
        this.#literal();
        continue;
      }
      const length =
        coder.bit(at.isRepeat + this.#state) === 0 ? this.#match(position) : this.#repeat(position);
      this.#copy(length, end, offset);
    }
  }

  #literal(): void {
    const coder = this.#coder;
    const output = this.#output;
    const before = this.#length > this.#dictionaryStart ? (output[this.#length - 1] as number) : 0;
    const row =
      ((this.#length & this.#literalPositionMask) << this.#literalContextBits) +
      (before >> (8 - this.#literalContextBits));
    const base = at.literal + 0x300 * row;
    let symbol = 1;
    if (this.#state >= 7) {
      // After a match the byte at its distance is known to be wrong: bits follow it until they differ.
      let matched = output[this.#length - this.#repeats[0] - 1] ?? 0;
      while (symbol < 0x100) {
        const expected = (matched >> 7) & 1;
        matched <<= 1;
        const bit = coder.bit(base + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== expected) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | coder.bit(base + symbol);
    output[this.#length++] = symbol & 0xff;
    this.#state = this.#state < 4 ? 0 : this.#state < 10 ? this.#state - 3 : this.#state - 6;
  }

  #match(position: number): number {
    const [first, second, third] = this.#repeats;
    const length = this.#lengthOf(at.matchLength, position);
    this.#state = this.#state < 7 ? 7 : 10;
    this.#repeats = [this.#distance(length), first, second, third];
    return length;
  }

  #distance(length: number): number {
    const coder = this.#coder;
    const slot = coder.tree(at.distanceSlot + (Math.min(length - 2, 3) << 6), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return high + coder.reverseTree(at.distanceSpecial + high - slot, bits);
    return high + coder.direct(bits - 4) * 16 + coder.reverseTree(at.distanceAlign, 4);
  }

  /** One of the last four distances again; for the last one also for a single byte. */
  #repeat(position: number): number {
    const coder = this.#coder;
    const state = this.#state;
    if (coder.bit(at.isRepeat0 + state) === 0) {
      if (coder.bit(at.isLongRepeat0 + (state << 4) + position) === 0) {
        this.#state = state < 7 ? 9 : 11;
        return 1;
      }
    } else {
      const [first, second, third, fourth] = this.#repeats;
      if (coder.bit(at.isRepeat1 + state) === 0) this.#repeats = [second, first, third, fourth];
      else if (coder.bit(at.isRepeat2 + state) === 0) {
        this.#repeats = [third, first, second, fourth];
      } else this.#repeats = [fourth, first, second, third];
    }
    this.#state = state < 7 ? 8 : 11;
    return this.#lengthOf(at.repeatLength, position);
  }

  #lengthOf(base: number, position: number): number {
    const coder = this.#coder;
    if (coder.bit(base + lengthCoder.choice) === 0) {
      return 2 + coder.tree(base + lengthCoder.low + (position << 3), 3);
    }
    if (coder.bit(base + lengthCoder.choice2) === 0) {
      return 10 + coder.tree(base + lengthCoder.middle + (position << 3), 3);
    }
    return 18 + coder.tree(base + lengthCoder.high, 8);
  }

  #copy(length: number, end: number, offset: number): void {
    const distance = this.#repeats[0] + 1;
    if (distance > this.#length - this.#dictionaryStart) {
      throw this.#fail(offset, `match reaches ${distance} back`);
    }
    if (this.#length + length > end) throw this.#fail(offset, 'match longer than its chunk');
    const output = this.#output;
    // Byte by byte: a match may overlap what it makes.
    for (let from = this.#length - distance, count = 0; count < length; count++) {
      output[this.#length++] = output[from++] as number;
    }
  }

  #reserve(size: number, offset: number): void {
    const needed = this.#length + size;
    if (needed > this.#limit) throw this.#fail(offset, `unfolds to more than ${this.#limit} bytes`);
    if (needed <= this.#output.length) return;
    const grown = new Uint8Array(Math.min(this.#limit, Math.max(needed, this.#output.length * 2)));
    grown.set(this.#output.subarray(0, this.#length));
    this.#output = grown;
  }

  #byte(offset: number): number {
    const byte = this.#bytes[offset];
    if (byte === undefined) throw this.#fail(offset, 'ends early');
    return byte;
  }

  #word(offset: number): number {
    return (this.#byte(offset) << 8) | this.#byte(offset + 1);
  }

  #fail(offset: number, what: string): ToolError {
    return malformed(this.#section, offset, what);
  }
}
