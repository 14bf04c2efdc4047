import { findCompressed } from './elf-compression.ts';
import { cString, type ElfFile, type ElfSection, findSection, sectionBytes } from './elf-file.ts';
import { findBuildId } from './elf-notes.ts';
import { sectionTypes } from './elf-table.ts';

/** What an image says of itself: enough to tell whether stacks and lines can be had from it. */
export interface DebugInfoSummary {
  readonly machine: string;
  readonly buildId: string | undefined;
  /** `.symtab`, or only what `.dynsym` exports. */
  readonly symbols: 'full' | 'exported only' | 'none';
  /** `.debug_info`: inlined functions and source lines. */
  readonly dwarf: boolean;
  /** Line tables alone (`-gline-tables-only`, `debug = "line-tables-only"`). */
  readonly lines: boolean;
  /** `.eh_frame` or `.debug_frame`: stacks without frame pointers. */
  readonly unwindTables: boolean;
  readonly compressed: 'zlib' | 'zstd' | undefined;
  /** `.gnu_debuglink`: the name of the file that has the rest. */
  readonly debugLink: string | undefined;
  /** `.gnu_debugaltlink`: what dwz moved out. */
  readonly alternateLink: string | undefined;
  /** `.gnu_debugdata`: symbols compressed with xz, as Fedora ships them. */
  readonly miniDebugInfo: boolean;
  /** Skeletons whose rest is in .dwo or .dwp files. */
  readonly split: boolean;
  readonly go: boolean;
}

/** Elf64_Chdr, the longest of the heads that compressed sections have. */
const headBytes = 24;

export function summarizeDebugInfo(elf: ElfFile): DebugInfoSummary {
  const has = (...names: readonly string[]): boolean =>
    names.some((name) => findSection(elf, name) !== undefined);
  const hasType = (type: number): boolean => elf.sections.some((section) => section.type === type);
  const info = findSection(elf, '.debug_info') ?? findSection(elf, '.zdebug_info');
  return {
    machine: elf.machine,
    buildId: findBuildId(elf),
    symbols: hasType(sectionTypes.symbols)
      ? 'full'
      : hasType(sectionTypes.dynamicSymbols)
        ? 'exported only'
        : 'none',
    dwarf: info !== undefined,
    lines: has('.debug_line', '.zdebug_line'),
    unwindTables: has('.eh_frame', '.debug_frame', '.zdebug_frame'),
    compressed: info === undefined ? undefined : compressionOf(elf, info),
    debugLink: findLink(elf, '.gnu_debuglink'),
    alternateLink: findLink(elf, '.gnu_debugaltlink'),
    miniDebugInfo: has('.gnu_debugdata'),
    split: has('.debug_addr') && has('.debug_str_offsets') && !has('.debug_str'),
    go: has('.gopclntab', '.data.rel.ro.gopclntab', '.go.buildinfo'),
  };
}

/** By the head of the section, which may have gigabytes. */
function compressionOf(elf: ElfFile, section: ElfSection): 'zlib' | 'zstd' | undefined {
  const head = sectionBytes(elf, { ...section, size: Math.min(section.size, headBytes) });
  return findCompressed(elf, section, head)?.algorithm;
}

function findLink(elf: ElfFile, name: string): string | undefined {
  const section = findSection(elf, name);
  return section === undefined ? undefined : cString(sectionBytes(elf, section), 0);
}
