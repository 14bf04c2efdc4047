import type { ElfFile } from '../elf-file.ts';
import { findSection } from '../elf-file.ts';
import { segmentFlags, segmentTypes } from '../elf-table.ts';
import type { ImageMemory } from './image-memory.ts';
import { type GoLayout, goMagics, moduleFunctionData, moduleWords } from './pclntab-table.ts';

/** Where the table lies. */
export interface GoTablePlace {
  /** Svma. */
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** What the program knows of itself at run time (`runtime.moduledata`). */
export interface GoModule {
  /** Svma that entries count from. */
  readonly text: number;
  /** Svma that function data counts from; undefined when it is not known. */
  readonly functionData: number | undefined;
}

const sectionNames = ['.gopclntab', '.data.rel.ro.gopclntab'];

/** The table, by its section or, where sections were removed, by its first bytes. */
export function findGoTable(elf: ElfFile): GoTablePlace | undefined {
  for (const name of sectionNames) {
    const section = findSection(elf, name);
    if (section === undefined || section.size === 0) continue;
    if (section.offset + section.size > elf.source.size) continue;
    const bytes = elf.source.read(section.offset, section.size);
    return { address: Number(section.address), bytes };
  }
  return elf.sections.length > 1 && findSection(elf, '.go.buildinfo') === undefined
    ? undefined
    : scanForTable(elf);
}

function scanForTable(elf: ElfFile): GoTablePlace | undefined {
  for (const segment of elf.segments) {
    const { type, flags, offset, fileSize } = segment;
    if (type !== segmentTypes.load || (flags & segmentFlags.execute) !== 0) continue;
    if (offset + fileSize > elf.source.size) continue;
    const bytes = elf.source.read(offset, fileSize);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + 64 <= bytes.length; at += 8) {
      if (goMagics[view.getUint32(at, elf.littleEndian)] === undefined) continue;
      if (!hasHeaderRest(bytes, at)) continue;
      return { address: Number(segment.address) + at, bytes: bytes.subarray(at) };
    }
  }
  return undefined;
}

/** Two zeros, the smallest instruction, and the size of a pointer. */
function hasHeaderRest(bytes: Uint8Array, at: number): boolean {
  const [quantum = 0, pointer = 0] = [bytes[at + 6], bytes[at + 7]];
  if (bytes[at + 4] !== 0 || bytes[at + 5] !== 0) return false;
  return (quantum === 1 || quantum === 2 || quantum === 4) && (pointer === 4 || pointer === 8);
}

/**
 * `moduledata` begins with a pointer to the table, and the next word points to the names in it: no other
 * place has both. Works without symbols.
 */
export function findGoModule(
  elf: ElfFile,
  memory: ImageMemory,
  table: number,
  names: number,
  layout: GoLayout,
): GoModule | undefined {
  for (const at of pointersTo(elf, memory, table)) {
    if (memory.pointer(at + moduleWords.functionNames * 8) !== names) continue;
    const text = memory.pointer(at + moduleWords.text * 8);
    const word = moduleFunctionData[layout];
    const functionData = word === undefined ? undefined : memory.pointer(at + word * 8);
    if (text !== undefined) return { text, functionData };
  }
  return undefined;
}

function* pointersTo(elf: ElfFile, memory: ImageMemory, target: number): Generator<number> {
  for (const [at, value] of memory.relocated) if (value === target) yield at;
  for (const { type, flags, offset, fileSize, address } of elf.segments) {
    if (type !== segmentTypes.load || (flags & segmentFlags.write) === 0) continue;
    if (offset + fileSize > elf.source.size) continue;
    const bytes = elf.source.read(offset, fileSize);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [low, high] = elf.littleEndian ? [0, 4] : [4, 0];
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      if (view.getUint32(at + low, elf.littleEndian) !== target % 2 ** 32) continue;
      if (view.getUint32(at + high, elf.littleEndian) !== Math.floor(target / 2 ** 32)) continue;
      yield Number(address) + at;
    }
  }
}
