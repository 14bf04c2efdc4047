import type { ByteReader } from '../../base/byte-reader.ts';
import { ToolError } from '../../base/tool-error.ts';
import { kindBits, magics } from './profile-table.ts';

/** The header of a raw profile: INSTR_PROF_RAW_HEADER of versions 8, 9 and 10, all fields u64. */
export interface RawHeader {
  readonly version: number;
  readonly kind: bigint;
  readonly binaryIdsSize: number;
  readonly recordCount: number;
  readonly paddingBeforeCounters: number;
  readonly counterCount: number;
  readonly paddingAfterCounters: number;
  readonly bitmapSize: number;
  readonly paddingAfterBitmap: number;
  readonly namesSize: number;
  /** Distance from the first record to the counters as the program was loaded, mod 2^64. */
  readonly countersDelta: bigint;
  readonly virtualTableCount: number;
  readonly virtualTableNamesSize: number;
  readonly valueKindCount: number;
  /** Bytes of one counter: 1 where only coverage was wanted. */
  readonly counterSize: number;
}

export function parseRawHeader(file: ByteReader): RawHeader {
  checkMagic(file);
  const word = file.u64('version');
  const version = Number(word & 0xffffffffn);
  if (version < 8 || version > 10) throw wrongVersion(version);
  const kind = word & ~0xffffffffn;
  if ((kind & kindBits.debugCorrelate) !== 0n) {
    throw new ToolError('unsupported-input', 'raw profile without records (debug correlation)', {
      hint: 'build without -profile-correlate, or convert it with llvm-profdata',
    });
  }
  const binaryIdsSize = file.size('size of binary ids');
  const recordCount = file.size('number of records');
  const paddingBeforeCounters = file.size('padding before counters');
  const counterCount = file.size('number of counters');
  const paddingAfterCounters = file.size('padding after counters');
  const bitmapSize = version >= 9 ? file.size('size of bitmaps') : 0;
  const paddingAfterBitmap = version >= 9 ? file.size('padding after bitmaps') : 0;
  const namesSize = file.size('size of names');
  const countersDelta = file.u64('address of counters');
  if (version >= 9) file.u64('address of bitmaps');
  file.u64('address of names');
  const virtualTableCount = version >= 10 ? file.size('number of virtual tables') : 0;
  const virtualTableNamesSize = version >= 10 ? file.size('names of virtual tables') : 0;
  const lastKind = file.size('last value kind');
  if (lastKind > 2) throw file.fail(`value kind ${lastKind}`);
  return {
    version,
    kind,
    binaryIdsSize,
    recordCount,
    paddingBeforeCounters,
    counterCount,
    paddingAfterCounters,
    bitmapSize,
    paddingAfterBitmap,
    namesSize,
    countersDelta,
    virtualTableCount,
    virtualTableNamesSize,
    valueKindCount: lastKind + 1,
    counterSize: (kind & kindBits.byteCoverage) === 0n ? 8 : 1,
  };
}

function checkMagic(file: ByteReader): void {
  const magic = file.u64('magic');
  if (magic === magics.raw64) return;
  if (magic === magics.raw32) {
    throw new ToolError('unsupported-input', 'raw profile of a 32-bit program', {
      hint: 'merge it with llvm-profdata; its indexed profile is read',
    });
  }
  throw file.fail('not a raw profile of LLVM (magic)');
}

function wrongVersion(version: number): ToolError {
  return new ToolError('unsupported-input', `raw profile version ${version}; 8 to 10 are read`, {
    hint: 'merge it with the llvm-profdata of the compiler that built the program',
  });
}
