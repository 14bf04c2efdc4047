import { ByteReader } from './byte-reader.ts';
import { malformed } from './tool-error.ts';

/** A part of a file, read on demand: binaries are large and headers small. */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array>;

export interface ElfSection {
  readonly name: string;
  readonly type: number;
  readonly offset: number;
  readonly sizeBytes: number;
}

export interface ElfImage {
  readonly machine: number;
  readonly sections: readonly ElfSection[];
}

const headerBytes = 64;
/** A linker writes some tens; millions are an attack. */
const mostSections = 100_000;
const largestNames = 64 << 20;

/** The section headers of an ELF file (System V ABI, "Object Files"), or undefined for other files. */
export async function readElfSections(read: ReadRange): Promise<ElfImage | undefined> {
  const head = await read(0, headerBytes);
  if (head[0] !== 0x7f || head[1] !== 0x45 || head[2] !== 0x4c || head[3] !== 0x46)
    return undefined;
  const is64 = head[4] === 2;
  const littleEndian = head[5] !== 2;
  const header = new ByteReader(head, 'ELF header', { littleEndian });
  header.seek(18, 'machine');
  const machine = header.u16('machine');
  header.seek(is64 ? 40 : 32, 'section header offset');
  const tableOffset = is64 ? header.size('section header offset') : header.u32('section offset');
  header.seek(is64 ? 58 : 46, 'section header size');
  const entryBytes = header.u16('section header size');
  const count = header.u16('section count');
  const namesAt = header.u16('section of names');
  if (tableOffset === 0 || count === 0) return { machine, sections: [] };
  if (count > mostSections || entryBytes < (is64 ? 64 : 40)) {
    throw malformed('ELF header', 58, 'absurd section table');
  }
  const table = new ByteReader(await read(tableOffset, count * entryBytes), 'ELF section headers', {
    base: tableOffset,
    littleEndian,
  });
  const raw = Array.from({ length: count }, (_, at) => rawSection(table, at * entryBytes, is64));
  const names = raw[namesAt];
  if (names === undefined || names.sizeBytes > largestNames) {
    throw malformed('ELF section headers', tableOffset, 'no section of names');
  }
  const text = await read(names.offset, names.sizeBytes);
  const sections = raw.map(({ nameAt, ...section }) => ({
    ...section,
    name: nameOf(text, nameAt),
  }));
  return { machine, sections };
}

interface RawSection extends Omit<ElfSection, 'name'> {
  readonly nameAt: number;
}

function rawSection(table: ByteReader, at: number, is64: boolean): RawSection {
  table.seek(at, 'section header');
  const nameAt = table.u32('name');
  const type = table.u32('type');
  table.skip(is64 ? 16 : 8, 'flags and address');
  const offset = is64 ? table.size('offset') : table.u32('offset');
  const sizeBytes = is64 ? table.size('size') : table.u32('size');
  return { nameAt, type, offset, sizeBytes };
}

function nameOf(text: Uint8Array, at: number): string {
  const end = text.indexOf(0, at);
  return new TextDecoder().decode(text.subarray(at, end < 0 ? text.length : end));
}
