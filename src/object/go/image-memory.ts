import { ByteReader } from '../../base/byte-reader.ts';
import type { ElfFile } from '../elf-file.ts';
import { forEachRelocation } from '../elf-relocations.ts';
import { sectionTypes } from '../elf-table.ts';
import { LoadSegments } from '../load-segments.ts';

/** The memory of an image as it is after loading, but at its own addresses. 64-bit images. */
export class ImageMemory {
  readonly #elf: ElfFile;
  readonly #segments: LoadSegments;
  #relocated: ReadonlyMap<number, number> | undefined;

  constructor(elf: ElfFile) {
    this.#elf = elf;
    this.#segments = new LoadSegments(elf);
  }

  /** Of reading a few words, as `TableWork` counts: an address is looked up among all segments. */
  get readCost(): number {
    return 128 + 2 * this.#elf.segments.length;
  }

  /** Undefined where the file has no bytes for all of it. */
  bytes(svma: number, length: number): Uint8Array | undefined {
    const { source } = this.#elf;
    const offset = this.#segments.fileOffsetOfSvma(svma);
    if (offset === undefined || !(length >= 0) || offset + length > source.size) return undefined;
    return source.read(offset, length);
  }

  u32(svma: number): number | undefined {
    const bytes = this.bytes(svma, 4);
    return bytes === undefined ? undefined : this.#reader(bytes).u32('word');
  }

  /** A pointer: what the loader writes there, or else what the file has. */
  pointer(svma: number): number | undefined {
    const known = this.relocated.get(svma);
    if (known !== undefined) return known;
    const bytes = this.bytes(svma, 8);
    return bytes === undefined ? undefined : Number(this.#reader(bytes).u64('pointer'));
  }

  /** Svma of each pointer that is relative to where the image is loaded, and its value (RELA). */
  get relocated(): ReadonlyMap<number, number> {
    this.#relocated ??= this.#readRelocations();
    return this.#relocated;
  }

  #readRelocations(): ReadonlyMap<number, number> {
    const values = new Map<number, number>();
    const relative = relativeTypes[this.#elf.machine];
    for (const section of this.#elf.sections) {
      if (section.type !== sectionTypes.relocations || relative === undefined) continue;
      forEachRelocation(this.#elf, section, (slot, type, _symbol, addend) => {
        if (type === relative) values.set(slot, addend);
      });
    }
    return values;
  }

  #reader(bytes: Uint8Array): ByteReader {
    return new ByteReader(bytes, 'image', { littleEndian: this.#elf.littleEndian });
  }
}

/** R_*_RELATIVE. */
const relativeTypes: Readonly<Record<string, number>> = { 'x86-64': 8, aarch64: 1027 };
