import { statSync } from 'node:fs';
import { crc32 } from '../base/crc32.ts';
import { ToolError } from '../base/tool-error.ts';
import type { ImageName, OpenImage } from '../object/image-name.ts';
import {
  type ByteSource,
  type ElfFile,
  findBuildId,
  findDebugLink,
  isElf,
  parseElf,
} from '../object/index.ts';
import { openFileSource } from './file-source.ts';
import {
  debugPlaces,
  imagePlaces,
  isFilePath,
  type SearchFolders,
  searchFolders,
  splitPlaces,
  supplementaryPlaces,
} from './image-places.ts';
import { readKernelSymbols } from './kernel-files.ts';
import { readOwnVdso } from './own-vdso.ts';

/** A file that is open, and what it is. */
export interface FoundFile {
  readonly path: string;
  readonly source: ByteSource;
  /** '' = the linker wrote none. */
  readonly buildId: string;
}

/** `gone`: there is nothing; `replaced`: another build is at its place; `denied`: may not be read. */
export type FileProblem = 'gone' | 'replaced' | 'denied';

export type FileAnswer = FoundFile | { readonly problem: FileProblem };

/** An image as its debug file is looked for. */
export interface DebugQuery {
  readonly path: string;
  readonly buildId: string;
  /** `.gnu_debuglink`: name and CRC-32 of the whole file. */
  readonly link?: { readonly name: string; readonly crc: number } | undefined;
}

type Opened = FoundFile | 'gone' | 'denied';

/**
 * Finds images and what belongs to them on this machine, verified by build id. Every file is opened once
 * and stays open; `using` closes them all.
 */
export class ImageFiles implements Disposable {
  readonly #search: SearchFolders;
  readonly #opened = new Map<string, Opened>();
  readonly #images = new Map<string, FileAnswer>();
  readonly #close: Disposable[] = [];
  #vdso: FoundFile | undefined | null = null;

  constructor(search: SearchFolders) {
    this.#search = search;
  }

  /** The image of that name and build; an image without a known build id is taken as found. */
  image(name: ImageName): FileAnswer {
    const key = `${name.buildId}\0${name.path}`;
    const known = this.#images.get(key);
    if (known !== undefined) return known;
    const answer = name.path === '[vdso]' ? this.#ownVdso(name.buildId) : this.#findImage(name);
    this.#images.set(key, answer);
    return answer;
  }

  /** The file that has the debug information of an image. */
  debugFile(query: DebugQuery): FoundFile | undefined {
    const { path, buildId, link } = query;
    for (const place of debugPlaces({ path, buildId, link: link?.name ?? '' }, this.#search)) {
      const found = this.#open(place);
      if (typeof found === 'string' || found.path === path) continue;
      if (buildId !== '' && found.buildId !== '') {
        if (found.buildId === buildId) return found;
      } else if (link !== undefined && crcOf(found.source) === link.crc) return found;
    }
    return undefined;
  }

  /** What dwz moved out of the file at `from`. */
  supplementary(
    from: string,
    link: { readonly path: string; readonly buildId: string },
  ): FoundFile | undefined {
    for (const place of supplementaryPlaces(from, link, this.#search)) {
      const found = this.#open(place);
      if (typeof found !== 'string' && found.buildId === link.buildId) return found;
    }
    return undefined;
  }

  /** A `.dwo` file; the reader compares its id. */
  split(image: string, name: string, folder: string): FoundFile | undefined {
    for (const place of splitPlaces(image, { name, folder }, this.#search)) {
      const found = this.#open(place);
      if (typeof found !== 'string') return found;
    }
    return undefined;
  }

  /** The `.dwp` package beside an image or its debug file. */
  package(image: string): FoundFile | undefined {
    const found = this.#open(`${image}.dwp`);
    return typeof found === 'string' ? undefined : found;
  }

  /** The list of symbols of a kernel, as text. */
  kernel(buildId: string): FileAnswer {
    return readKernelSymbols(buildId, this.#search);
  }

  /** A file that has just come to that place, when it is of that build. */
  arrived(path: string, buildId: string): FoundFile | undefined {
    this.#opened.delete(path);
    const found = this.#open(path);
    return typeof found === 'string' || found.buildId !== buildId ? undefined : found;
  }

  [Symbol.dispose](): void {
    for (const each of this.#close) each[Symbol.dispose]();
    this.#close.length = 0;
    this.#opened.clear();
    this.#images.clear();
  }

  #findImage(name: ImageName): FileAnswer {
    if (!isFilePath(name.path)) return { problem: 'gone' };
    let problem: FileProblem = 'gone';
    for (const place of imagePlaces(name, this.#search)) {
      const found = this.#open(place);
      if (found === 'gone') continue;
      if (found === 'denied') problem = problem === 'gone' ? 'denied' : problem;
      else if (name.buildId === '' || found.buildId === name.buildId) return found;
      else problem = 'replaced';
    }
    return { problem };
  }

  #ownVdso(buildId: string): FileAnswer {
    if (this.#vdso === null) {
      const source = readOwnVdso();
      this.#vdso = source === undefined ? undefined : identify('[vdso]', source);
    }
    const found = this.#vdso;
    if (found === undefined) return { problem: 'gone' };
    return buildId === '' || found.buildId === buildId ? found : { problem: 'replaced' };
  }

  #open(path: string): Opened {
    const known = this.#opened.get(path);
    if (known !== undefined) return known;
    const opened = this.#openNew(path);
    this.#opened.set(path, opened);
    return opened;
  }

  #openNew(path: string): Opened {
    if (!isRegularFile(path)) return 'gone';
    try {
      const source = openFileSource(path);
      this.#close.push(source);
      return identify(path, source) ?? 'gone';
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return error.code === 'denied' ? 'denied' : 'gone';
    }
  }
}

/** Opens images for readers that need their bytes while they read. */
export function imageOpener(
  files: ImageFiles = new ImageFiles(searchFolders({})),
): OpenImage & Disposable {
  const open: OpenImage = (name, part) => {
    const found = files.image(name);
    if (!('source' in found)) return undefined;
    return part === undefined ? found.source : debugFileOf(files, found)?.source;
  };
  return Object.assign(open, { [Symbol.dispose]: () => files[Symbol.dispose]() });
}

function debugFileOf(
  files: ImageFiles,
  { path, buildId, source }: FoundFile,
): FoundFile | undefined {
  const link = findDebugLink(parseElf(source));
  return files.debugFile({ path, buildId, link });
}

/** Undefined when it is not ELF, or damaged beyond its headers. */
function identify(path: string, source: ByteSource): FoundFile | undefined {
  if (!isElf(source)) return undefined;
  return { path, source, buildId: buildIdOf(parseElf(source)) };
}

function buildIdOf(elf: ElfFile): string {
  try {
    return findBuildId(elf) ?? '';
  } catch (error) {
    // Notes of a damaged file: it has no build id that could be trusted.
    if (error instanceof ToolError) return '';
    throw error;
  }
}

/** Asked before opening: to open a pipe or a device could wait forever. */
function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const crcChunk = 1 << 20;

function crcOf(source: ByteSource): number {
  let crc = 0;
  for (let at = 0; at < source.size; at += crcChunk) {
    crc = crc32(source.read(at, Math.min(crcChunk, source.size - at)), crc);
  }
  return crc;
}
