import type { ByteReader } from '../base/byte-reader.ts';
import { ProtobufReader, uint64 } from '../base/protobuf-reader.ts';

/** `DsoType` of simpleperf's dso.h. */
export const simpleperfFileKinds = {
  kernel: 0,
  kernelModule: 1,
  elf: 2,
  dex: 3,
  symbolMap: 4,
} as const;

export interface SimpleperfSymbol {
  /** In the terms of its file: Svma of an image, FileOffset in a dex file, else Avma. */
  readonly start: bigint;
  readonly length: number;
  readonly name: string;
}

/** An image as the recorder saw it, with the symbols that samples hit. */
export interface SimpleperfFile {
  path: string;
  kind: number;
  /** Svma of the first byte of code. */
  codeStart: bigint;
  /** FileOffset (of a module: distance in memory) of that byte; undefined in old files. */
  codeOffset: bigint | undefined;
  symbols: SimpleperfSymbol[];
}

const utf8 = new TextDecoder();

/** FILE, of recorders before 2021 (record_file_format.h): structs with their size before them. */
export function readSimpleperfFiles(reader: ByteReader): SimpleperfFile[] {
  const files: SimpleperfFile[] = [];
  while (reader.remaining >= 4) {
    const entry = reader.sub(reader.u32('size of a file'), 'section file');
    const path = zeroEnded(entry, 'path');
    const kind = entry.u32('kind of file');
    const codeStart = entry.u64('start of code');
    const symbols = Array.from({ length: symbolCount(entry) }, () => ({
      start: entry.u64('start of a symbol'),
      length: entry.u32('length of a symbol'),
      name: zeroEnded(entry, 'name of a symbol'),
    }));
    files.push({ path, kind, codeStart, codeOffset: codeOffset(entry, kind), symbols });
  }
  return files;
}

const smallestSymbol = 13;

/** Checked before anything is made: a symbol takes that many bytes at least. */
function symbolCount(entry: ByteReader): number {
  const count = entry.u32('count of symbols');
  if (count * smallestSymbol > entry.remaining) throw entry.fail(`${count} symbols`);
  return count;
}

function codeOffset(entry: ByteReader, kind: number): bigint | undefined {
  const hasOne = kind === simpleperfFileKinds.elf || kind === simpleperfFileKinds.kernelModule;
  return hasOne && entry.remaining >= 8 ? entry.u64('offset of code') : undefined;
}

function zeroEnded(reader: ByteReader, field: string): string {
  const end = reader.bytes.indexOf(0, reader.offset);
  if (end < 0) throw reader.fail(`${field} does not end`);
  const text = utf8.decode(reader.take(end - reader.offset, field));
  reader.skip(1, field);
  return text;
}

/** FILE2: messages `FileFeature` of record_file.proto, each behind its size. */
export function readSimpleperfFiles2(reader: ByteReader): SimpleperfFile[] {
  const files: SimpleperfFile[] = [];
  while (reader.remaining >= 4) {
    const bytes = reader.take(reader.u32('size of a file'), 'file');
    files.push(readFile(new ProtobufReader(bytes, 'section file2')));
  }
  return files;
}

function readFile(message: ProtobufReader): SimpleperfFile {
  const file: SimpleperfFile = {
    path: '',
    kind: 0,
    codeStart: 0n,
    codeOffset: undefined,
    symbols: [],
  };
  while (message.next()) {
    if (message.field === 1) file.path = text(message, 'path');
    else if (message.field === 2) file.kind = message.unsigned('kind');
    else if (message.field === 3) file.codeStart = word(message, 'start of code');
    else if (message.field === 4) file.symbols.push(readSymbol(message));
    else if (message.field === 6 || message.field === 7) file.codeOffset = readOffset(message);
    else message.skip();
  }
  return file;
}

function readSymbol(message: ProtobufReader): SimpleperfSymbol {
  const outer = message.enter('symbol');
  const symbol = { start: 0n, length: 0, name: '' };
  while (message.next()) {
    if (message.field === 1) symbol.start = word(message, 'start of a symbol');
    else if (message.field === 2) symbol.length = message.unsigned('length of a symbol');
    else if (message.field === 3) symbol.name = text(message, 'name of a symbol');
    else message.skip();
  }
  message.leave(outer);
  return symbol;
}

/** Of an image or of a module; 0 is not written. */
function readOffset(message: ProtobufReader): bigint {
  const outer = message.enter('place of code');
  let offset = 0n;
  while (message.next()) {
    if (message.field === 1) offset = word(message, 'offset of code');
    else message.skip();
  }
  message.leave(outer);
  return offset;
}

function word(message: ProtobufReader, what: string): bigint {
  message.unsigned(what);
  return uint64(message.low, message.high);
}

function text(message: ProtobufReader, what: string): string {
  const length = message.length(what);
  const start = message.offset;
  message.offset = start + length;
  return utf8.decode(message.bytes.subarray(start, start + length));
}
