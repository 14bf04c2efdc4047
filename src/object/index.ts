export { type ByteSource, readPart, sourceOf } from './byte-source.ts';
export { type DebugInfoSummary, summarizeDebugInfo } from './debug-info.ts';
export { type CompressedSection, findCompressed } from './elf-compression.ts';
export {
  cString,
  type ElfFile,
  type ElfSection,
  type ElfSegment,
  findSection,
  isElf,
  parseElf,
  sectionBytes,
} from './elf-file.ts';
export {
  type DebugLink,
  findDebugLink,
  findSupplementaryLink,
  type SupplementaryLink,
} from './elf-links.ts';
export { type ElfNote, findBuildId, notesOf } from './elf-notes.ts';
export {
  parseFunctionSymbols,
  parseSymbolSection,
  type SymbolOptions,
  type SymbolTable,
} from './elf-symbols.ts';
export {
  sectionFlags,
  sectionTypes,
  segmentTypes,
} from './elf-table.ts';
export { countFramePointers, type FramePointerCount } from './frame-pointers.ts';
export { GoLineTable, type GoPlace } from './go/pclntab.ts';
export { TableWork } from './go/table-work.ts';
export { fileOffsetOfSvma, LoadSegments, svmaOfFileOffset } from './load-segments.ts';
export { type NeededLibraries, neededLibraries } from './needed-libraries.ts';
export { type PltNames, parsePltNames } from './plt-names.ts';
export { findSectionData, type SectionCodec, sectionData } from './section-data.ts';
export { type FoundSymbol, SymbolLookup } from './symbol-lookup.ts';
export { decodeXz } from './xz/xz.ts';
