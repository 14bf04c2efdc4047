import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw, inflateSync, type ZlibOptions } from 'node:zlib';
import { ToolError } from '../base/tool-error.ts';
import type { Codec, DeflateHint } from '../container/codec.ts';
import type { SectionCodec } from '../object/section-data.ts';

type Async = (bytes: Uint8Array, options: ZlibOptions) => Promise<Uint8Array>;
const deflateAsync = promisify(deflateRaw) as Async;
const inflateAsync = promisify(inflateRaw) as Async;

/**
 * Packed columns gain nothing from a search for matches unless they repeat; runs and frequent bytes
 * are found more than twice as fast without.
 */
const settings: Readonly<Record<DeflateHint, ZlibOptions>> = {
  text: { level: 6 },
  repeats: { level: 1 },
  skewed: { level: 1, strategy: constants.Z_RLE },
};

/** zlib on Node's thread pool, so that blocks are (de)compressed side by side. */
export const zlibCodec: Codec = {
  deflate: (bytes, hint = 'repeats') =>
    deflateAsync(bytes, { ...settings[hint], chunkSize: outputChunk(bytes.length) }),
  async inflate(bytes, size) {
    const plain = await inflateAsync(bytes, {
      maxOutputLength: Math.max(size, 1),
      chunkSize: outputChunk(size),
    }).catch((cause: unknown) => {
      throw new ToolError('malformed-input', 'compressed data is damaged', { cause });
    });
    if (plain.length !== size) {
      throw new ToolError('malformed-input', `${plain.length} bytes where ${size} are announced`);
    }
    return plain;
  },
};

/** For sections of images, which are asked for one at a time. */
export const sectionCodec: SectionCodec = {
  inflate(bytes, size) {
    const plain = inflateNow(bytes, size);
    if (plain.length !== size) {
      throw new ToolError('malformed-input', `${plain.length} bytes where ${size} are announced`);
    }
    return plain;
  },
};

function inflateNow(bytes: Uint8Array, size: number): Uint8Array {
  try {
    const options = { maxOutputLength: Math.max(size, 1), chunkSize: outputChunk(size) };
    const { buffer, byteOffset, length } = inflateSync(bytes, options);
    // Not a Buffer: parsers see one kind of array, and stay compiled for it.
    return new Uint8Array(buffer, byteOffset, length);
  } catch (cause) {
    throw new ToolError('malformed-input', 'compressed data is damaged', { cause });
  }
}

/** Room for all of the output at once spares the thread pool a round trip per 16 KiB. */
function outputChunk(size: number): number {
  return Math.min(Math.max(size, 1024) + 64, 1 << 21);
}
