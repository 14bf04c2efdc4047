import { ToolError } from '../base/tool-error.ts';
import { type EhFrameHeader, parseEhFrameHeader } from '../dwarf/cfi-header.ts';
import { CallFrames } from '../dwarf/cfi-lookup.ts';
import { CfiSection } from '../dwarf/cfi-section.ts';
import { type ByteSource, readPart } from '../object/byte-source.ts';
import { type ElfFile, findSection, parseElf, sectionBytes } from '../object/elf-file.ts';
import { segmentTypes } from '../object/elf-table.ts';
import { findSectionData, type SectionCodec } from '../object/section-data.ts';

/**
 * The call frame information of an image. What is damaged counts as absent. `.debug_frame` may have been
 * moved to a debug file, which has the same Svmas and is looked for when nothing else knows an address.
 */
export function callFramesOf(
  elf: ElfFile,
  codec: SectionCodec | undefined,
  openDebugFile: () => ByteSource | undefined = () => undefined,
): CallFrames {
  const header = attempt(() => findHeader(elf));
  const eh = attempt(() => findEhFrame(elf, header));
  return new CallFrames(eh, header, () => {
    const own = attempt(() => findDebugFrame(elf, codec));
    if (own !== undefined) return own;
    const source = attempt(openDebugFile);
    return source && attempt(() => findDebugFrame(parseElf(source), codec));
  });
}

function attempt<Value>(make: () => Value | undefined): Value | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** By the segment, as the running program finds it: it is there when section headers are not. */
function findHeader(elf: ElfFile): EhFrameHeader | undefined {
  const segment = elf.segments.find(({ type }) => type === segmentTypes.ehFrameHeader);
  if (segment === undefined) return undefined;
  const bytes = readPart(elf.source, segment.offset, segment.fileSize, '.eh_frame_hdr');
  return parseEhFrameHeader(bytes, Number(segment.address), elf.littleEndian, addressSize(elf));
}

function findEhFrame(elf: ElfFile, header: EhFrameHeader | undefined): CfiSection | undefined {
  const section = findSection(elf, '.eh_frame');
  const shape = {
    name: '.eh_frame' as const,
    littleEndian: elf.littleEndian,
    addressSize: addressSize(elf),
    textAddress: Number(findSection(elf, '.text')?.address ?? 0),
    dataAddress: Number(findSection(elf, '.got')?.address ?? 0),
  };
  if (section !== undefined) {
    const address = Number(section.address);
    return new CfiSection({ ...shape, bytes: sectionBytes(elf, section), address });
  }
  const address = header?.frameAddress;
  const bytes = address === undefined ? undefined : restOfSegment(elf, address);
  if (address === undefined || bytes === undefined) return undefined;
  return new CfiSection({ ...shape, bytes, address });
}

/** Without section headers nobody says where `.eh_frame` ends; its own terminator does. */
function restOfSegment(elf: ElfFile, svma: number): Uint8Array | undefined {
  for (const { type, address, offset, fileSize } of elf.segments) {
    const into = svma - Number(address);
    if (type !== segmentTypes.load || into < 0 || into >= fileSize) continue;
    return readPart(elf.source, offset + into, fileSize - into, '.eh_frame');
  }
  return undefined;
}

function findDebugFrame(elf: ElfFile, codec: SectionCodec | undefined): CfiSection | undefined {
  const bytes = findSectionData(elf, '.debug_frame', codec ?? noCodec);
  if (bytes.length === 0) return undefined;
  return new CfiSection({
    name: '.debug_frame',
    bytes,
    address: 0,
    littleEndian: elf.littleEndian,
    addressSize: addressSize(elf),
  });
}

const noCodec: SectionCodec = {
  inflate(): never {
    throw new ToolError('unsupported-input', 'compressed .debug_frame');
  },
};

function addressSize(elf: ElfFile): number {
  return elf.is64 ? 8 : 4;
}
