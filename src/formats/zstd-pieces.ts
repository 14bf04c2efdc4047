import { malformed } from '../base/tool-error.ts';
import {
  type FrameHeader,
  findFrameKind,
  frameHeaderLength,
  littleEndian,
  parseBlockHeader,
  parseFrameHeader,
} from '../base/zstd-frame.ts';

const section = 'zstd data';

/**
 * Cuts zstd data into frame headers and single blocks, however the chunks are cut.
 */
export async function* zstdPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new PullReader(chunks);
  while (!(await input.atEnd())) {
    const kind = findFrameKind(await input.take(4, 'magic'));
    if (kind === 'skippable') {
      await input.skip(littleEndian(await input.take(4, 'size of a skippable frame')));
      continue;
    }
    if (kind === undefined) throw malformed(section, input.offset - 4, 'not a zstd frame');
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

async function takeFrameHeader(input: PullReader): Promise<FrameHeader> {
  const place = { section, offset: input.offset };
  const [descriptor = 0] = await input.take(1, 'frame header');
  const rest = await input.take(frameHeaderLength(descriptor) - 1, 'frame header');
  return parseFrameHeader(Uint8Array.from([descriptor, ...rest]), place);
}

async function takeBlock(input: PullReader): Promise<{ bytes: Uint8Array; isLast: boolean }> {
  const place = { section, offset: input.offset };
  const header = await input.take(3, 'block header');
  const { bodyLength, isLast } = parseBlockHeader(header, place);
  const body = await input.take(bodyLength, 'block');
  const bytes = new Uint8Array(3 + body.length);
  bytes.set(header);
  bytes.set(body, 3);
  return { bytes, isLast };
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
