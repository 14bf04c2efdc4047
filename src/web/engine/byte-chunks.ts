import { ToolError } from '../../base/tool-error.ts';
import type { ServedError } from '../../server/api.ts';
import type { SourceMessage } from './messages.ts';

/** A file is read in pieces of this size: a hundred times larger than its own stream gives them. */
const pieceBytes = 1 << 23;

/** The bytes of a source, in order. */
export function chunksOf(
  source: SourceMessage,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  if ('blob' in source) return blobChunks(source.blob, signal);
  if ('url' in source) return urlChunks(source.url, signal);
  return streamChunks(source.stream, signal);
}

/** One piece is always on its way while the one before it is worked on. */
async function* blobChunks(
  blob: Blob,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieceAt = (at: number): Promise<ArrayBuffer> =>
    blob.slice(at, at + pieceBytes).arrayBuffer();
  let next = pieceAt(0);
  try {
    for (let at = 0; at < blob.size; at += pieceBytes) {
      const piece = await next;
      signal.throwIfAborted();
      next = pieceAt(at + pieceBytes);
      yield new Uint8Array(piece);
    }
  } catch (cause) {
    if (!(cause instanceof DOMException) || cause.name === 'AbortError') throw cause;
    throw new ToolError('io', `the browser cannot read it: ${cause.message}`, {
      cause,
      hint: 'the file may have changed or gone since it was chosen: choose it again',
    });
  } finally {
    next.catch(() => undefined);
  }
}

async function* urlChunks(
  url: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const answer = await fetch(url, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ToolError('io', 'the server does not answer', {
      cause,
      hint: 'start it again: plateau view FILE',
    });
  });
  if (!answer.ok) {
    const error = (await answer.json().catch(() => undefined)) as ServedError | undefined;
    const message = error?.message ?? `the server answered ${answer.status}`;
    throw new ToolError('io', message, error === undefined ? {} : { hint: error.hint });
  }
  if (answer.body !== null) yield* streamChunks(answer.body, signal);
}

async function* streamChunks(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    // Also where reading stopped early: the other side then stops sending.
    reader.cancel().catch(() => undefined);
  }
}
