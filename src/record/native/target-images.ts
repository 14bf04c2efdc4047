import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ToolError } from '../../base/tool-error.ts';
import {
  countFramePointers,
  type ElfFile,
  findSection,
  isElf,
  neededLibraries,
  parseElf,
  summarizeDebugInfo,
} from '../../object/index.ts';
import { openFileSource } from '../../platform/file-source.ts';
import { findImage } from './find-image.ts';

/** What a program or library shows of how its stacks can be walked. */
export interface ImageFacts {
  readonly path: string;
  /** Whether most of its functions keep one; undefined = there are too few to tell. */
  readonly framePointers: boolean | undefined;
  readonly unwindTables: boolean;
  readonly go: boolean;
  /** V8, or another machine that makes code while it runs. */
  readonly makesCode: boolean;
}

export interface Lookup {
  readonly cwd: string;
  readonly path: string;
}

/** Fewer functions than this tell nothing. */
const fewFunctions = 4;
const mostLibraries = 40;

/** A program that runs others: what it starts decides, and nobody knows that yet. */
const launchers: ReadonlySet<string> = new Set(
  'bash busybox chrt dash doas env fish make ninja nice nohup ionice ksh setsid sh stdbuf sudo taskset time timeout xargs zsh'.split(
    ' ',
  ),
);

export function isLauncher(program: string): boolean {
  return launchers.has(basename(program));
}

/** The file that will run, through `#!` lines; undefined when there is none. */
export function findProgram(command: string, lookup: Lookup): string | undefined {
  let words = [command];
  for (let depth = 0; depth < 4; depth++) {
    const [first = ''] = words;
    const found = findImage(first, lookup.cwd, lookup.path);
    const line = found === undefined ? '' : firstLine(found);
    if (found === undefined || !line.startsWith('#!')) {
      return found === undefined ? undefined : realpathSync(found);
    }
    // `#!/usr/bin/env -S node --flag`: env is passed over, its options too.
    words = line.slice(2).trim().split(/\s+/);
    if (basename(words[0] ?? '') === 'env') {
      words = words.slice(1).filter((word) => !word.startsWith('-') && !word.includes('='));
    }
  }
  return undefined;
}

function firstLine(file: string): string {
  const bytes = Buffer.alloc(256);
  let handle = -1;
  try {
    handle = openSync(file, 'r');
    const length = readSync(handle, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1', 0, length).split('\n')[0] ?? '';
  } catch {
    return '';
  } finally {
    if (handle >= 0) closeSync(handle);
  }
}

/** The program and the libraries it names, as far as they can be read. */
export function readTargetImages(program: string, lookup: Lookup): ImageFacts[] {
  const images: ImageFacts[] = [];
  const seen = new Set<string>();
  const wanted = [program];
  for (let at = 0; at < wanted.length && images.length < mostLibraries; at++) {
    const path = wanted[at] ?? '';
    if (seen.has(path)) continue;
    seen.add(path);
    const read = readImage(path);
    if (read === undefined) continue;
    images.push(read.facts);
    for (const name of read.libraries) {
      const found = read.folders
        .map((folder) =>
          findImage(`${folder.replaceAll('$ORIGIN', dirname(path))}/${name}`, '/', ''),
        )
        .find((each) => each !== undefined);
      const library = found ?? findImage(name, lookup.cwd, '');
      if (library !== undefined) wanted.push(library);
    }
  }
  return images;
}

interface ReadImage {
  readonly facts: ImageFacts;
  readonly libraries: readonly string[];
  readonly folders: readonly string[];
}

function readImage(path: string): ReadImage | undefined {
  try {
    using source = openFileSource(path);
    if (!isElf(source)) return undefined;
    const elf = parseElf(source);
    const { names, folders } = neededLibraries(elf);
    return { facts: imageFacts(path, elf), libraries: names, folders };
  } catch (error) {
    // A broken or unreadable library is not this choice's business: the rest decides.
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function imageFacts(path: string, elf: ElfFile): ImageFacts {
  const { go, unwindTables } = summarizeDebugInfo(elf);
  const { functions, withPointer } = countFramePointers(elf);
  return {
    path,
    framePointers: functions < fewFunctions ? undefined : withPointer * 2 > functions,
    unwindTables,
    go,
    makesCode: makesCode(path, elf),
  };
}

function makesCode(path: string, elf: ElfFile): boolean {
  return /^(node|nodejs|deno|bun)(-?\d.*)?$/.test(basename(path)) || hasV8(elf);
}

function hasV8(elf: ElfFile): boolean {
  return findSection(elf, '.text.embedded_blob') !== undefined;
}
