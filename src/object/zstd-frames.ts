import { ByteReader } from '../base/byte-reader.ts';

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
const largestBlock = 2 ** 17;

export interface ZstdFrame {
  readonly bytes: Uint8Array;
  /** What the frame says it unfolds to; undefined when it does not say. */
  readonly contentSize: number | undefined;
}

/**
 * Cuts zstd data into frames (RFC 8878 §3.1): the decompressor neither says where one ends nor
 * refuses sizes that memory could not hold.
 */
export function* zstdFrames(
  bytes: Uint8Array,
  section: string,
  base: number,
): Generator<ZstdFrame> {
  const reader = new ByteReader(bytes, section, { base });
  while (!reader.atEnd) {
    const start = reader.offset;
    const magic = reader.u32('zstd magic');
    if (magic >>> 4 === skippableMagic >>> 4) {
      reader.skip(reader.u32('size of a skippable frame'), 'skippable frame');
      continue;
    }
    if (magic !== frameMagic) throw reader.fail('not a zstd frame');
    const { contentSize, hasChecksum } = skipHeader(reader);
    while (!skipBlock(reader));
    if (hasChecksum) reader.skip(4, 'checksum');
    yield { bytes: bytes.subarray(start, reader.offset), contentSize };
  }
}

function skipHeader(reader: ByteReader): {
  readonly contentSize: number | undefined;
  readonly hasChecksum: boolean;
} {
  const descriptor = reader.u8('frame header');
  const isSingleSegment = (descriptor & 0x20) !== 0;
  if (!isSingleSegment) reader.skip(1, 'window');
  reader.skip([0, 1, 2, 4][descriptor & 3] ?? 0, 'dictionary');
  const sizeFlag = descriptor >> 6;
  return {
    contentSize: readSize(reader, sizeFlag, isSingleSegment),
    hasChecksum: (descriptor & 4) !== 0,
  };
}

function readSize(reader: ByteReader, flag: number, isSingleSegment: boolean): number | undefined {
  if (flag === 3) return reader.size('content size');
  if (flag === 2) return reader.u32('content size');
  if (flag === 1) return reader.u16('content size') + 256;
  return isSingleSegment ? reader.u8('content size') : undefined;
}

/** Whether it was the last of its frame. */
function skipBlock(reader: ByteReader): boolean {
  const header = reader.u16('block header') | (reader.u8('block header') << 16);
  const size = header >>> 3;
  if (size > largestBlock) throw reader.fail(`absurd block of ${size} bytes`);
  // A run-length block holds one byte, however often it repeats.
  const isRun = ((header >> 1) & 3) === 1;
  reader.skip(isRun ? 1 : size, 'block');
  return (header & 1) === 1;
}
