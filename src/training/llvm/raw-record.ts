import type { ByteReader } from '../../base/byte-reader.ts';

/** One entry of the data section: INSTR_PROF_DATA of versions 8 (48 bytes), 9 and 10 (64 bytes). */
export interface RawRecord {
  readonly nameHash: bigint;
  readonly shapeHash: bigint;
  /** Address of its counters minus its own, mod 2^64. */
  readonly counterPointer: bigint;
  /** Avma of the function, 0 = not known; what indirect calls are recorded as. */
  readonly functionAddress: bigint;
  readonly counterCount: number;
  readonly hasSites: boolean;
}

export function rawRecordSize(version: number): number {
  return version === 8 ? 48 : 64;
}

export function parseRawRecord(file: ByteReader, version: number): RawRecord {
  const nameHash = file.u64('name hash');
  const shapeHash = file.u64('function hash');
  const counterPointer = file.u64('counter pointer');
  if (version >= 9) file.u64('bitmap pointer');
  const functionAddress = file.u64('function address');
  file.u64('values pointer');
  const counterCount = file.u32('number of counters');
  let siteCount = 0;
  const kindCount = version >= 10 ? 3 : 2;
  for (let kind = 0; kind < kindCount; kind++) siteCount += file.u16('number of value sites');
  if (version >= 9) file.skip(version === 9 ? 8 : 6, 'number of bitmap bytes');
  return {
    nameHash,
    shapeHash,
    counterPointer,
    functionAddress,
    counterCount,
    hasSites: siteCount > 0,
  };
}
