import type { ProfileReader } from '../formats/index.ts';
import { FileRanges } from '../platform/file-range.ts';

/** Large enough that a turn of the event loop costs little, small enough to stay in a cache. */
const chunkBytes = 1 << 20;

/**
 * Gives a reader a plain file from its start, written right into the reader's own memory where it has
 * some to offer. While the reader works on a piece, another thread fetches the next: copying a recording
 * with stacks out of the kernel takes half as long as unwinding it. Returns how many bytes there were.
 */
export async function feedFile(
  path: string,
  reader: ProfileReader,
  onRead: (bytes: number) => void,
): Promise<number> {
  const file = FileRanges.open(path);
  if (file === undefined) return 0;
  try {
    let piece = file.bytes(0, chunkBytes);
    let at = 0;
    while (piece.length > 0) {
      at += piece.length;
      const next = reader.room?.(chunkBytes) ?? new Uint8Array(chunkBytes);
      const fetching = file.fetchInto(next, at);
      try {
        reader.push(piece);
      } finally {
        piece = next.subarray(0, await fetching);
      }
      onRead(at);
    }
    return at;
  } finally {
    file.close();
  }
}
