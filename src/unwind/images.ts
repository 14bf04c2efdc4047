import { ToolError } from '../base/tool-error.ts';
import type { CallFrames } from '../dwarf/cfi-lookup.ts';
import type { CfiSection } from '../dwarf/cfi-section.ts';
import type { ByteSource } from '../object/byte-source.ts';
import { type ElfFile, parseElf } from '../object/elf-file.ts';
import { type GoFrame, GoLineTable } from '../object/go/pclntab.ts';
import { LoadSegments } from '../object/load-segments.ts';
import type { SectionCodec } from '../object/section-data.ts';
import type { AddressSpaces, SpaceMapping } from './address-spaces.ts';
import { callFramesOf } from './image-frames.ts';

/** What of a section holds at an address. The next lookup changes it: read it at once. */
export type FoundRow = Pick<CfiSection, 'bytes' | 'cursor' | 'fde' | 'row'>;

/** An image that code ran from, with its unwind information. */
export class UnwindImage {
  readonly elf: ElfFile;
  readonly segments: LoadSegments;
  /** Packed rules by Svma, kept once a second mapping of the image shares them. */
  rules: Map<number, number> | undefined;
  readonly #frames: CallFrames;
  /** Go describes its own functions, also where the rest was stripped. */
  readonly #go: GoLineTable | undefined;

  constructor(
    elf: ElfFile,
    codec: SectionCodec | undefined,
    openDebugFile: () => ByteSource | undefined,
  ) {
    this.elf = elf;
    this.segments = new LoadSegments(elf);
    this.#frames = callFramesOf(elf, codec, openDebugFile);
    this.#go = goTableOf(elf);
  }

  goFrame(svma: number): GoFrame | undefined {
    return this.#go?.frame(svma);
  }

  /** Undefined where no FDE covers the address or its program is damaged. */
  findRow(svma: number): FoundRow | undefined {
    const section = this.#frames.find(svma);
    if (section === undefined) return undefined;
    try {
      section.program.runTo(section.fde, svma);
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
    return section;
  }

  /** Machine code from an Svma on; shorter at the end of the file, empty outside. */
  code(svma: number, length: number): Uint8Array {
    const { elf } = this;
    const offset = this.segments.fileOffsetOfSvma(svma);
    if (offset === undefined || offset >= elf.source.size) return new Uint8Array(0);
    return elf.source.read(offset, Math.min(length, elf.source.size - offset));
  }
}

/** A damaged table counts as none. */
function goTableOf(elf: ElfFile): GoLineTable | undefined {
  try {
    return GoLineTable.find(elf);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** The images of a recording, opened when the first address in them is met. */
export class UnwindImages {
  readonly #spaces: AddressSpaces;
  readonly #codec: SectionCodec | undefined;
  readonly #byName = new Map<string, UnwindImage | undefined>();
  /** By mapping: undefined = not tried, null = none. */
  readonly #byMapping: (UnwindImage | null | undefined)[] = [];

  constructor(spaces: AddressSpaces, codec: SectionCodec | undefined) {
    this.#spaces = spaces;
    this.#codec = codec;
  }

  find(mapping: number): UnwindImage | undefined {
    const known = this.#byMapping[mapping];
    if (known !== undefined) return known ?? undefined;
    const image = this.#open(this.#spaces.mappings[mapping] as SpaceMapping);
    this.#byMapping[mapping] = image ?? null;
    return image;
  }

  /** The Svma of an Avma of a mapping, by its image's segments; undefined outside them. */
  svmaIn(image: UnwindImage, mapping: number, avma: number): number | undefined {
    const { start, fileOffset } = this.#spaces.mappings[mapping] as SpaceMapping;
    return image.segments.svmaOfFileOffset(avma - start + fileOffset);
  }

  #open({ path, buildId, pid }: SpaceMapping): UnwindImage | undefined {
    const key = `${buildId} ${path}`;
    if (this.#byName.has(key)) {
      const known = this.#byName.get(key);
      if (known !== undefined) known.rules ??= new Map();
      return known;
    }
    const image = this.#parse(path, buildId, pid);
    this.#byName.set(key, image);
    return image;
  }

  #parse(path: string, buildId: string, pid: number): UnwindImage | undefined {
    try {
      const { openImage } = this.#spaces;
      const name = { path, buildId, pid };
      const source = openImage(name);
      if (source === undefined) return undefined;
      const openDebugFile = (): ByteSource | undefined => openImage(name, 'debug-file');
      return new UnwindImage(parseElf(source), this.#codec, openDebugFile);
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }
}
