import { setImmediate } from 'node:timers/promises';
import type { ProfileReader } from '../formats/index.ts';
import { FileRanges } from '../platform/file-range.ts';

/** Small enough to stay in a core's cache between the copy from the kernel and the reading of it. */
const chunkBytes = 1 << 19;
/** How much is read before others (signals, a server's clients) get their turn. */
const turnBytes = 1 << 25;

/**
 * Gives a reader a plain file from its start, written right into the reader's own buffer where it has
 * one to offer. A stream would make a new buffer for every piece. Returns how many bytes there were.
 */
export async function feedFile(
  path: string,
  reader: ProfileReader,
  onRead: (bytes: number) => void,
): Promise<number> {
  const file = FileRanges.open(path);
  if (file === undefined) return 0;
  try {
    const own = new Uint8Array(chunkBytes);
    let at = 0;
    for (let turnEnd = turnBytes; ; ) {
      const room = reader.room?.(chunkBytes);
      const buffer = room === undefined || room.length === 0 ? own : room;
      const got = file.readInto(buffer, at);
      if (got === 0) return at;
      reader.push(buffer.subarray(0, got));
      at += got;
      onRead(at);
      if (at < turnEnd) continue;
      turnEnd = at + turnBytes;
      await setImmediate();
    }
  } finally {
    file.close();
  }
}
