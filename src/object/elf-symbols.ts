import { ByteReader } from '../base/byte-reader.ts';
import { Float64Builder, Int32Builder } from '../base/growable-column.ts';
import { cString, type ElfFile, type ElfSection, sectionBytes } from './elf-file.ts';
import { sectionTypes, symbolTypes } from './elf-table.ts';

/**
 * Functions of a symbol table, sorted by address. Names stay bytes until one is asked for: a large
 * image has hundreds of thousands, of which a profile touches hundreds.
 */
export interface SymbolTable {
  readonly length: number;
  /** Svma. Images above 2^53 do not exist outside the kernel, which has kallsyms. */
  readonly address: Float64Array;
  readonly size: Float64Array; // 0 = up to the next symbol
  readonly binding: Uint8Array;
  nameAt(row: number): string;
}

/** The fuller of `.symtab` and `.dynsym`; an empty table when both were stripped. */
export function parseFunctionSymbols(elf: ElfFile): SymbolTable {
  const full = elf.sections.find((section) => section.type === sectionTypes.symbols);
  const dynamic = elf.sections.find((section) => section.type === sectionTypes.dynamicSymbols);
  const table = full ?? dynamic;
  return table === undefined ? emptyTable : parseTable(elf, table);
}

const emptyTable: SymbolTable = {
  length: 0,
  address: new Float64Array(0),
  size: new Float64Array(0),
  binding: new Uint8Array(0),
  nameAt: () => '',
};

function parseTable(elf: ElfFile, section: ElfSection): SymbolTable {
  const strings = elf.sections[section.link];
  const names = strings === undefined ? new Uint8Array(0) : sectionBytes(elf, strings);
  const reader = new ByteReader(sectionBytes(elf, section), section.name, {
    base: section.offset,
    littleEndian: elf.littleEndian,
  });
  const found = elf.is64 ? readSymbols64(reader) : readSymbols32(reader);
  return sortByAddress(found, names);
}

interface Unsorted {
  readonly address: Float64Builder;
  readonly size: Float64Builder;
  readonly name: Int32Builder;
  readonly binding: Int32Builder;
}

function unsorted(): Unsorted {
  return {
    address: new Float64Builder(1024),
    size: new Float64Builder(1024),
    name: new Int32Builder(1024),
    binding: new Int32Builder(1024),
  };
}

function isFunction(info: number, definedIn: number): boolean {
  const type = info & 0xf;
  return definedIn !== 0 && (type === symbolTypes.function || type === symbolTypes.ifunc);
}

function readSymbols64(reader: ByteReader): Unsorted {
  const found = unsorted();
  while (reader.remaining >= 24) {
    const name = reader.u32('name');
    const info = reader.u8('info');
    reader.skip(1, 'visibility');
    const definedIn = reader.u16('section');
    const low = reader.u32('value');
    const high = reader.u32('value');
    const size = reader.u32('size') + reader.u32('size') * 2 ** 32;
    if (isFunction(info, definedIn)) push(found, high * 2 ** 32 + low, size, name, info);
  }
  return found;
}

function readSymbols32(reader: ByteReader): Unsorted {
  const found = unsorted();
  while (reader.remaining >= 16) {
    const name = reader.u32('name');
    const address = reader.u32('value');
    const size = reader.u32('size');
    const info = reader.u8('info');
    reader.skip(1, 'visibility');
    if (isFunction(info, reader.u16('section'))) push(found, address, size, name, info);
  }
  return found;
}

function push(found: Unsorted, address: number, size: number, name: number, info: number): void {
  found.address.push(address);
  found.size.push(size);
  found.name.push(name);
  found.binding.push(info >> 4);
}

function sortByAddress(found: Unsorted, names: Uint8Array): SymbolTable {
  const address = found.address.view();
  const order = Int32Array.from(address, (_, row) => row);
  order.sort((a, b) => (address[a] as number) - (address[b] as number) || a - b);
  const nameOffsets = Int32Array.from(order, (row) => found.name.at(row));
  return {
    length: order.length,
    address: Float64Array.from(order, (row) => found.address.at(row)),
    size: Float64Array.from(order, (row) => found.size.at(row)),
    binding: Uint8Array.from(order, (row) => found.binding.at(row)),
    nameAt: (row) => cString(names, (nameOffsets[row] ?? 0) >>> 0),
  };
}
