import { ByteReader } from '../../base/byte-reader.ts';
import { crc32 } from '../../base/crc32.ts';
import { crc64 } from './crc64.ts';
import { decodeLzma2 } from './lzma2.ts';

const section = 'xz data';
const lzma2Filter = 0x21;
/** Bytes of the check behind each block, by its type (§2.1.1.2). */
const checkSizes = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64] as const;
const checks = { crc32: 1, crc64: 4 } as const;

/** LZMA reaches 1:7000 or so; debug data stays far below. */
const mostExpansion = 4096;
const freeBytes = 1 << 20;

/**
 * Decompresses an .xz file ("The .xz File Format", 1.1.0) of one stream, as `.gnu_debugdata` has it.
 * LZMA2 alone; the filters for code are not used there.
 */
export function decodeXz(bytes: Uint8Array): Uint8Array {
  const reader = new ByteReader(bytes, section);
  const check = parseStreamHeader(reader);
  const limit = freeBytes + bytes.length * mostExpansion;
  const blocks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const stated = reader.u8('block header size');
    // The index begins where a block's size would be 0.
    if (stated === 0) break;
    const block = parseBlock(reader, (stated + 1) * 4, check, limit - size);
    blocks.push(block);
    size += block.length;
  }
  const [only] = blocks;
  if (only !== undefined && blocks.length === 1) return only;
  const joined = new Uint8Array(size);
  let at = 0;
  for (const block of blocks) {
    joined.set(block, at);
    at += block.length;
  }
  return joined;
}

function parseStreamHeader(reader: ByteReader): number {
  if (reader.u32('magic') !== 0x587a37fd || reader.u16('magic') !== 0x005a) {
    throw reader.fail('not xz');
  }
  const flags = reader.take(2, 'stream flags');
  if (reader.u32('checksum') !== crc32(flags)) throw reader.fail('stream header is damaged');
  return (flags[1] ?? 0) & 0xf;
}

function parseBlock(
  reader: ByteReader,
  headerSize: number,
  check: number,
  limit: number,
): Uint8Array {
  const start = reader.offset - 1;
  const header = new ByteReader(reader.bytes.subarray(start, start + headerSize), section, {
    base: start,
  });
  header.skip(1, 'header size');
  const flags = header.u8('block flags');
  if ((flags & 0x40) !== 0) header.uleb('compressed size');
  if ((flags & 0x80) !== 0) header.uleb('uncompressed size');
  const filter = header.uleb('filter');
  if ((flags & 3) !== 0 || filter !== lzma2Filter) throw header.fail(`filter ${filter}`);
  reader.seek(start + headerSize, 'checksum');
  const stated = new ByteReader(reader.bytes.subarray(0, reader.offset), section);
  stated.seek(reader.offset - 4, 'checksum');
  const covered = reader.bytes.subarray(start, reader.offset - 4);
  if (stated.u32('checksum') !== crc32(covered)) throw reader.fail('block header is damaged');
  const { output, end } = decodeLzma2(reader.bytes, reader.offset, limit, section);
  reader.seek(end, 'block');
  reader.skip((4 - ((end - start) % 4)) % 4, 'padding');
  verify(reader, check, output);
  return output;
}

function verify(reader: ByteReader, check: number, output: Uint8Array): void {
  if (check === checks.crc32) {
    if (reader.u32('check') !== crc32(output)) throw reader.fail('data is damaged');
  } else if (check === checks.crc64) {
    if (reader.u64('check') !== crc64(output)) throw reader.fail('data is damaged');
  } else reader.skip(checkSizes[check] ?? 0, 'check');
}
