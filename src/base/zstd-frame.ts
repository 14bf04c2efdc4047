import { malformed } from './tool-error.ts';

// How zstd data is divided (RFC 8878 §3.1), for those who follow it block by block: the decompressor
// then makes at most one block at a time, and never gets a window that memory could not hold.

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
/** What the zstd tool itself accepts unless told otherwise (windowLog 27). */
const largestWindow = 2 ** 27;
const largestBlock = 2 ** 17;

/** What begins with these four bytes; undefined = nothing of zstd's. */
export function findFrameKind(magic: Uint8Array): 'frame' | 'skippable' | undefined {
  const word = littleEndian(magic);
  if (word >>> 4 === skippableMagic >>> 4) return 'skippable';
  return word === frameMagic ? 'frame' : undefined;
}

/** Bytes of a frame header after the magic, of which the descriptor is the first. */
export function frameHeaderLength(descriptor: number): number {
  const { windowBytes, dictionaryBytes, sizeBytes } = headerFields(descriptor);
  return 1 + windowBytes + dictionaryBytes + sizeBytes;
}

export interface FrameHeader {
  /** With the magic, as the decompressor wants it. */
  readonly bytes: Uint8Array;
  readonly hasChecksum: boolean;
}

/** A whole frame header, without the magic; `section` and `offset` are for the error. */
export function parseFrameHeader(
  header: Uint8Array,
  { section, offset }: { readonly section: string; readonly offset: number },
): FrameHeader {
  const [descriptor = 0] = header;
  const { windowBytes, dictionaryBytes } = headerFields(descriptor);
  const windowSize =
    windowBytes === 0
      ? contentSize(header.subarray(1 + dictionaryBytes))
      : windowSizeOf(header[1] ?? 0);
  if (windowSize > largestWindow) {
    throw malformed(section, offset, `absurd window of ${windowSize} bytes`);
  }
  const bytes = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, ...header]);
  return { bytes, hasChecksum: (descriptor & 4) !== 0 };
}

/** What the three bytes before a block say. */
export function parseBlockHeader(
  header: Uint8Array,
  { section, offset }: { readonly section: string; readonly offset: number },
): { readonly bodyLength: number; readonly isLast: boolean } {
  const word = littleEndian(header);
  const size = word >>> 3;
  if (size > largestBlock) throw malformed(section, offset, `absurd block of ${size} bytes`);
  // A run-length block holds one byte, however often it repeats.
  const isRun = ((word >> 1) & 3) === 1;
  return { bodyLength: isRun ? 1 : size, isLast: (word & 1) === 1 };
}

export function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

interface HeaderFields {
  readonly windowBytes: number;
  readonly dictionaryBytes: number;
  readonly sizeBytes: number;
}

function headerFields(descriptor: number): HeaderFields {
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  return {
    windowBytes: isSingleSegment ? 0 : 1,
    dictionaryBytes: [0, 1, 2, 4][descriptor & 3] ?? 0,
    sizeBytes: sizeFlag > 0 ? 1 << sizeFlag : Number(isSingleSegment),
  };
}

function windowSizeOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentSize(bytes: Uint8Array): number {
  const size = littleEndian(bytes);
  return bytes.length === 2 ? size + 256 : size;
}
