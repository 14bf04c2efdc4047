import type { ElfFile, ElfSegment } from './elf-file.ts';
import { segmentFlags, segmentTypes } from './elf-table.ts';

/**
 * The Svma at which the image has that file offset: by the PT_LOAD whose *file range* holds it.
 * Never `mapping start - pgoff`: lld and mold leave gaps between segments, kernels map text with huge
 * pages, and programs that are not position independent do not start at 0.
 *
 * Where two segments share a page, an offset of one also lies in the other's mapping; code is asked
 * for, so the executable one wins. Undefined when no segment holds it.
 */
export function svmaOfFileOffset(elf: ElfFile, fileOffset: number): number | undefined {
  let found: ElfSegment | undefined;
  for (const segment of elf.segments) {
    if (segment.type !== segmentTypes.load) continue;
    if (fileOffset < segment.offset || fileOffset >= segment.offset + segment.fileSize) continue;
    if ((segment.flags & segmentFlags.execute) !== 0) return svmaIn(segment, fileOffset);
    found ??= segment;
  }
  return found === undefined ? undefined : svmaIn(found, fileOffset);
}

/** The reverse: where in the file the byte of an Svma is; undefined when it takes no room there. */
export function fileOffsetOfSvma(elf: ElfFile, svma: number): number | undefined {
  for (const segment of elf.segments) {
    if (segment.type !== segmentTypes.load) continue;
    const into = svma - Number(segment.address);
    if (into >= 0 && into < segment.fileSize) return segment.offset + into;
  }
  return undefined;
}

function svmaIn(segment: ElfSegment, fileOffset: number): number {
  return Number(segment.address) + fileOffset - segment.offset;
}
