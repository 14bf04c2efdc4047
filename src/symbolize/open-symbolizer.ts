import type { DwarfSections } from '../dwarf/index.ts';
import type { ImageName } from '../object/image-name.ts';
import {
  type ByteSource,
  type ElfFile,
  type ElfSection,
  findBuildId,
  findDebugLink,
  findSection,
  findSectionData,
  findSupplementaryLink,
  parseElf,
  readPart,
  type SectionCodec,
  sectionFlags,
  sectionTypes,
} from '../object/index.ts';
import { type DebugCompanions, DebugInfo } from './debug-info.ts';
import { ImageSymbolizer } from './image-symbolizer.ts';
import type { FileProblem, FileReply, NeedFile } from './need-file.ts';

/** An image that is ready to be asked, or why it is not. */
export type OpenedImage =
  | { readonly elf: ElfFile; readonly path: string; readonly symbolizer: ImageSymbolizer }
  | { readonly problem: FileProblem };

type Answered = Extract<FileReply, { readonly source: ByteSource }>;

/** Asks for an image and for what belongs to it, as far as it is needed. May throw a ToolError. */
export function* openSymbolizer(
  name: ImageName,
  codec: SectionCodec,
  lines = true,
): Generator<NeedFile, OpenedImage, FileReply> {
  const reply = yield { kind: 'image', name };
  if (!('source' in reply)) return reply;
  const elf = parseElf(reply.source);
  const debugReply = hasDebugInfo(elf) ? undefined : yield* askDebugFile(elf, reply.path, name);
  const debug = debugReply === undefined ? undefined : parseElf(debugReply.source);
  const debugInfo = yield* openDebugInfo(debug ?? elf, debugReply ?? reply, reply.path, {
    codec,
    lines,
  });
  const symbolizer = new ImageSymbolizer({ image: elf, debug, debugInfo, codec });
  return { elf, path: reply.path, symbolizer };
}

/** A section that was stripped into another file stays behind as one without bytes (NOBITS). */
function hasDebugInfo(elf: ElfFile): boolean {
  const info = findSection(elf, '.debug_info') ?? findSection(elf, '.zdebug_info');
  return info !== undefined && info.type !== sectionTypes.noBits && info.size > 0;
}

function* askDebugFile(
  elf: ElfFile,
  path: string,
  name: ImageName,
): Generator<NeedFile, Answered | undefined, FileReply> {
  const buildId = name.buildId === '' ? (findBuildId(elf) ?? '') : name.buildId;
  const link = findDebugLink(elf);
  if (buildId === '' && link === undefined) return undefined;
  const reply = yield { kind: 'debug', image: path, buildId, link };
  return 'source' in reply ? reply : undefined;
}

function* openDebugInfo(
  elf: ElfFile,
  from: Answered,
  image: string,
  { codec, lines }: { readonly codec: SectionCodec; readonly lines: boolean },
): Generator<NeedFile, DebugInfo | undefined, FileReply> {
  if (!hasDebugInfo(elf)) return undefined;
  const companions: { -readonly [Key in keyof DebugCompanions]: DebugCompanions[Key] } = { lines };
  const link = findSupplementaryLink(elf);
  if (link !== undefined) {
    const reply = yield { kind: 'supplementary', from: from.path, ...link };
    if ('source' in reply) companions.supplementary = sectionsOf(parseElf(reply.source), codec);
  }
  // Only skeletons refer to a table of addresses in one file from another.
  if (findSection(elf, '.debug_addr') !== undefined) {
    const reply = yield { kind: 'package', image };
    if ('source' in reply) companions.package = sectionsOf(parseElf(reply.source), codec);
    companions.split = (dwo, folder) => {
      const source = from.split?.(dwo, folder);
      return source === undefined ? undefined : sectionsOf(parseElf(source), codec);
    };
  }
  return new DebugInfo(sectionsOf(elf, codec), companions);
}

/** The sections of a file, each decompressed once. */
export function sectionsOf(elf: ElfFile, codec: SectionCodec): DwarfSections {
  const known = new Map<string, Uint8Array>();
  const plain = new Map<string, ElfSection>();
  return {
    littleEndian: elf.littleEndian,
    bytes(name) {
      let bytes = known.get(name);
      if (bytes === undefined) {
        bytes = findSectionData(elf, name, codec);
        known.set(name, bytes);
      }
      return bytes;
    },
    size: (name) => findSection(elf, name)?.size ?? 0,
    part(name, offset, length) {
      let section = plain.get(name);
      if (section === undefined) {
        section = findSection(elf, name);
        if (section === undefined) return undefined;
        plain.set(name, section);
      }
      const isPlain = (section.flags & sectionFlags.compressed) === 0;
      if (!isPlain || section.type === sectionTypes.noBits || offset >= section.size) {
        return undefined;
      }
      const inside = Math.min(length, section.size - offset);
      return readPart(elf.source, section.offset + offset, inside, name);
    },
  };
}
