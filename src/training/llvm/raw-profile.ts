import { ByteReader } from '../../base/byte-reader.ts';
import { ToolError } from '../../base/tool-error.ts';
import type { SectionCodec } from '../../object/index.ts';
import { parseBinaryIds } from './binary-ids.ts';
import type { FunctionCounters, InstrumentedProfile, ValueSite } from './instrumented-profile.ts';
import { parseNameBlocks } from './name-block.ts';
import { keptKindBits, magics, valueKinds } from './profile-table.ts';
import { parseRawHeader, type RawHeader } from './raw-header.ts';
import { parseRawRecord, type RawRecord, rawRecordSize } from './raw-record.ts';
import { parseValueData } from './value-data.ts';

/** Whether bytes begin like a .profraw file of a 64-bit little-endian program. */
export function isRawProfile(bytes: Uint8Array): boolean {
  return bytes.length >= 8 && new ByteReader(bytes, 'magic').u64('magic') === magics.raw64;
}

/**
 * Reads a .profraw file: what the runtime of an instrumented program wrote as its memory was. A program
 * of several images (shared libraries) appends one raw profile for each, so one file gives a list.
 */
export function parseRawProfiles(bytes: Uint8Array, codec: SectionCodec): InstrumentedProfile[] {
  const file = new ByteReader(bytes, 'raw profile');
  const profiles: InstrumentedProfile[] = [];
  while (skipZeros(file)) profiles.push(parseOne(file, codec));
  if (profiles.length === 0) {
    throw new ToolError('no-data', 'the raw profile is empty', {
      hint: 'the program must end by itself (exit or return from main) to write its counters',
    });
  }
  return profiles;
}

/** Zeros may stand between profiles; false at the end of the file. */
function skipZeros(file: ByteReader): boolean {
  while (!file.atEnd && file.bytes[file.offset] === 0) file.skip(1, 'padding');
  return !file.atEnd;
}

function parseOne(file: ByteReader, codec: SectionCodec): InstrumentedProfile {
  const header = parseRawHeader(file);
  const buildIds = parseBinaryIds(file.sub(header.binaryIdsSize, 'binary ids'));
  const records = parseRecords(file, header);
  file.skip(header.paddingBeforeCounters, 'padding before counters');
  const countersSize = header.counterCount * header.counterSize;
  const counters = file.sub(countersSize, 'counters');
  file.skip(header.paddingAfterCounters, 'padding after counters');
  file.skip(header.bitmapSize + header.paddingAfterBitmap, 'bitmaps');
  const namesAt = file.base + file.offset;
  const names = parseNameBlocks(takePadded(file, header.namesSize, 'names'), namesAt, codec);
  file.skip(header.virtualTableCount * 24, 'virtual tables');
  takePadded(file, header.virtualTableNamesSize, 'names of virtual tables');
  const assembled = assemble(file, header, records, counters, names);
  return { version: header.version, kind: header.kind & keptKindBits, buildIds, ...assembled };
}

function takePadded(file: ByteReader, size: number, field: string): Uint8Array {
  const bytes = file.take(size, field);
  file.skip((8 - (size % 8)) % 8, `padding of ${field}`);
  return bytes;
}

function parseRecords(file: ByteReader, { recordCount, version }: RawHeader): RawRecord[] {
  const data = file.sub(recordCount * rawRecordSize(version), 'records');
  const records: RawRecord[] = [];
  for (let i = 0; i < recordCount; i++) records.push(parseRawRecord(data, version));
  return records;
}

/** Value data follows everything else, one block for each record that has sites. */
function assemble(
  file: ByteReader,
  header: RawHeader,
  records: readonly RawRecord[],
  counters: ByteReader,
  names: ReadonlyMap<bigint, Uint8Array>,
): Pick<InstrumentedProfile, 'functions' | 'namelessCount'> {
  const hashOfAddress = new Map<bigint, bigint>();
  for (const { functionAddress, nameHash } of records) {
    if (functionAddress !== 0n && !hashOfAddress.has(functionAddress)) {
      hashOfAddress.set(functionAddress, nameHash);
    }
  }
  const functions: FunctionCounters[] = [];
  // Records may share counters, but not so many that memory gets out of proportion to the file.
  let countersLeft = 1024 + 4 * header.counterCount;
  let namelessCount = 0;
  records.forEach((record, index) => {
    countersLeft -= record.counterCount;
    if (countersLeft < 0) throw counters.fail('records share too many counters');
    const counts = countersOf(record, index, header, counters);
    const sites = record.hasSites ? parseValueData(file, 'value data') : [];
    const name = names.get(record.nameHash);
    if (name === undefined) namelessCount++;
    else {
      const { nameHash, shapeHash } = record;
      functions.push({ name, nameHash, shapeHash, counts, sites: named(sites, hashOfAddress) });
    }
  });
  return { functions, namelessCount };
}

/** Pointers are relative to the record they stand in, so each record moves the origin. */
function countersOf(
  { counterPointer, counterCount }: RawRecord,
  index: number,
  { countersDelta, version, counterSize }: RawHeader,
  counters: ByteReader,
): BigUint64Array {
  const origin = countersDelta - BigInt(index * rawRecordSize(version));
  const offset = BigInt.asUintN(64, counterPointer - origin);
  if (counterCount === 0) throw counters.fail(`record ${index} has no counters`);
  if (offset + BigInt(counterCount * counterSize) > BigInt(counters.bytes.length)) {
    throw counters.fail(`counters of record ${index} lie outside`);
  }
  counters.seek(Number(offset), 'counters of a record');
  const counts = new BigUint64Array(counterCount);
  for (let i = 0; i < counterCount; i++) {
    // A byte of coverage is 0 once its block ran.
    counts[i] = counterSize === 1 ? BigInt(counters.u8('counter') === 0) : counters.u64('counter');
  }
  return counts;
}

/**
 * Call targets as hashes of names; a target that was not instrumented is 0, as in LLVM. Sites of virtual
 * tables are left out: indexed profiles before version 12 cannot have them.
 */
function named(
  kinds: readonly (readonly ValueSite[])[],
  hashOfAddress: ReadonlyMap<bigint, bigint>,
): (readonly ValueSite[])[] {
  const kept = kinds.slice(0, valueKinds.virtualTable);
  return kept.map((sites, kind) => {
    if (kind !== valueKinds.callTarget) return sites;
    return sites.map(({ values, counts }) => ({
      values: values.map((address) => hashOfAddress.get(address) ?? 0n),
      counts,
    }));
  });
}
