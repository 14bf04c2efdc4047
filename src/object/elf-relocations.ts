import { type ElfFile, type ElfSection, sectionBytes } from './elf-file.ts';

/** `slot` is the Svma of what is filled in. */
type TakeRelocation = (slot: number, type: number, symbol: number, addend: number) => void;

/**
 * The entries of a RELA section of a 64-bit image. There may be a million: neither objects nor 64-bit
 * integers are made of them.
 */
export function forEachRelocation(elf: ElfFile, section: ElfSection, take: TakeRelocation): void {
  const bytes = sectionBytes(elf, section);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { littleEndian } = elf;
  const low = littleEndian ? 0 : 4;
  const high = 4 - low;
  for (let at = 0; at + 24 <= bytes.length; at += 24) {
    take(
      view.getUint32(at + high, littleEndian) * 2 ** 32 + view.getUint32(at + low, littleEndian),
      view.getUint32(at + 8 + low, littleEndian),
      view.getUint32(at + 8 + high, littleEndian),
      view.getUint32(at + 16 + high, littleEndian) * 2 ** 32 +
        view.getUint32(at + 16 + low, littleEndian),
    );
  }
}
