import type { RegisterLayout } from './register-layout.ts';

/** A caller's frame that lies above what was copied. */
export const farPosition = 0x3fff_fff8;
/** A pointer that is not to this stack. */
export const badPosition = -0x4000_0000;

/** Where in its words a sample's parts are; one object serves all samples. */
export interface SamplePlace {
  /** Word index of the first register. */
  registersAt: number;
  layout: RegisterLayout;
  /** Word index of the first byte of the stack. */
  stackAt: number;
  /** How much of the stack the kernel could copy: dyn_size. */
  stackBytes: number;
}

/**
 * What a sample holds: registers, and a copy of the stack from the stack pointer up. Positions are
 * bytes from the base, which is the stack pointer rounded down to 8, so that no 64-bit arithmetic is
 * needed to walk.
 */
export class SampleMemory {
  words: Int32Array = new Int32Array(2);
  registersAt = 0;
  layout: RegisterLayout = { words: new Int32Array(0), instructionPointer: -1 };
  /** Word index of position 0. */
  stackAt = 0;
  /** First position that was not copied, a multiple of 8. */
  limit = 0;
  /** Avma of position 0. */
  baseLow = 0;
  baseHigh = 0;
  /** Position of the stack pointer: 0 unless it is misaligned. */
  sp = 0;
  #scratch = new Int32Array(2);

  /** False when the sample lacks the stack pointer. `stackPointer` is its DWARF number. */
  open(words: Int32Array, place: SamplePlace, stackPointer: number): boolean {
    const { registersAt, layout, stackAt, stackBytes } = place;
    const at = layout.words[stackPointer] as number;
    if (at < 0) return false;
    const low = words[registersAt + at] as number;
    this.words = words;
    this.registersAt = registersAt;
    this.layout = layout;
    this.stackAt = stackAt;
    this.limit = Math.min(stackBytes, (words.length - stackAt) * 4) & ~7;
    this.sp = low & 7;
    this.baseLow = low & ~7;
    this.baseHigh = words[registersAt + at + 1] as number;
    if (this.sp !== 0) this.#realign(stackBytes);
    return true;
  }

  /** Moves the stack so that words of the target are words here. */
  #realign(stackBytes: number): void {
    const { words, stackAt, sp, registersAt } = this;
    const bytes = Math.min(stackBytes, (words.length - stackAt) * 4);
    const source = new Uint8Array(words.buffer, words.byteOffset + stackAt * 4, bytes);
    const registerWords = words.subarray(registersAt, registersAt + 80);
    const room = 80 + ((bytes + 15) >> 2);
    if (this.#scratch.length < room) this.#scratch = new Int32Array(room);
    this.#scratch.fill(0, 0, room);
    this.#scratch.set(registerWords);
    new Uint8Array(this.#scratch.buffer).set(source, 320 + sp);
    this.words = this.#scratch;
    this.registersAt = 0;
    this.stackAt = 80;
    this.limit = (bytes + sp) & ~7;
  }

  get base(): bigint {
    return (BigInt(this.baseHigh >>> 0) << 32n) | BigInt(this.baseLow >>> 0);
  }

  /** A register by its DWARF number, as sampled. */
  register(number: number): bigint | undefined {
    const at = this.layout.words[number] ?? -1;
    return at < 0 ? undefined : this.#u64(this.registersAt + at);
  }

  /** Of an Avma given in halves; `farPosition` or `badPosition` outside the copy. */
  position(low: number, high: number): number {
    const distance = (low - this.baseLow) >>> 0;
    const carry = low >>> 0 < this.baseLow >>> 0 ? 1 : 0;
    if (high !== ((this.baseHigh + carry) | 0) || distance >= farPosition) return badPosition;
    if ((distance & 7) !== 0) return badPosition; // no frame pointer, at least
    return distance < this.limit ? distance : farPosition;
  }

  /** Of an Avma that an expression gave: also a little below the base, exact, for arithmetic. */
  positionOf(avma: bigint): number {
    const distance = BigInt.asIntN(64, avma - this.base);
    if (distance > -65536n && distance < BigInt(farPosition)) return Number(distance);
    return badPosition;
  }

  /** Bytes of the copied stack; undefined outside. */
  memory(avma: bigint, size: number): bigint | undefined {
    const at = this.positionOf(avma);
    if (at < this.sp || at + size > this.limit) return undefined;
    const { buffer, byteOffset } = this.words;
    const view = new DataView(buffer, byteOffset + this.stackAt * 4 + at, size);
    if (size === 8) return view.getBigUint64(0, true);
    if (size === 4) return BigInt(view.getUint32(0, true));
    return BigInt(size === 2 ? view.getUint16(0, true) : view.getUint8(0));
  }

  #u64(word: number): bigint {
    const high = BigInt((this.words[word + 1] as number) >>> 0);
    return (high << 32n) | BigInt((this.words[word] as number) >>> 0);
  }
}
