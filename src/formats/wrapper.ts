import { Decompress } from 'fzstd';
import { ToolError } from '../base/tool-error.ts';
import { zstdPieces } from './zstd-pieces.ts';

/** Compression around a whole file, which readers look through. */
export type Wrapper = 'gzip' | 'zstd';

/** Nested deeper than this is an attack, not a file. */
export const deepestWrapping = 3;

/**
 * A reader that holds all of its input takes this much of it for nothing, and then so many bytes per
 * byte stored. Real profiles shrink to a tenth or so; a bomb is made to unfold a thousandfold.
 */
const freeBytes = 64 * 2 ** 20;
const mostExpansion = 250;

/** The wrapper that bytes start with, if any. */
export function wrapperOf(head: Uint8Array): Wrapper | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return 'zstd';
  return undefined;
}

/** Refuses what was made to fill the memory. */
export function requireSaneExpansion(unwrappedBytes: number, storedBytes: number): void {
  if (unwrappedBytes <= freeBytes + mostExpansion * storedBytes) return;
  throw new ToolError('too-large', 'unfolds to absurdly more than the file holds', {
    hint: 'if that is really a profile, decompress it first',
  });
}

/** Undoes zstd, a block at a time. */
export async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
