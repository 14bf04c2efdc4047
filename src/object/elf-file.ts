import { ByteReader } from '../base/byte-reader.ts';
import { malformed, ToolError } from '../base/tool-error.ts';
import { type ByteSource, readPart } from './byte-source.ts';
import {
  elfMagic,
  extendedSectionIndex,
  extendedSegmentCount,
  machines,
  sectionTypes,
} from './elf-table.ts';

export interface ElfSegment {
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  /** Svma: the address as the file states it. */
  readonly address: bigint;
  readonly fileSize: number;
  readonly memorySize: bigint;
}

export interface ElfSection {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly address: bigint;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly info: number;
  readonly entrySize: number;
}

/** An ELF image: what its headers say, and the source for the rest. */
export interface ElfFile {
  readonly source: ByteSource;
  readonly is64: boolean;
  readonly littleEndian: boolean;
  /** `x86-64`, `aarch64`, …, or the number. */
  readonly machine: string;
  readonly type: number;
  readonly segments: readonly ElfSegment[];
  readonly sections: readonly ElfSection[];
}

export function isElf(source: ByteSource): boolean {
  if (source.size < 20) return false;
  return new ByteReader(source.read(0, 4), 'ELF header').u32('magic') === elfMagic;
}

/** Reads headers and the two tables; nothing else of the file is touched. */
export function parseElf(source: ByteSource): ElfFile {
  if (!isElf(source)) throw new ToolError('unsupported-input', 'not an ELF file');
  const [is64, littleEndian] = parseIdent(source);
  const header = readHeader(source, is64, littleEndian);
  const shape = { source, is64, littleEndian };
  const first =
    header.sectionCount > 0 || header.sectionOffset > 0 ? firstSection(shape, header) : undefined;
  const sectionCount = header.sectionCount === 0 ? (first?.size ?? 0) : header.sectionCount;
  const segmentCount =
    header.segmentCount === extendedSegmentCount ? (first?.info ?? 0) : header.segmentCount;
  const namesIndex =
    header.namesIndex === extendedSectionIndex ? (first?.link ?? 0) : header.namesIndex;
  const table = tableReader(
    shape,
    header.sectionOffset,
    header.sectionSize,
    sectionCount,
    'section headers',
  );
  const raw = Array.from({ length: sectionCount }, (_, i) =>
    parseSection(table, i * header.sectionSize, is64),
  );
  const segments = tableReader(
    shape,
    header.segmentOffset,
    header.segmentSize,
    segmentCount,
    'program headers',
  );
  return {
    ...shape,
    machine: machines[header.machine] ?? String(header.machine),
    type: header.type,
    segments: Array.from({ length: segmentCount }, (_, i) =>
      parseSegment(segments, i * header.segmentSize, is64),
    ),
    sections: nameSections(source, raw, namesIndex),
  };
}

/** A section header as stored: its name is an offset into the section of names. */
type UnnamedSection = Omit<ElfSection, 'name'> & { readonly nameOffset: number };

interface Shape {
  readonly source: ByteSource;
  readonly is64: boolean;
  readonly littleEndian: boolean;
}

function parseIdent(source: ByteSource): readonly [boolean, boolean] {
  const ident = new ByteReader(source.read(0, 16), 'ELF header');
  ident.skip(4, 'magic');
  const elfClass = ident.u8('class');
  const data = ident.u8('byte order');
  if (elfClass !== 1 && elfClass !== 2) throw malformed('ELF header', 4, `class ${elfClass}`);
  if (data !== 1 && data !== 2) throw malformed('ELF header', 5, `byte order ${data}`);
  return [elfClass === 2, data === 1];
}

interface Header {
  readonly type: number;
  readonly machine: number;
  readonly segmentOffset: number;
  readonly sectionOffset: number;
  readonly segmentSize: number;
  readonly segmentCount: number;
  readonly sectionSize: number;
  readonly sectionCount: number;
  readonly namesIndex: number;
}

function readHeader(source: ByteSource, is64: boolean, littleEndian: boolean): Header {
  const size = is64 ? 64 : 52;
  const bytes = source.read(0, Math.min(size, source.size));
  const reader = new ByteReader(bytes, 'ELF header', { littleEndian });
  reader.skip(16, 'ident');
  const type = reader.u16('type');
  const machine = reader.u16('machine');
  reader.skip(4 + (is64 ? 8 : 4), 'version and entry');
  const segmentOffset = word(reader, is64, 'program header offset');
  const sectionOffset = word(reader, is64, 'section header offset');
  reader.skip(6, 'flags and header size');
  return {
    type,
    machine,
    segmentOffset,
    sectionOffset,
    segmentSize: atLeast(reader.u16('program header size'), is64 ? 56 : 32),
    segmentCount: reader.u16('program header count'),
    sectionSize: atLeast(reader.u16('section header size'), is64 ? 64 : 40),
    sectionCount: reader.u16('section header count'),
    namesIndex: reader.u16('section name index'),
  };
}

/** Header sizes of 0 occur in files without the table; entries are never smaller than the ABI's. */
function atLeast(size: number, minimum: number): number {
  return Math.max(size, minimum);
}

/** A file-sized quantity of the image's class. */
export function word(reader: ByteReader, is64: boolean, field: string): number {
  return is64 ? reader.size(field) : reader.u32(field);
}

function address(reader: ByteReader, is64: boolean, field: string): bigint {
  return is64 ? reader.u64(field) : BigInt(reader.u32(field));
}

/** Section 0 holds the counts that do not fit the header. */
function firstSection(shape: Shape, header: Header): UnnamedSection | undefined {
  if (header.sectionOffset === 0) return undefined;
  const table = tableReader(shape, header.sectionOffset, header.sectionSize, 1, 'section headers');
  return parseSection(table, 0, shape.is64);
}

function tableReader(
  shape: Shape,
  offset: number,
  entrySize: number,
  count: number,
  name: string,
): ByteReader {
  const bytes = readPart(shape.source, count === 0 ? 0 : offset, entrySize * count, name);
  return new ByteReader(bytes, name, { base: offset, littleEndian: shape.littleEndian });
}

function parseSegment(table: ByteReader, at: number, is64: boolean): ElfSegment {
  table.seek(at, 'entry');
  const type = table.u32('type');
  const flags64 = is64 ? table.u32('flags') : 0;
  const offset = word(table, is64, 'offset');
  const start = address(table, is64, 'address');
  table.skip(is64 ? 8 : 4, 'physical address');
  const fileSize = word(table, is64, 'file size');
  const memorySize = address(table, is64, 'memory size');
  const flags = is64 ? flags64 : table.u32('flags');
  return { type, flags, offset, address: start, fileSize, memorySize };
}

function parseSection(table: ByteReader, at: number, is64: boolean): UnnamedSection {
  table.seek(at, 'entry');
  const nameOffset = table.u32('name');
  const type = table.u32('type');
  const flags = Number(address(table, is64, 'flags') & 0xffff_ffffn);
  const start = address(table, is64, 'address');
  const offset = word(table, is64, 'offset');
  const size = word(table, is64, 'size');
  const link = table.u32('link');
  const info = table.u32('info');
  word(table, is64, 'alignment');
  const entrySize = word(table, is64, 'entry size');
  return { nameOffset, type, flags, address: start, offset, size, link, info, entrySize };
}

function nameSections(
  source: ByteSource,
  raw: readonly UnnamedSection[],
  names: number,
): ElfSection[] {
  const table = raw[names];
  const hasNames = table !== undefined && table.type === sectionTypes.strings;
  const bytes = hasNames
    ? readPart(source, table.offset, table.size, 'section names')
    : new Uint8Array(0);
  return raw.map(({ nameOffset, ...section }) => ({
    ...section,
    name: cString(bytes, nameOffset),
  }));
}

const utf8 = new TextDecoder('utf-8');

/** The text up to its NUL; '' outside the table, because a wrong name is not worth a failure. */
export function cString(bytes: Uint8Array, offset: number): string {
  if (offset >= bytes.length) return '';
  const end = bytes.indexOf(0, offset);
  return utf8.decode(bytes.subarray(offset, end < 0 ? bytes.length : end));
}

export function findSection(elf: ElfFile, name: string): ElfSection | undefined {
  return elf.sections.find((section) => section.name === name);
}

/** The bytes of a section as stored; sections that take no room in the file are empty. */
export function sectionBytes(elf: ElfFile, section: ElfSection): Uint8Array {
  if (section.type === sectionTypes.noBits) return new Uint8Array(0);
  return readPart(elf.source, section.offset, section.size, section.name);
}
