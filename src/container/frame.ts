import { ByteReader } from '../base/byte-reader.ts';
import { ByteWriter } from '../base/byte-writer.ts';
import { crc32 } from '../base/crc32.ts';
import { malformed, ToolError } from '../base/tool-error.ts';
import {
  currentMajor,
  currentMinor,
  endMagic,
  headerBytes,
  headMagic,
  trailerBytes,
} from './layout-table.ts';

export interface Version {
  readonly major: number;
  readonly minor: number;
}

export interface Trailer {
  readonly directoryOffset: number;
  readonly directorySize: number;
  readonly directoryCrc: number;
}

export function hasMagic(bytes: Uint8Array, magic: readonly number[]): boolean {
  return bytes.length >= magic.length && magic.every((byte, at) => bytes[at] === byte);
}

export function encodeHeader(
  version: Version = { major: currentMajor, minor: currentMinor },
): Uint8Array {
  const writer = new ByteWriter(headerBytes);
  writer.append(Uint8Array.from(headMagic));
  writer.u16(version.major);
  writer.u16(version.minor);
  writer.u32(0);
  writer.u32(crc32(writer.view()));
  return writer.flush();
}

/** These bytes have the same meaning in every version, so that an old reader can refuse a new file. */
export function parseHeader(bytes: Uint8Array): Version {
  const reader = new ByteReader(bytes, 'file header');
  if (!hasMagic(bytes, headMagic)) throw malformed('file header', 0, 'not a .plateau file');
  reader.skip(headMagic.length, 'magic');
  const major = reader.u16('major version');
  const minor = reader.u16('minor version');
  const flags = reader.u32('flags');
  if (reader.u32('checksum') !== crc32(bytes.subarray(0, headerBytes - 4))) {
    throw malformed('file header', headerBytes - 4, 'checksum does not match');
  }
  if (major > currentMajor || flags !== 0) {
    const what = flags === 0 ? `version ${major}.${minor}` : `feature flags ${flags}`;
    throw new ToolError(
      'unsupported-input',
      `file header at 0x8: written by a newer Plateau (${what}; this one reads up to ${currentMajor}.x)`,
      {
        section: 'file header',
        offset: headMagic.length,
        hint: 'update Plateau, or have the newer one write pprof: plateau convert FILE --to pprof -o out.pb.gz',
      },
    );
  }
  return { major, minor };
}

export function encodeTrailer(trailer: Trailer): Uint8Array {
  const writer = new ByteWriter(trailerBytes);
  writer.u64(BigInt(trailer.directoryOffset));
  writer.u64(BigInt(trailer.directorySize));
  writer.u32(trailer.directoryCrc);
  writer.u32(crc32(writer.view()));
  writer.append(Uint8Array.from(endMagic));
  return writer.flush();
}

/** Undefined when the end mark is missing: the file was cut. */
export function findTrailer(bytes: Uint8Array, offset: number): Trailer | undefined {
  if (!hasMagic(bytes.subarray(trailerBytes - endMagic.length), endMagic)) return undefined;
  const reader = new ByteReader(bytes, 'trailer', { base: offset });
  const directoryOffset = reader.size('directory offset');
  const directorySize = reader.size('directory size');
  const directoryCrc = reader.u32('directory checksum');
  const end = reader.offset;
  if (reader.u32('checksum') !== crc32(bytes.subarray(0, end))) {
    throw malformed('trailer', offset, 'checksum does not match');
  }
  if (directoryOffset + directorySize !== offset) {
    throw malformed('trailer', offset, 'the directory does not stand before it');
  }
  return { directoryOffset, directorySize, directoryCrc };
}
