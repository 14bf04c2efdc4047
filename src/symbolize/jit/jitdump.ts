import { ByteReader } from '../../base/byte-reader.ts';
import type { Diagnostics } from '../../base/diagnostics.ts';
import { malformed, ToolError } from '../../base/tool-error.ts';
import {
  jitdumpFlags,
  jitdumpHeaderSize,
  jitdumpMagic,
  jitdumpRecordHeaderSize,
  jitdumpRecords,
  jitdumpVersion,
} from './jitdump-table.ts';

/** Code as it was written at its first place. */
export interface LoadedCode {
  readonly name: string;
  /** Where it was written first; debug info counts from here even after a move. */
  readonly firstStart: number;
  readonly bytes: Uint8Array;
  readonly lines: LineEntries;
}

/** Source lines by address, ascending: an entry holds up to the next one. */
export interface LineEntries {
  readonly address: Float64Array;
  readonly line: Int32Array;
  /** Indices into `files`. */
  readonly file: Int32Array;
  readonly files: readonly string[];
}

/** Code at a place from a time on. */
export interface Placement {
  readonly code: LoadedCode;
  readonly time: number;
  readonly start: number;
  readonly size: number;
}

export interface Jitdump {
  readonly pid: number;
  readonly elfMachine: number;
  /** `time` is in ticks of the processor's counter; otherwise nanoseconds of CLOCK_MONOTONIC. */
  readonly hasArchTimes: boolean;
  /** In order of time. */
  readonly placements: readonly Placement[];
  /** Code that carries unwinding tables, which are not used yet. */
  readonly unwindingInfos: number;
}

const noLines: LineEntries = {
  address: new Float64Array(0),
  line: new Int32Array(0),
  file: new Int32Array(0),
  files: [],
};
/** The smallest entry of a DEBUG_INFO record: address, line, discriminator, an empty name. */
const smallestEntry = 17;
/** Addresses above are not those of a user program, and not exact as a double. */
const addressLimit = 2 ** 53;

/** A file that ends within a record is that of a program that was killed: what is whole is kept. */
export function parseJitdump(bytes: Uint8Array, diagnostics?: Diagnostics): Jitdump {
  const header = readHeader(bytes);
  const { reader } = header;
  const state = new DumpState(diagnostics);
  while (reader.remaining >= jitdumpRecordHeaderSize) {
    const id = reader.u32('record id');
    const size = reader.u32('record size');
    const time = Number(reader.u64('record time'));
    const length = size - jitdumpRecordHeaderSize;
    if (length < 0 || length > reader.remaining) {
      diagnostics?.count(
        'jitdump-cut',
        `jitdump ends within a record at 0x${reader.offset.toString(16)}`,
      );
      break;
    }
    state.take(id, time, reader.sub(length, 'jitdump record'));
    if (id === jitdumpRecords.close) break;
  }
  const placements = state.placements;
  // Threads write their records in nearly, not wholly, the order of time.
  placements.sort((a, b) => a.time - b.time);
  const { pid, elfMachine, hasArchTimes } = header;
  return { pid, elfMachine, hasArchTimes, placements, unwindingInfos: state.unwindingInfos };
}

interface Header {
  readonly reader: ByteReader;
  readonly pid: number;
  readonly elfMachine: number;
  readonly hasArchTimes: boolean;
}

function readHeader(bytes: Uint8Array): Header {
  const section = 'jitdump header';
  let reader = new ByteReader(bytes, section);
  let magic = reader.u32('magic');
  if (magic !== jitdumpMagic) {
    reader = new ByteReader(bytes, section, { littleEndian: false });
    magic = reader.u32('magic');
  }
  if (magic !== jitdumpMagic) throw malformed(section, 0, 'not a jitdump file');
  const version = reader.u32('version');
  if (version !== jitdumpVersion) throw reader.fail(`version ${version}, not ${jitdumpVersion}`);
  const size = reader.u32('total size');
  if (size < jitdumpHeaderSize) throw reader.fail(`a header of ${size} bytes`);
  const elfMachine = reader.u32('ELF machine');
  reader.skip(4, 'padding');
  const pid = reader.u32('pid');
  reader.skip(8, 'timestamp');
  const flags = reader.u64('flags');
  reader.seek(size, 'total size');
  const hasArchTimes = (flags & BigInt(jitdumpFlags.archTimestamp)) !== 0n;
  return { reader, pid, elfMachine, hasArchTimes };
}

/** What records say until the next ones: debug info stands before the code it belongs to. */
class DumpState {
  readonly placements: Placement[] = [];
  unwindingInfos = 0;
  readonly #diagnostics: Diagnostics | undefined;
  readonly #byIndex = new Map<bigint, LoadedCode>();
  /** By the address of the code they describe. */
  readonly #pendingLines = new Map<number, LineEntries>();

  constructor(diagnostics: Diagnostics | undefined) {
    this.#diagnostics = diagnostics;
  }

  /** A damaged record costs itself, not those behind it: its size is known. */
  take(id: number, time: number, record: ByteReader): void {
    try {
      this.#take(id, time, record);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.#diagnostics?.count('jitdump-damaged', error.message);
    }
  }

  #take(id: number, time: number, record: ByteReader): void {
    switch (id) {
      case jitdumpRecords.load:
        this.#load(time, record);
        break;
      case jitdumpRecords.move:
        this.#move(time, record);
        break;
      case jitdumpRecords.debugInfo: {
        const address = Number(record.u64('code address'));
        this.#pendingLines.set(address, parseLineEntries(record));
        break;
      }
      case jitdumpRecords.unwindingInfo:
        this.unwindingInfos++;
        break;
      case jitdumpRecords.close:
        break;
      default:
        this.#diagnostics?.count('jitdump-record', `jitdump record of unknown kind ${id}`);
    }
  }

  #load(time: number, record: ByteReader): void {
    record.skip(8, 'pid and tid');
    record.skip(8, 'virtual address');
    const start = Number(record.u64('code address'));
    const size = record.size('code size');
    const index = record.u64('code index');
    const name = takeText(record, 'function name');
    const bytes = record.take(Math.min(size, record.remaining), 'code');
    const lines = this.#pendingLines.get(start) ?? noLines;
    this.#pendingLines.delete(start);
    const code: LoadedCode = { name, firstStart: start, bytes, lines };
    this.#byIndex.set(index, code);
    this.#place({ code, time, start, size });
  }

  #move(time: number, record: ByteReader): void {
    record.skip(8, 'pid and tid');
    record.skip(8, 'virtual address');
    record.skip(8, 'old address');
    const start = Number(record.u64('new address'));
    const size = record.size('code size');
    const code = this.#byIndex.get(record.u64('code index'));
    if (code !== undefined) this.#place({ code, time, start, size });
    else this.#diagnostics?.count('jitdump-move', 'jitdump moves code that it never loaded');
  }

  #place(placement: Placement): void {
    if (placement.start + placement.size < addressLimit) this.placements.push(placement);
    else this.#diagnostics?.count('jitdump-address', 'jitdump code outside user addresses');
  }
}

function parseLineEntries(record: ByteReader): LineEntries {
  const count = record.size('entry count');
  if (count * smallestEntry > record.remaining) throw record.fail(`${count} entries do not fit`);
  const files: string[] = [];
  const rows: { address: number; line: number; file: number }[] = [];
  for (let row = 0; row < count; row++) {
    const address = Number(record.u64('entry address'));
    const line = record.i32('line');
    record.skip(4, 'discriminator');
    const name = takeText(record, 'file name');
    // "\xff\0" stands for the name of the entry before.
    if (name !== '\ufffd' && files.at(-1) !== name) files.push(name);
    if (address < addressLimit) rows.push({ address, line, file: Math.max(0, files.length - 1) });
  }
  rows.sort((a, b) => a.address - b.address);
  return {
    address: Float64Array.from(rows, (row) => row.address),
    line: Int32Array.from(rows, (row) => row.line),
    file: Int32Array.from(rows, (row) => row.file),
    files,
  };
}

function takeText(record: ByteReader, field: string): string {
  const end = record.bytes.indexOf(0, record.offset);
  if (end < 0) throw record.fail(`${field} without an end`);
  const text = record.text(end - record.offset, field);
  record.skip(1, field);
  return text;
}
