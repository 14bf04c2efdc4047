import { sortedByKey } from '../base/sorted-keys.ts';
import { type ElfFile, type ElfSection, sectionBytes } from './elf-file.ts';
import { sectionFlags, sectionTypes, symbolTypes } from './elf-table.ts';
import { type SectionCodec, sectionData } from './section-data.ts';

/**
 * Functions of a symbol table, sorted by address. Names stay bytes until one is asked for: a large
 * image has hundreds of thousands, of which a profile touches hundreds.
 */
export interface SymbolTable {
  readonly length: number;
  /** Svma. Images above 2^53 do not exist outside the kernel, which has kallsyms. */
  readonly address: Float64Array;
  readonly size: Float64Array; // 0 = up to the next symbol
  readonly binding: Uint8Array; // symbolBindings
  /** The name without its version: `memcpy`, not `memcpy@@GLIBC_2.14`. */
  nameAt(row: number): string;
  /** Where the section ends that it is defined in: a symbol without a size reaches no further. */
  sectionEnd(row: number): number;
}

export interface SymbolOptions {
  /** Needed where even `.symtab` is compressed; without it such a table counts as absent. */
  readonly codec?: SectionCodec;
  /** Also symbols without a type in executable sections, as assembly writes them. */
  readonly labels?: boolean;
}

/** The fuller of `.symtab` and `.dynsym`; an empty table when both were stripped. */
export function parseFunctionSymbols(elf: ElfFile, options: SymbolOptions = {}): SymbolTable {
  const full = parseSymbolSection(elf, sectionTypes.symbols, options);
  return full.length > 0 ? full : parseSymbolSection(elf, sectionTypes.dynamicSymbols, options);
}

/** The functions of one of the two tables. */
export function parseSymbolSection(
  elf: ElfFile,
  type: number,
  options: SymbolOptions = {},
): SymbolTable {
  // A table of type NOBITS is what `objcopy --only-keep-debug` leaves; it has another type then.
  const section = elf.sections.find((each) => each.type === type);
  return section === undefined ? emptyTable : parseTable(elf, section, options);
}

const emptyTable: SymbolTable = {
  length: 0,
  address: new Float64Array(0),
  size: new Float64Array(0),
  binding: new Uint8Array(0),
  nameAt: () => '',
  sectionEnd: () => 0,
};

function parseTable(elf: ElfFile, section: ElfSection, options: SymbolOptions): SymbolTable {
  const bytes = tableBytes(elf, section, options);
  const strings = elf.sections[section.link];
  const names = strings === undefined ? new Uint8Array(0) : tableBytes(elf, strings, options);
  const wanted = wantedRows(elf, bytes, names, options.labels === true);
  const { order, keys: address } = sortedByKey(wanted.address, wanted.row);
  const { is64 } = elf;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = new Float64Array(order.length);
  const binding = new Uint8Array(order.length);
  for (let row = 0; row < order.length; row++) {
    const at = (order[row] as number) * (is64 ? 24 : 16);
    size[row] = is64
      ? doubleWord(view, at + 16, elf.littleEndian)
      : view.getUint32(at + 8, elf.littleEndian);
    binding[row] = (bytes[at + (is64 ? 4 : 12)] as number) >> 4;
  }
  return {
    length: order.length,
    address,
    size,
    binding,
    nameAt(row) {
      const at = (order[row] as number) * (is64 ? 24 : 16);
      return symbolName(names, view.getUint32(at, elf.littleEndian));
    },
    sectionEnd(row) {
      const at = (order[row] as number) * (is64 ? 24 : 16);
      const definedIn = elf.sections[view.getUint16(at + (is64 ? 6 : 14), elf.littleEndian)];
      return definedIn === undefined
        ? Number.POSITIVE_INFINITY
        : Number(definedIn.address) + definedIn.size;
    },
  };
}

function tableBytes(elf: ElfFile, section: ElfSection, options: SymbolOptions): Uint8Array {
  if (options.codec !== undefined) return sectionData(elf, section, options.codec);
  const isCompressed = (section.flags & sectionFlags.compressed) !== 0;
  return isCompressed ? new Uint8Array(0) : sectionBytes(elf, section);
}

interface WantedRows {
  readonly address: Float64Array;
  readonly row: Int32Array;
}

/** Hot loop over all symbols of an image: reads the four fields it needs and nothing else. */
function wantedRows(
  elf: ElfFile,
  bytes: Uint8Array,
  names: Uint8Array,
  labels: boolean,
): WantedRows {
  const { is64, littleEndian } = elf;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = is64 ? 24 : 16;
  const count = Math.floor(bytes.length / width);
  const address = new Float64Array(count);
  const row = new Int32Array(count);
  const isCode = executableSections(elf);
  let found = 0;
  for (let symbol = 0; symbol < count; symbol++) {
    const at = symbol * width;
    const type = (bytes[at + (is64 ? 4 : 12)] as number) & 0xf;
    const isFunction = type === symbolTypes.function || type === symbolTypes.ifunc;
    if (!isFunction && !(labels && type === symbolTypes.none)) continue;
    const definedIn = view.getUint16(at + (is64 ? 6 : 14), littleEndian);
    if (definedIn === 0) continue;
    if (!isFunction && (isCode[definedIn] !== 1 || !isLabel(names, view, at, littleEndian))) {
      continue;
    }
    const value = is64
      ? doubleWord(view, at + 8, littleEndian)
      : view.getUint32(at + 4, littleEndian);
    if (value > Number.MAX_SAFE_INTEGER) continue;
    address[found] = value;
    row[found++] = symbol;
  }
  return { address: address.subarray(0, found), row: row.subarray(0, found) };
}

function doubleWord(view: DataView, at: number, littleEndian: boolean): number {
  const first = view.getUint32(at, littleEndian);
  const second = view.getUint32(at + 4, littleEndian);
  return littleEndian ? second * 2 ** 32 + first : first * 2 ** 32 + second;
}

function executableSections(elf: ElfFile): Uint8Array {
  return Uint8Array.from(elf.sections, ({ flags }) => (flags & sectionFlags.execute ? 1 : 0));
}

const dollar = 0x24;
const dot = 0x2e;

/** Not `$x`, `$d` (mapping symbols of arm and risc-v: what follows is code, is data) and not `.L5`. */
function isLabel(names: Uint8Array, view: DataView, at: number, littleEndian: boolean): boolean {
  const first = names[view.getUint32(at, littleEndian)] ?? 0;
  return first !== 0 && first !== dollar && first !== dot;
}

const utf8 = new TextDecoder('utf-8');
const atSign = 0x40;

/** Up to the NUL or the version that follows `@`; '' outside the table. */
function symbolName(names: Uint8Array, offset: number): string {
  if (offset >= names.length) return '';
  let end = offset;
  while (end < names.length && names[end] !== 0 && (names[end] !== atSign || end === offset)) end++;
  return utf8.decode(names.subarray(offset, end));
}
