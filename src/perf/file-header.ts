import { ByteReader } from '../base/byte-reader.ts';
import { malformed } from '../base/tool-error.ts';

/** A range of the file. */
export interface FileSection {
  readonly offset: number;
  readonly size: number;
}

/** The head of a perf.data file (tools/perf/util/header.h, `struct perf_file_header`). */
export interface FileHeader {
  readonly littleEndian: boolean;
  /** Written to a pipe: records follow at once, and say themselves what sections say in a file. */
  readonly isPipe: boolean;
  readonly size: number;
  /** Bytes per entry of `attrs`: the attr as its writer knew it, then the section of its ids. */
  readonly attrEntrySize: number;
  readonly attrs: FileSection;
  /** Size 0, or beyond the end, when the recorder did not live to write it. */
  readonly data: FileSection;
  /** Numbers of the feature sections, ascending: their table follows the data in this order. */
  readonly features: readonly number[];
}

export const fileHeaderSize = 104;
export const pipeHeaderSize = 16;
/** Of an entry of the feature table, and of the ids of an attr. */
export const sectionEntrySize = 16;

const nativeMagic = 'PERFILE2';
const swappedMagic = '2ELIFREP';
const featureBits = 256;
const part = 'perf.data header';

/** Which byte order the magic tells of; undefined when it is not perf.data. */
export function findByteOrder(head: Uint8Array): 'little' | 'big' | undefined {
  const magic = String.fromCharCode(...head.subarray(0, 8));
  if (magic === nativeMagic) return 'little';
  return magic === swappedMagic ? 'big' : undefined;
}

/** Takes 104 bytes, of which a pipe's header fills 16. */
export function parseFileHeader(bytes: Uint8Array): FileHeader {
  const order = findByteOrder(bytes);
  if (order === undefined) throw malformed(part, 0, 'the magic PERFILE2 is missing');
  const littleEndian = order === 'little';
  const reader = new ByteReader(bytes, part, { littleEndian });
  reader.skip(8, 'magic');
  const size = reader.size('header size');
  if (size === pipeHeaderSize) return pipeHeader(littleEndian);
  if (size < fileHeaderSize) throw reader.fail(`absurd header size ${size}`);
  const attrEntrySize = reader.size('attr size');
  const attrs = readSection(reader, 'attrs');
  const data = readSection(reader, 'data');
  readSection(reader, 'event types');
  const features = readFeatureBits(reader);
  return { littleEndian, isPipe: false, size, attrEntrySize, attrs, data, features };
}

export function readSection(reader: ByteReader, name: string): FileSection {
  return { offset: reader.size(`${name} offset`), size: reader.size(`${name} size`) };
}

function readFeatureBits(reader: ByteReader): number[] {
  const features: number[] = [];
  for (let first = 0; first < featureBits; first += 64) {
    const bits = reader.u64('features');
    for (let bit = 0; bit < 64; bit++) {
      if (((bits >> BigInt(bit)) & 1n) === 1n) features.push(first + bit);
    }
  }
  return features;
}

function pipeHeader(littleEndian: boolean): FileHeader {
  const nothing = { offset: 0, size: 0 };
  return {
    littleEndian,
    isPipe: true,
    size: pipeHeaderSize,
    attrEntrySize: 0,
    attrs: nothing,
    data: { offset: pipeHeaderSize, size: 0 },
    features: [],
  };
}
