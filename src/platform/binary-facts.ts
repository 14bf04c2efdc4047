import { open } from 'node:fs/promises';
import { type ElfSection, readElfSections } from '../base/elf-sections.ts';
import { ToolError } from '../base/tool-error.ts';
import { fileError } from './file-errors.ts';

/** What an executable or library carries that helps to explain its samples. */
export interface BinaryFacts {
  readonly buildId: string | undefined;
  readonly symbols: 'full' | 'exported only' | 'none';
  readonly hasDebugInfo: boolean;
  readonly debugLines: boolean;
  /** A separate file holds the debug info. */
  readonly debugLink: boolean;
  readonly unwindTables: boolean;
  readonly isGo: boolean;
}

const noteType = 7;

/** Looks at the section headers of an ELF file; nothing else of it is read. */
export async function readBinaryFacts(path: string): Promise<BinaryFacts> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw fileError(path, 'read', error);
  });
  try {
    const read = async (offset: number, length: number): Promise<Uint8Array> => {
      const { size } = await file.stat();
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    };
    const image = await readElfSections(read);
    if (image === undefined) {
      throw new ToolError('unsupported-input', `${path} is not an ELF binary`, {
        hint: 'name an executable or a shared library',
      });
    }
    return factsOf(image.sections, await readBuildId(image.sections, read));
  } catch (error) {
    throw error instanceof ToolError ? error.inFile(path) : fileError(path, 'read', error);
  } finally {
    await file.close();
  }
}

function factsOf(sections: readonly ElfSection[], buildId: string | undefined): BinaryFacts {
  const names = new Set(sections.map(({ name }) => name));
  const has = (name: string): boolean => names.has(name) || names.has(name.replace('.', '.z'));
  return {
    buildId,
    symbols: has('.symtab') ? 'full' : has('.dynsym') ? 'exported only' : 'none',
    hasDebugInfo: has('.debug_info'),
    debugLines: has('.debug_line'),
    debugLink: has('.gnu_debuglink'),
    unwindTables: has('.eh_frame') || has('.debug_frame'),
    isGo: has('.gopclntab') || has('.go.buildinfo'),
  };
}

/** The note's name and description follow its three lengths (gABI, "Note Section"). */
async function readBuildId(
  sections: readonly ElfSection[],
  read: (offset: number, length: number) => Promise<Uint8Array>,
): Promise<string | undefined> {
  const note = sections.find(
    ({ name, type }) => type === noteType && name === '.note.gnu.build-id',
  );
  if (note === undefined) return undefined;
  const bytes = await read(note.offset, Math.min(note.sizeBytes, 256));
  return Buffer.from(bytes.subarray(16)).toString('hex');
}
