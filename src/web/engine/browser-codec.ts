import { ToolError } from '../../base/tool-error.ts';
import type { Codec } from '../../container/index.ts';

/** Raw DEFLATE by the browser's own streams. */
export const browserCodec: Codec = {
  deflate: (bytes) => through(bytes, new CompressionStream('deflate-raw')),
  async inflate(bytes, size) {
    let plain: Uint8Array;
    try {
      plain = await through(bytes, new DecompressionStream('deflate-raw'));
    } catch (cause) {
      throw new ToolError('malformed-input', 'compressed data is damaged', { cause });
    }
    if (plain.length !== size) {
      throw new ToolError(
        'malformed-input',
        `compressed data unfolds to ${plain.length} bytes instead of ${size}`,
      );
    }
    return plain;
  },
};

async function through(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // A failure shows in the reading half; here it only must not go unhandled.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => undefined);
  writer.close().catch(() => undefined);
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}
