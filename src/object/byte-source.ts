import { malformed } from '../base/tool-error.ts';

/**
 * The bytes of a file of any size, asked for in pieces: a shell backs it by an open file, a browser
 * by a dropped one that is in memory. Images run to gigabytes, of which little is ever needed.
 */
export interface ByteSource {
  readonly size: number;
  /** Exactly `length` bytes from `offset`; the caller has checked that they are there. */
  read(offset: number, length: number): Uint8Array;
}

export function sourceOf(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  };
}

/** The bytes of a part that the file itself describes; a part outside the file is malformed. */
export function readPart(
  source: ByteSource,
  offset: number,
  length: number,
  part: string,
): Uint8Array {
  const inside = offset >= 0 && length >= 0 && offset + length <= source.size;
  if (!inside) throw malformed(part, offset, `${length} bytes reach past the end of the file`);
  return source.read(offset, length);
}
