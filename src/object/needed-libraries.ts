import { ByteReader } from '../base/byte-reader.ts';
import { cString, type ElfFile, findSection, sectionBytes } from './elf-file.ts';

/** What the dynamic section asks the loader for. */
export interface NeededLibraries {
  readonly names: readonly string[];
  /** DT_RUNPATH or DT_RPATH, taken apart; `$ORIGIN` is left for who knows where the file is. */
  readonly folders: readonly string[];
}

const tags = { needed: 1, rpath: 15, runpath: 29 } as const;

/** Libraries that the image names itself; a static one names none. */
export function neededLibraries(elf: ElfFile): NeededLibraries {
  const dynamic = findSection(elf, '.dynamic');
  const strings = dynamic === undefined ? undefined : elf.sections[dynamic.link];
  if (dynamic === undefined || strings === undefined) return { names: [], folders: [] };
  const table = sectionBytes(elf, strings);
  const reader = new ByteReader(sectionBytes(elf, dynamic), '.dynamic', {
    base: dynamic.offset,
    littleEndian: elf.littleEndian,
  });
  const names: string[] = [];
  const folders: string[] = [];
  const entrySize = elf.is64 ? 16 : 8;
  while (reader.remaining >= entrySize) {
    const tag = elf.is64 ? Number(reader.u64('tag')) : reader.u32('tag');
    const value = elf.is64 ? Number(reader.u64('value')) : reader.u32('value');
    if (tag === 0) break;
    if (tag === tags.needed) names.push(cString(table, value));
    if (tag === tags.runpath || tag === tags.rpath)
      folders.push(...cString(table, value).split(':'));
  }
  return { names, folders };
}
