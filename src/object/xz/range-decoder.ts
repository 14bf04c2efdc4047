import { malformed } from '../../base/tool-error.ts';

/** Every probability starts at one half of 2^11. */
const evenProbability = 1024;

/**
 * The range decoder of LZMA ("LZMA specification", Igor Pavlov): bits with adaptive probabilities. All
 * probabilities are one array; a caller names them by number.
 */
export class RangeDecoder {
  readonly probabilities: Uint16Array;
  readonly #bytes: Uint8Array;
  readonly #section: string;
  #at = 0;
  #end = 0;
  #range = 0;
  #code = 0;

  constructor(bytes: Uint8Array, section: string, probabilities: number) {
    this.#bytes = bytes;
    this.#section = section;
    this.probabilities = new Uint16Array(probabilities);
    this.reset();
  }

  reset(): void {
    this.probabilities.fill(evenProbability);
  }

  /** A chunk of compressed bytes: the first is 0, four more fill the register. */
  start(at: number, length: number): void {
    if (length < 5) throw malformed(this.#section, at, 'compressed chunk too short');
    this.#at = at + 1;
    this.#end = at + length;
    this.#range = 0xffff_ffff;
    this.#code = 0;
    for (let count = 0; count < 4; count++) this.#code = (this.#code << 8) | this.#next();
    this.#code >>>= 0;
  }

  /** All bytes of the chunk were used and the register is empty, as the format demands. */
  get isFinished(): boolean {
    this.#normalize();
    return this.#at === this.#end && this.#code === 0;
  }

  bit(index: number): number {
    this.#normalize();
    const probability = this.probabilities[index] as number;
    const bound = (this.#range >>> 11) * probability;
    if (this.#code < bound) {
      this.#range = bound;
      this.probabilities[index] = probability + ((2048 - probability) >> 5);
      return 0;
    }
    this.#range -= bound;
    this.#code -= bound;
    this.probabilities[index] = probability - (probability >> 5);
    return 1;
  }

  /** `count` bits, highest first, each with the probability that those before lead to. */
  tree(base: number, count: number): number {
    let symbol = 1;
    for (let done = 0; done < count; done++) symbol = (symbol << 1) | this.bit(base + symbol);
    return symbol - (1 << count);
  }

  /** The same, lowest first. */
  reverseTree(base: number, count: number): number {
    let symbol = 1;
    let value = 0;
    for (let done = 0; done < count; done++) {
      const bit = this.bit(base + symbol);
      symbol = (symbol << 1) | bit;
      value |= bit << done;
    }
    return value;
  }

  /** Bits that are as likely 0 as 1. */
  direct(count: number): number {
    let value = 0;
    for (let done = 0; done < count; done++) {
      this.#normalize();
      this.#range >>>= 1;
      const bit = this.#code >= this.#range ? 1 : 0;
      if (bit === 1) this.#code -= this.#range;
      value = value * 2 + bit;
    }
    return value;
  }

  #normalize(): void {
    if (this.#range >= 0x100_0000) return;
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | this.#next()) >>> 0;
  }

  #next(): number {
    if (this.#at >= this.#end)
      throw malformed(this.#section, this.#at, 'compressed chunk ends early');
    return this.#bytes[this.#at++] as number;
  }
}
