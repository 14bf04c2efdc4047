import { ByteReader } from '../../base/byte-reader.ts';
import { md5Low64 } from '../../base/md5.ts';
import { ToolError } from '../../base/tool-error.ts';
import { parseBinaryIds } from './binary-ids.ts';
import type { FunctionCounters, InstrumentedProfile } from './instrumented-profile.ts';
import { keptKindBits, kindBits, magics, valueKinds } from './profile-table.ts';
import { parseValueData } from './value-data.ts';

/** Whether bytes begin like a .profdata file. */
export function isIndexedProfile(bytes: Uint8Array): boolean {
  return bytes.length >= 8 && new ByteReader(bytes, 'magic').u64('magic') === magics.indexed;
}

/** Reads an indexed profile (.profdata) of version 7 to 12: what llvm-profdata or we merged. */
export function parseIndexedProfile(bytes: Uint8Array): InstrumentedProfile {
  const file = new ByteReader(bytes, 'indexed profile');
  const { version, kind, tableOffset, binaryIdsOffset } = parseHeader(file);
  skipSummary(file);
  if ((kind & kindBits.contextSensitive) !== 0n) skipSummary(file);
  const payload = file.offset;
  file.seek(tableOffset, 'hash table');
  file.skip(8, 'number of buckets');
  const entryCount = file.size('number of entries');
  file.seek(payload, 'functions');
  const functions = parseFunctions(file, entryCount, version);
  const buildIds = binaryIdsOffset === 0 ? [] : binaryIdsAt(file, binaryIdsOffset);
  return { version, kind: kind & keptKindBits, functions, buildIds, namelessCount: 0 };
}

interface Header {
  readonly version: number;
  readonly kind: bigint;
  readonly tableOffset: number;
  readonly binaryIdsOffset: number;
}

/** Offsets to further parts were appended to the header from version to version. */
function parseHeader(file: ByteReader): Header {
  if (file.u64('magic') !== magics.indexed)
    throw file.fail('not an indexed profile of LLVM (magic)');
  const word = file.u64('version');
  const version = Number(word & 0xffffffffn);
  if (version < 7 || version > 12) {
    throw new ToolError(
      'unsupported-input',
      `indexed profile version ${version}; 7 to 12 are read`,
      {
        hint: 'write it again with an llvm-profdata from LLVM 14 to 19',
      },
    );
  }
  file.u64('unused');
  const hashType = file.u64('hash type');
  if (hashType !== 0n) throw file.fail(`hash type ${hashType}`);
  const tableOffset = file.size('offset of the hash table');
  if (version >= 8) file.u64('offset of the memory profile');
  const binaryIdsOffset = version >= 9 ? file.size('offset of the binary ids') : 0;
  if (version >= 10) file.u64('offset of the traces');
  if (version >= 12) file.u64('offset of the names of virtual tables');
  return { version, kind: word & ~0xffffffffn, tableOffset, binaryIdsOffset };
}

function skipSummary(file: ByteReader): void {
  const fieldCount = file.size('number of summary fields');
  const entryCount = file.size('number of summary entries');
  file.skip(8 * fieldCount + 24 * entryCount, 'summary');
}

/** The buckets follow each other, so that they are read once from front to back, as LLVM does. */
function parseFunctions(file: ByteReader, entryCount: number, version: number): FunctionCounters[] {
  const functions: FunctionCounters[] = [];
  let leftInBucket = 0;
  for (let entry = 0; entry < entryCount; entry++) {
    while (leftInBucket === 0) leftInBucket = file.u16('items of a bucket');
    leftInBucket--;
    file.skip(8, 'hash');
    const nameLength = file.size('length of a name');
    const dataLength = file.size('length of counters');
    const name = Uint8Array.from(file.take(nameLength, 'name'));
    parseShapes(file.sub(dataLength, 'function'), version, name, functions);
  }
  return functions;
}

function parseShapes(
  data: ByteReader,
  version: number,
  name: Uint8Array,
  into: FunctionCounters[],
): void {
  const nameHash = md5Low64(name);
  while (!data.atEnd) {
    const shapeHash = data.u64('function hash');
    const counterCount = data.size('number of counters');
    if (counterCount * 8 > data.remaining) throw data.fail(`${counterCount} counters`);
    const counts = new BigUint64Array(counterCount);
    for (let i = 0; i < counterCount; i++) counts[i] = data.u64('counter');
    if (version >= 11) data.skip(data.size('size of bitmaps'), 'bitmaps');
    const sites = parseValueData(data, 'value data').slice(0, valueKinds.virtualTable);
    into.push({ name, nameHash, shapeHash, counts, sites });
  }
}

function binaryIdsAt(file: ByteReader, offset: number): string[] {
  file.seek(offset, 'binary ids');
  const size = file.size('size of binary ids');
  return [...new Set(parseBinaryIds(file.sub(size, 'binary ids')))];
}
