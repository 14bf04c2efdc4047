import { type ElfFile, type ElfSection, sectionBytes } from './elf-file.ts';

export interface Relocation {
  /** Svma of what is filled in. */
  readonly slot: number;
  readonly type: number;
  readonly symbol: number;
  readonly addend: number;
}

/** The entries of a RELA section of a 64-bit image. There may be a million: no 64-bit integers here. */
export function* relocations(elf: ElfFile, section: ElfSection): Generator<Relocation> {
  const bytes = sectionBytes(elf, section);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { littleEndian } = elf;
  const [low, high] = littleEndian ? [0, 4] : [4, 0];
  for (let at = 0; at + 24 <= bytes.length; at += 24) {
    const word = (offset: number): number => view.getUint32(at + offset, littleEndian);
    yield {
      slot: word(high) * 2 ** 32 + word(low),
      type: word(8 + low),
      symbol: word(8 + high),
      addend: word(16 + high) * 2 ** 32 + word(16 + low),
    };
  }
}
