import { malformed } from '../base/tool-error.ts';

const section = 'zstd data';
const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
/** What the zstd tool itself accepts unless told otherwise (windowLog 27). */
const largestWindow = 2 ** 27;
const largestBlock = 2 ** 17;

/**
 * Cuts zstd data (RFC 8878 §3.1) into frame headers and single blocks. The decompressor then never
 * makes more than a block at a time, and never gets a window that its memory could not hold.
 */
export async function* zstdPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new PullReader(chunks);
  while (!(await input.atEnd())) {
    const magic = wordOf(await input.take(4, 'magic'));
    if (magic >>> 4 === skippableMagic >>> 4) {
      await input.skip(wordOf(await input.take(4, 'size of a skippable frame')));
      continue;
    }
    if (magic !== frameMagic) throw malformed(section, input.offset - 4, 'not a zstd frame');
    const header = await takeFrameHeader(input);
    yield header.bytes;
    let isLast = false;
    while (!isLast) {
      const block = await takeBlock(input);
      yield block.bytes;
      isLast = block.isLast;
    }
    if (header.hasChecksum) yield await input.take(4, 'checksum');
  }
}

async function takeFrameHeader(
  input: PullReader,
): Promise<{ bytes: Uint8Array; hasChecksum: boolean }> {
  const start = input.offset;
  const [descriptor = 0] = await input.take(1, 'frame header');
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag > 0 ? 1 << sizeFlag : Number(isSingleSegment);
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const windowBytes = isSingleSegment ? 0 : 1;
  const rest = await input.take(windowBytes + dictionaryBytes + sizeBytes, 'frame header');
  const windowSize = isSingleSegment
    ? contentSize(rest.subarray(dictionaryBytes))
    : windowOf(rest[0] ?? 0);
  if (windowSize > largestWindow) {
    throw malformed(section, start, `absurd window of ${windowSize} bytes`);
  }
  const magic = [0x28, 0xb5, 0x2f, 0xfd];
  const bytes = Uint8Array.from([...magic, descriptor, ...rest]);
  return { bytes, hasChecksum: (descriptor & 4) !== 0 };
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentSize(bytes: Uint8Array): number {
  const size = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  return bytes.length === 2 ? size + 256 : size;
}

async function takeBlock(input: PullReader): Promise<{ bytes: Uint8Array; isLast: boolean }> {
  const start = input.offset;
  const header = await input.take(3, 'block header');
  const word = wordOf(header);
  const size = word >>> 3;
  if (size > largestBlock) throw malformed(section, start, `absurd block of ${size} bytes`);
  // A run-length block holds one byte, however often it repeats.
  const isRun = ((word >> 1) & 3) === 1;
  const body = await input.take(isRun ? 1 : size, 'block');
  const bytes = new Uint8Array(3 + body.length);
  bytes.set(header);
  bytes.set(body, 3);
  return { bytes, isLast: (word & 1) === 1 };
}

function wordOf(bytes: Uint8Array): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

/** Takes as many bytes as are asked for from chunks of any size. */
class PullReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);
  #offset = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Of the next byte, in the whole input. */
  get offset(): number {
    return this.#offset;
  }

  async atEnd(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) return true;
      this.#rest = next.value;
    }
    return false;
  }

  async take(length: number, field: string): Promise<Uint8Array> {
    if (length <= this.#rest.length) return this.#cut(length);
    const taken = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      if (await this.atEnd()) throw malformed(`truncated ${section}`, this.#offset, field);
      const part = this.#cut(Math.min(length - filled, this.#rest.length));
      taken.set(part, filled);
      filled += part.length;
    }
    return taken;
  }

  async skip(length: number): Promise<void> {
    for (let rest = length; rest > 0 && !(await this.atEnd()); ) {
      rest -= this.#cut(Math.min(rest, this.#rest.length)).length;
    }
  }

  #cut(length: number): Uint8Array {
    const part = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#offset += length;
    return part;
  }
}
