import { ByteReader } from '../../base/byte-reader.ts';
import { ToolError } from '../../base/tool-error.ts';
import { type ElfFile, findSectionData, type SectionCodec } from '../../object/index.ts';
import { parseNameBlocks } from './name-block.ts';
import { parseRawRecord, rawRecordSize } from './raw-record.ts';

/** A function of an instrumented program, as its counters will be keyed. */
export interface InstrumentedFunction {
  readonly name: Uint8Array;
  readonly nameHash: bigint;
  readonly shapeHash: bigint;
  readonly counterCount: number;
}

/**
 * What an instrumented program would count, without running it: its records as the compiler laid them down.
 * Which version of them it has is written nowhere that survives stripping, so the one whose records have
 * names is the right one.
 */
export function instrumentedFunctions(elf: ElfFile, codec: SectionCodec): InstrumentedFunction[] {
  const names = parseNameBlocks(findSectionData(elf, '__llvm_prf_names', codec), 0, codec);
  const data = findSectionData(elf, '__llvm_prf_data', codec);
  if (names.size === 0 || data.length === 0) {
    throw new ToolError('no-data', 'the program has no counters of LLVM', {
      hint: 'build it with -fprofile-generate or -Cprofile-generate, and do not strip it',
    });
  }
  const readings = [10, 9, 8].map((version) => functionsOf(data, names, version, elf.littleEndian));
  return readings.reduce((best, each) => (each.length > best.length ? each : best));
}

function functionsOf(
  data: Uint8Array,
  names: ReadonlyMap<bigint, Uint8Array>,
  version: number,
  littleEndian: boolean,
): InstrumentedFunction[] {
  const reader = new ByteReader(data, '__llvm_prf_data', { littleEndian });
  const functions: InstrumentedFunction[] = [];
  while (reader.remaining >= rawRecordSize(version)) {
    const { nameHash, shapeHash, counterCount } = parseRawRecord(reader, version);
    const name = names.get(nameHash);
    if (name !== undefined) functions.push({ name, nameHash, shapeHash, counterCount });
  }
  return functions;
}
