import { Decompress } from 'fzstd';
import { malformed } from '../base/tool-error.ts';
import {
  findFrameKind,
  frameHeaderLength,
  littleEndian,
  parseBlockHeader,
  parseFrameHeader,
} from '../base/zstd-frame.ts';

const section = 'compressed records';

type Expecting = 'magic' | 'frame header' | 'block' | 'checksum' | 'skippable size' | 'skipped';

/**
 * Decompresses zstd data that arrives in pieces cut anywhere and whose last frame may never end, as
 * perf writes it.
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
    const kind = findFrameKind(rest.subarray(0, 4));
    if (kind === 'skippable') {
      this.#expecting = 'skippable size';
      return 4;
    }
    if (kind === undefined) throw malformed(section, this.#consumed, 'not a zstd frame');
    this.#expecting = 'frame header';
    // The decompressor gets the magic with the header.
    return 4;
  }

  #frameHeader(rest: Uint8Array): number {
    const [descriptor] = rest;
    if (descriptor === undefined) return 0;
    const length = frameHeaderLength(descriptor);
    if (rest.length < length) return 0;
    const { bytes, hasChecksum } = parseFrameHeader(rest.subarray(0, length), this.#place);
    this.#hasChecksum = hasChecksum;
    this.#feed(bytes);
    this.#expecting = 'block';
    return length;
  }

  #block(rest: Uint8Array): number {
    if (rest.length < 3) return 0;
    const { bodyLength, isLast } = parseBlockHeader(rest.subarray(0, 3), this.#place);
    const length = 3 + bodyLength;
    if (rest.length < length) return 0;
    this.#feed(rest.slice(0, length));
    if (isLast) this.#expecting = this.#hasChecksum ? 'checksum' : 'magic';
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
    this.#toSkip = littleEndian(rest.subarray(0, 4));
    this.#expecting = this.#toSkip === 0 ? 'magic' : 'skipped';
    return 4;
  }

  #skip(rest: Uint8Array): number {
    const length = Math.min(rest.length, this.#toSkip);
    this.#toSkip -= length;
    if (this.#toSkip === 0) this.#expecting = 'magic';
    return length;
  }

  get #place(): { section: string; offset: number } {
    return { section, offset: this.#consumed };
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
