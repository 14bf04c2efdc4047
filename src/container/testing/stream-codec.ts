import { ToolError } from '../../base/tool-error.ts';
import type { Codec } from '../codec.ts';

/** The codec as a browser provides it: the Compression Streams standard, which Node has as well. */
export const streamCodec: Codec = {
  deflate: async (bytes) => await through(bytes, new CompressionStream('deflate-raw')),
  async inflate(bytes, size) {
    const plain = await through(bytes, new DecompressionStream('deflate-raw')).catch(
      (cause: unknown) => {
        throw new ToolError('malformed-input', 'compressed data is damaged', { cause });
      },
    );
    if (plain.length !== size) throw new ToolError('malformed-input', 'wrong size');
    return plain;
  },
};

async function through(
  bytes: Uint8Array,
  transform: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const stream = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
