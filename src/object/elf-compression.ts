import { ByteReader } from '../base/byte-reader.ts';
import { type ElfFile, type ElfSection, word } from './elf-file.ts';
import { compressionTypes, sectionFlags } from './elf-table.ts';

export interface CompressedSection {
  readonly algorithm: 'zlib' | 'zstd';
  /** Bytes after decompression, by the file's word. */
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** What to decompress of a section's bytes, if it has SHF_COMPRESSED or the older `.zdebug_*` form. */
export function findCompressed(
  elf: ElfFile,
  section: ElfSection,
  stored: Uint8Array,
): CompressedSection | undefined {
  if ((section.flags & sectionFlags.compressed) !== 0) return parseCompressed(elf, section, stored);
  if (!section.name.startsWith('.zdebug_')) return undefined;
  const reader = new ByteReader(stored, section.name, {
    base: section.offset,
    littleEndian: false,
  });
  if (reader.text(4, 'magic') !== 'ZLIB') return undefined;
  return { algorithm: 'zlib', size: reader.size('size'), bytes: stored.subarray(12) };
}

function parseCompressed(elf: ElfFile, section: ElfSection, stored: Uint8Array): CompressedSection {
  const { is64, littleEndian } = elf;
  const reader = new ByteReader(stored, section.name, { base: section.offset, littleEndian });
  const type = reader.u32('compression type');
  if (is64) reader.skip(4, 'reserved');
  const size = word(reader, is64, 'size');
  word(reader, is64, 'alignment');
  const algorithm = compressionTypes[type];
  if (algorithm === undefined) throw reader.fail(`unknown compression ${type}`);
  return { algorithm, size, bytes: stored.subarray(reader.offset) };
}
