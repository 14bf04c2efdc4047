import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import { ToolError } from '../base/tool-error.ts';
import { zstdPieces } from './zstd-pieces.ts';

export type Wrapper = 'gzip' | 'zstd';

/** Looks through one compression wrapper, if the bytes start with one. */
export function wrapperOf(head: Uint8Array): Wrapper | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return 'zstd';
  return undefined;
}

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

async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const stream = new Decompress((chunk) => ready.push(chunk));
  let offset = 0;
  try {
    for await (const piece of zstdPieces(chunks)) {
      stream.push(piece);
      offset += piece.length;
      yield* ready.splice(0);
    }
    stream.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError('malformed-input', `zstd data at 0x${offset.toString(16)}: ${reason}`, {
      cause,
      section: 'zstd data',
      offset,
    });
  }
}
