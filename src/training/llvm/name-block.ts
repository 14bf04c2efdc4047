import { ByteReader } from '../../base/byte-reader.ts';
import { md5Low64 } from '../../base/md5.ts';
import type { SectionCodec } from '../../object/index.ts';

const separator = 1;
/** DEFLATE cannot shrink below 1:1032. */
const mostExpansion = 1100;

/**
 * Names of functions by the hash that records refer to them with. A block is the plain size and the
 * compressed size (0 = not compressed) as ULEB128, then the names with a byte 1 between them; images
 * made of several modules have several blocks, with zeros between.
 */
export function parseNameBlocks(
  section: Uint8Array,
  base: number,
  codec: SectionCodec,
): Map<bigint, Uint8Array> {
  const names = new Map<bigint, Uint8Array>();
  const reader = new ByteReader(section, 'names', { base });
  while (!reader.atEnd) {
    const plainSize = reader.uleb('size of names');
    const storedSize = reader.uleb('compressed size of names');
    if (plainSize > 1024 + storedSize * mostExpansion && storedSize > 0) {
      throw reader.fail(`${plainSize} bytes of names from ${storedSize}`);
    }
    const bytes =
      storedSize === 0
        ? reader.take(plainSize, 'names')
        : codec.inflate(reader.take(storedSize, 'compressed names'), plainSize);
    addNames(bytes, names);
    while (!reader.atEnd && section[reader.offset] === 0) reader.skip(1, 'padding of names');
  }
  return names;
}

function addNames(bytes: Uint8Array, names: Map<bigint, Uint8Array>): void {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(separator, start);
    const end = found < 0 ? bytes.length : found;
    // A copy: names outlive the block, which is mostly a view of the whole file.
    const name = Uint8Array.from(bytes.subarray(start, end));
    if (name.length > 0) names.set(md5Low64(name), name);
    start = end + 1;
  }
}
