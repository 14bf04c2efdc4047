import { ByteWriter } from '../../base/byte-writer.ts';
import { ChainedHash } from './chained-hash.ts';
import type { FunctionCounters, InstrumentedProfile } from './instrumented-profile.ts';
import { contextSensitiveHashBit, keptKindBits, kindBits, magics } from './profile-table.ts';
import { encodeSummary, summarize } from './summary.ts';
import { encodeValueData, valueDataSize } from './value-data.ts';

/** The version that compilers from LLVM 14 to 22 read. */
const version = 7n;
const tableOffsetAt = 32;

/**
 * Writes an indexed profile (.profdata): header, summary, a hash table of functions by name. Expects a
 * merged profile, whose value sites are sorted.
 */
export function encodeIndexedProfile(profile: InstrumentedProfile): Uint8Array<ArrayBuffer> {
  const { functions } = profile;
  const kind = profile.kind & keptKindBits;
  const file = new ByteWriter(64 + 128 * functions.length);
  file.u64(magics.indexed);
  file.u64(version | kind);
  file.u64(0n); // unused
  file.u64(0n); // names are hashed with MD5
  file.u64(0n); // offset of the table, known below
  encodeSummary(summarize(functions.filter((each) => !isContextSensitive(each))), file);
  if ((kind & kindBits.contextSensitive) !== 0n) {
    encodeSummary(summarize(functions.filter(isContextSensitive)), file);
  }
  const table = new ChainedHash<readonly FunctionCounters[]>();
  for (const shapes of byName(functions)) table.insert(shapes[0].nameHash, shapes);
  const tableOffset = table.encode(file, (shapes) => encodeFunction(shapes, file));
  const bytes = file.flush();
  new DataView(bytes.buffer).setBigUint64(tableOffsetAt, BigInt(tableOffset), true);
  return bytes;
}

function isContextSensitive({ shapeHash }: FunctionCounters): boolean {
  return (shapeHash & contextSensitiveHashBit) !== 0n;
}

type Shapes = [FunctionCounters, ...FunctionCounters[]];

/** One entry per name, with all shapes of it, in the order of the names' bytes. */
function byName(functions: readonly FunctionCounters[]): Shapes[] {
  const groups = new Map<bigint, Shapes>();
  for (const each of functions) {
    const known = groups.get(each.nameHash);
    if (known === undefined) groups.set(each.nameHash, [each]);
    else known.push(each);
  }
  return [...groups.values()].sort(([a], [b]) => compareBytes(a.name, b.name));
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
  }
  return a.length - b.length;
}

function encodeFunction(shapes: readonly FunctionCounters[], file: ByteWriter): void {
  const name = shapes[0]?.name ?? new Uint8Array(0);
  let size = 0;
  for (const { counts, sites } of shapes) size += 16 + 8 * counts.length + valueDataSize(sites);
  file.u64(BigInt(name.length));
  file.u64(BigInt(size));
  file.append(name);
  for (const { shapeHash, counts, sites } of shapes) {
    file.u64(shapeHash);
    file.u64(BigInt(counts.length));
    for (const count of counts) file.u64(count);
    encodeValueData(sites, file);
  }
}
