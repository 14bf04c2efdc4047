import { ByteReader } from '../base/byte-reader.ts';
import { hexadecimal } from '../base/hexadecimal.ts';
import { cString, type ElfFile, findSection, sectionBytes } from './elf-file.ts';

/** `.gnu_debuglink`: where the debug information went (gdb manual, "Separate Debug Files"). */
export interface DebugLink {
  readonly name: string;
  /** CRC-32 of the whole file. */
  readonly crc: number;
}

export function findDebugLink(elf: ElfFile): DebugLink | undefined {
  const section = findSection(elf, '.gnu_debuglink');
  if (section === undefined) return undefined;
  const bytes = sectionBytes(elf, section);
  const name = cString(bytes, 0);
  if (name === '') return undefined;
  const reader = new ByteReader(bytes, section.name, {
    base: section.offset,
    littleEndian: elf.littleEndian,
  });
  // The name is padded to four bytes, its NUL included.
  const nameBytes = bytes.indexOf(0) + 1;
  reader.seek(nameBytes + ((4 - (nameBytes % 4)) % 4), 'checksum');
  return { name, crc: reader.u32('checksum') };
}

/** `.gnu_debugaltlink`, and DWARF 5's `.debug_sup`: what dwz moved into a file that several share. */
export interface SupplementaryLink {
  readonly path: string;
  readonly buildId: string;
}

export function findSupplementaryLink(elf: ElfFile): SupplementaryLink | undefined {
  const section = findSection(elf, '.gnu_debugaltlink');
  if (section === undefined) return findDwarf5Link(elf);
  const bytes = sectionBytes(elf, section);
  const end = bytes.indexOf(0);
  if (end <= 0) return undefined;
  return { path: cString(bytes, 0), buildId: hexadecimal(bytes.subarray(end + 1)) };
}

/** DWARF 5 §7.3.6: version, is_supplementary, file name, checksum with its length. */
function findDwarf5Link(elf: ElfFile): SupplementaryLink | undefined {
  const section = findSection(elf, '.debug_sup');
  if (section === undefined) return undefined;
  const { littleEndian } = elf;
  const bytes = sectionBytes(elf, section);
  const reader = new ByteReader(bytes, section.name, { base: section.offset, littleEndian });
  reader.u16('version');
  if (reader.u8('is_supplementary') !== 0) return undefined;
  const path = cString(bytes, reader.offset);
  const end = bytes.indexOf(0, reader.offset);
  if (end < 0 || path === '') return undefined;
  reader.seek(end + 1, 'checksum');
  return { path, buildId: hexadecimal(reader.take(reader.uleb('checksum size'), 'checksum')) };
}
