import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { demangle } from '../../demangle/index.ts';
import { type FunctionStaleness, type Staleness, stalenessOf } from '../../training/index.ts';
import {
  type GcovFunction,
  type GcovNote,
  parseGcovCounts,
  parseGcovNotes,
} from './gcov-counts.ts';
import type { PackedFile } from './tar-file.ts';

/** A function of a kept profile of gcc. */
export interface ProfiledFunction extends GcovFunction {
  /** The file of counters it is in, named by the path of its object. */
  readonly file: string;
  readonly linkageName: string;
}

/**
 * Notes lie beside the object, whose path the name is: as it is, or in one word with `#` for `/` and `^` for `..`
 * (mangle_path in gcc's file-find.cc).
 */
export function notesPath(counters: string): string {
  const parts = counters.split('#').map((part) => (part === '^' ? '..' : part));
  const path = parts.length > 1 ? parts.join('/') : `/${counters}`;
  return path.replace(/\.gcda$/, '.gcno');
}

/** What is in the files of a profile; without notes among them functions have numbers for names. */
export function gcovFunctions(files: readonly PackedFile[]): ProfiledFunction[] {
  const notes = new Map(
    files
      .filter(({ name }) => name.endsWith('.gcno'))
      .map(({ name, bytes }) => [name, parseGcovNotes(bytes)]),
  );
  return files
    .filter(({ name }) => name.endsWith('.gcda'))
    .flatMap(({ name: file, bytes }) => {
      const names = notes.get(file.replace(/\.gcda$/, '.gcno'));
      return parseGcovCounts(bytes).map((each) => ({
        ...each,
        file,
        linkageName:
          names?.get(each.ident)?.name ??
          `function ${each.ident} of ${basename(notesPath(file)).replace(/\.gcno$/, '')}`,
      }));
    });
}

/**
 * How much of a profile gcc can no longer use, by the notes that the last build has left beside its objects: gcc
 * takes the counts of a function only if object, name and control flow (its checksum) are the same.
 */
export function gcovStaleness(functions: readonly ProfiledFunction[]): Staleness {
  const total = functions.reduce((sum, each) => sum + each.sum, 0);
  const notes = new Map<string, ReadonlyMap<number, GcovNote>>();
  for (const { file } of functions) {
    if (!notes.has(file)) notes.set(file, readNotes(notesPath(file)));
  }
  const rows = functions.flatMap(
    ({ file, ident, shape, sum, linkageName }): FunctionStaleness[] => {
      if (sum === 0) return [];
      const share = sum / total;
      const name = demangle(linkageName);
      const now = notes.get(file)?.get(ident);
      if (now === undefined) {
        return [{ name, share, lost: share, fate: 'gone', reason: 'it is gone' }];
      }
      if (now.shape === shape) return [{ name, share, lost: 0, fate: 'kept', reason: '' }];
      return [
        { name, share, lost: share, fate: 'changed', reason: 'its control flow has changed' },
      ];
    },
  );
  const known = new Set(functions.map(({ file, ident }) => `${file} ${ident}`));
  const fresh = Array.from(notes, ([file, idents]) =>
    [...idents.keys()].filter((ident) => !known.has(`${file} ${ident}`)),
  ).flat();
  return stalenessOf(rows, fresh.length);
}

function readNotes(path: string): ReadonlyMap<number, GcovNote> {
  return existsSync(path) ? parseGcovNotes(readFileSync(path)) : new Map();
}
