import { decompress } from 'fzstd';
import { malformed, ToolError } from '../base/tool-error.ts';
import { type CompressedSection, findCompressed } from './elf-compression.ts';
import { type ElfFile, type ElfSection, findSection, sectionBytes } from './elf-file.ts';
import { zstdFrames } from './zstd-frames.ts';

/**
 * Decompression as the shell has it, at once and not as a promise: sections are asked for in the
 * middle of a lookup. zstd needs none, it is done here.
 */
export interface SectionCodec {
  /** RFC 1950 with its checksum. Fails with a ToolError unless exactly `size` bytes come out. */
  inflate(bytes: Uint8Array, size: number): Uint8Array;
}

/** DEFLATE cannot shrink below 1:1032; zstd can, but linkers' zstd of debug info does not come near. */
const mostExpansion = 1100;
const freeBytes = 1 << 20;

/** The bytes of a section as the program sees them: SHF_COMPRESSED and `.zdebug_*` are looked through. */
export function sectionData(elf: ElfFile, section: ElfSection, codec: SectionCodec): Uint8Array {
  const stored = sectionBytes(elf, section);
  const compressed = findCompressed(elf, section, stored);
  if (compressed === undefined) return stored;
  const { algorithm, size, bytes } = compressed;
  if (size > freeBytes + bytes.length * mostExpansion) {
    throw malformed(section.name, section.offset, `${size} bytes from ${bytes.length}`);
  }
  return algorithm === 'zlib' ? codec.inflate(bytes, size) : unzstd(section, compressed);
}

/**
 * The data of a section by its name, `.debug_info` also meaning `.zdebug_info`. Empty when there is none,
 * which is also what a section stripped into another file is here (NOBITS).
 */
export function findSectionData(elf: ElfFile, name: string, codec: SectionCodec): Uint8Array {
  const section =
    findSection(elf, name) ??
    (name.startsWith('.debug_') ? findSection(elf, `.z${name.slice(1)}`) : undefined);
  return section === undefined ? new Uint8Array(0) : sectionData(elf, section, codec);
}

/** Frame by frame, as linkers that compress in parallel write several (RFC 8878 §3). */
function unzstd(section: ElfSection, { bytes, size }: CompressedSection): Uint8Array {
  const output = new Uint8Array(size);
  let filled = 0;
  for (const frame of zstdFrames(bytes, section.name, section.offset)) {
    // Without a stated size the frame is taken to be the last.
    const length = frame.contentSize ?? size - filled;
    if (length > size - filled) {
      throw malformed(
        section.name,
        section.offset,
        `zstd data exceeds the ${size} bytes announced`,
      );
    }
    decompressInto(frame.bytes, output.subarray(filled, filled + length), section);
    filled += length;
  }
  if (filled !== size) {
    throw malformed(section.name, section.offset, `${filled} bytes where ${size} are announced`);
  }
  return output;
}

function decompressInto(frame: Uint8Array, output: Uint8Array, section: ElfSection): void {
  if (output.length === 0) return;
  try {
    decompress(frame, output);
  } catch (cause) {
    throw new ToolError('malformed-input', `${section.name}: compressed data is damaged`, {
      cause,
      section: section.name,
      offset: section.offset,
    });
  }
}
