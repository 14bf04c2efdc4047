import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ToolError } from '../base/tool-error.ts';
import { unzstd, type Wrapper } from '../formats/wrapper.ts';

/** Undoes one compression around a file. */
export function unwrap(
  wrapper: Wrapper,
  chunks: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  return { gzip: gunzip, zstd: unzstd }[wrapper](chunks);
}

async function* gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGunzip({ chunkSize: 1 << 18 });
  const source = Readable.from(chunks);
  source.on('error', (error) => gzip.destroy(error));
  try {
    yield* source.pipe(gzip) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError(
      'malformed-input',
      `gzip data at 0x${gzip.bytesWritten.toString(16)}: ${reason}`,
      {
        cause,
        section: 'gzip data',
        offset: gzip.bytesWritten,
      },
    );
  }
}
