import { Decompress } from 'fzstd';
import { malformed } from '../base/tool-error.ts';

const section = 'compressed records';
const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
/** What the zstd tool itself accepts unless told otherwise (windowLog 27). */
const largestWindow = 2 ** 27;
const largestBlock = 2 ** 17;

type Expecting = 'magic' | 'frame header' | 'block' | 'checksum' | 'skippable size' | 'skipped';

/**
 * Decompresses zstd data that arrives in pieces cut anywhere and whose last frame may never end, as
 * perf writes it. The data is followed block by block (RFC 8878 §3.1): the decompressor then makes at
 * most one block at a time, and never gets a window that memory could not hold.
 */
export class ZstdStream {
  readonly #take: (bytes: Uint8Array) => void;
  readonly #ready: Uint8Array[] = [];
  readonly #stream: Decompress = new Decompress((piece) => this.#ready.push(piece));
  #held: Uint8Array = new Uint8Array(0);
  #expecting: Expecting = 'magic';
  #hasChecksum = false;
  #toSkip = 0;
  #consumed = 0;

  /** `take` gets each piece as it comes; the bytes are valid during the call. */
  constructor(take: (bytes: Uint8Array) => void) {
    this.#take = take;
  }

  push(bytes: Uint8Array): void {
    const input = this.#held.length === 0 ? bytes : joined(this.#held, bytes);
    let at = 0;
    for (;;) {
      const length = this.#step(input.subarray(at));
      if (length === 0) break;
      at += length;
      this.#consumed += length;
    }
    this.#held = input.slice(at);
  }

  /** Bytes consumed by the next element, 0 when it is not complete yet. */
  #step(rest: Uint8Array): number {
    return this.#steps[this.#expecting](rest);
  }

  readonly #steps: Readonly<Record<Expecting, (rest: Uint8Array) => number>> = {
    magic: (rest) => this.#magic(rest),
    'frame header': (rest) => this.#frameHeader(rest),
    block: (rest) => this.#block(rest),
    checksum: (rest) => this.#checksum(rest),
    'skippable size': (rest) => this.#skippableSize(rest),
    skipped: (rest) => this.#skip(rest),
  };

  #magic(rest: Uint8Array): number {
    if (rest.length < 4) return 0;
    const magic = word(rest, 0);
    if (magic >>> 4 === skippableMagic >>> 4) {
      this.#expecting = 'skippable size';
      return 4;
    }
    if (magic !== frameMagic) throw malformed(section, this.#consumed, 'not a zstd frame');
    this.#expecting = 'frame header';
    // The decompressor gets the magic with the header.
    return 4;
  }

  #frameHeader(rest: Uint8Array): number {
    const [descriptor] = rest;
    if (descriptor === undefined) return 0;
    const isSingleSegment = (descriptor & 0x20) !== 0;
    const sizeFlag = descriptor >> 6;
    const sizeBytes = sizeFlag > 0 ? 1 << sizeFlag : Number(isSingleSegment);
    const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
    const windowBytes = isSingleSegment ? 0 : 1;
    const length = 1 + windowBytes + dictionaryBytes + sizeBytes;
    if (rest.length < length) return 0;
    const window = isSingleSegment
      ? contentSize(rest.subarray(1 + dictionaryBytes, length))
      : windowOf(rest[1] ?? 0);
    if (window > largestWindow) {
      throw malformed(section, this.#consumed, `absurd window of ${window} bytes`);
    }
    this.#hasChecksum = (descriptor & 4) !== 0;
    this.#feed(Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, ...rest.subarray(0, length)]));
    this.#expecting = 'block';
    return length;
  }

  #block(rest: Uint8Array): number {
    if (rest.length < 3) return 0;
    const header = (rest[0] ?? 0) | ((rest[1] ?? 0) << 8) | ((rest[2] ?? 0) << 16);
    const size = header >>> 3;
    if (size > largestBlock) {
      throw malformed(section, this.#consumed, `absurd block of ${size} bytes`);
    }
    // A run-length block holds one byte, however often it repeats.
    const length = 3 + (((header >> 1) & 3) === 1 ? 1 : size);
    if (rest.length < length) return 0;
    this.#feed(rest.slice(0, length));
    if ((header & 1) === 1) this.#expecting = this.#hasChecksum ? 'checksum' : 'magic';
    return length;
  }

  #checksum(rest: Uint8Array): number {
    if (rest.length < 4) return 0;
    this.#feed(rest.slice(0, 4));
    this.#expecting = 'magic';
    return 4;
  }

  #skippableSize(rest: Uint8Array): number {
    if (rest.length < 4) return 0;
    this.#toSkip = word(rest, 0);
    this.#expecting = this.#toSkip === 0 ? 'magic' : 'skipped';
    return 4;
  }

  #skip(rest: Uint8Array): number {
    const length = Math.min(rest.length, this.#toSkip);
    this.#toSkip -= length;
    if (this.#toSkip === 0) this.#expecting = 'magic';
    return length;
  }

  #feed(piece: Uint8Array): void {
    try {
      this.#stream.push(piece);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw malformed(section, this.#consumed, `broken zstd data: ${reason}`);
    }
    for (const ready of this.#ready.splice(0)) this.#take(ready);
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function word(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentSize(bytes: Uint8Array): number {
  const size = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  return bytes.length === 2 ? size + 256 : size;
}
