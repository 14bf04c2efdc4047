import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { ToolError } from '../base/tool-error.ts';
import type { Codec } from '../container/codec.ts';

const deflateAsync = promisify(deflateRaw) as (
  bytes: Uint8Array,
  options: { level: number },
) => Promise<Uint8Array>;
const inflateAsync = promisify(inflateRaw) as (
  bytes: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Uint8Array>;

/** Level 1: columns are already packed, so more effort buys little and costs much time. */
const level = 1;

/** zlib on Node's thread pool, so that blocks are (de)compressed side by side. */
export const zlibCodec: Codec = {
  deflate: (bytes) => deflateAsync(bytes, { level }),
  async inflate(bytes, size) {
    const plain = await inflateAsync(bytes, { maxOutputLength: Math.max(size, 1) }).catch(
      (cause: unknown) => {
        throw new ToolError('malformed-input', 'compressed data is damaged', { cause });
      },
    );
    if (plain.length !== size) {
      throw new ToolError('malformed-input', `${plain.length} bytes where ${size} are announced`);
    }
    return plain;
  },
};
