import type { ElfFile, ElfSegment } from './elf-file.ts';
import { segmentFlags, segmentTypes } from './elf-table.ts';

/** Words per segment: file offset, its end, what to add for the Svma. */
const stride = 3;

/** The parts of an image that are loaded, as plain numbers: asked once per address of a recording. */
export class LoadSegments {
  /** Executable segments first, each kind in the order of the file. */
  readonly #byKind: Float64Array;
  readonly #inOrder: Float64Array;

  constructor(elf: ElfFile) {
    const loads = elf.segments.filter(({ type }) => type === segmentTypes.load);
    const sorted = [...loads.filter(isCode), ...loads.filter((segment) => !isCode(segment))];
    const table = (segments: typeof loads): Float64Array =>
      Float64Array.from(
        segments.flatMap(({ offset, fileSize, address }) => [
          offset,
          offset + fileSize,
          Number(address) - offset,
        ]),
      );
    this.#byKind = table(sorted);
    this.#inOrder = table(loads);
  }

  /**
   * The Svma at which the image has that file offset: by the PT_LOAD whose *file range* holds it.
   * Never `mapping start - pgoff`: lld and mold leave gaps between segments, kernels map text with
   * huge pages, and programs that are not position independent do not start at 0.
   *
   * Where two segments share a page, an offset of one also lies in the other's mapping; code is asked
   * for, so the executable one wins. Undefined when no segment holds it.
   */
  svmaOfFileOffset(fileOffset: number): number | undefined {
    const table = this.#byKind;
    for (let at = 0; at < table.length; at += stride) {
      if (fileOffset >= (table[at] as number) && fileOffset < (table[at + 1] as number)) {
        return fileOffset + (table[at + 2] as number);
      }
    }
    return undefined;
  }

  /** The reverse: where in the file the byte of an Svma is; undefined when it takes no room there. */
  fileOffsetOfSvma(svma: number): number | undefined {
    const table = this.#inOrder;
    for (let at = 0; at < table.length; at += stride) {
      const fileOffset = svma - (table[at + 2] as number);
      if (fileOffset >= (table[at] as number) && fileOffset < (table[at + 1] as number)) {
        return fileOffset;
      }
    }
    return undefined;
  }
}

function isCode({ flags }: ElfSegment): boolean {
  return (flags & segmentFlags.execute) !== 0;
}

/** For one address; who asks for many keeps a `LoadSegments`. */
export function svmaOfFileOffset(elf: ElfFile, fileOffset: number): number | undefined {
  return new LoadSegments(elf).svmaOfFileOffset(fileOffset);
}

export function fileOffsetOfSvma(elf: ElfFile, svma: number): number | undefined {
  return new LoadSegments(elf).fileOffsetOfSvma(svma);
}
