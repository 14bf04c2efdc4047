import { crc32 } from '../base/crc32.ts';
import type { Codec } from '../container/index.ts';

/** Magic, DEFLATE, no flags, no time, unknown system (RFC 1952, 2.3). */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/** The bytes as a gzip file. */
export async function gzipBytes(bytes: Uint8Array, codec: Codec): Promise<Uint8Array> {
  const packed = await codec.deflate(bytes, 'repeats');
  const file = new Uint8Array(header.length + packed.length + 8);
  file.set(header);
  file.set(packed, header.length);
  const trailer = new DataView(file.buffer, header.length + packed.length);
  trailer.setUint32(0, crc32(bytes), true);
  trailer.setUint32(4, bytes.length, true);
  return file;
}
