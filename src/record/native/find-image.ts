import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, resolve } from 'node:path';

/** Folders of libraries that need no path, in the order of ld.so. */
const libraryFolders = [
  '/lib/x86_64-linux-gnu',
  '/lib/aarch64-linux-gnu',
  '/lib64',
  '/usr/lib64',
  '/lib',
  '/usr/lib',
  '/usr/local/lib',
];

/** A program or library as a user or a dynamic section names it: a path, or a name to look for. */
export function findImage(name: string, cwd: string, path: string): string | undefined {
  const inPath = path.split(delimiter).map((folder) => resolve(cwd, folder, name));
  const libraries = libraryFolders.map((folder) => `${folder}/${name}`);
  const candidates = name.includes('/')
    ? [resolve(cwd, name)]
    : [resolve(cwd, name), ...inPath, ...libraries];
  return candidates.find(isReadableFile);
}

/**
 * The same for a probe, as somebody writes it who does not know this machine's folders: `libc` without
 * a version, or `/lib/libc.so.6` where that is in the folder of an architecture.
 */
export function findProbedImage(name: string, cwd: string, path: string): string | undefined {
  const found = findImage(name, cwd, path);
  if (found !== undefined) return found;
  if (name.includes('/')) {
    return libraryFolders.includes(dirname(name)) ? findImage(basename(name), '/', '') : undefined;
  }
  return libraryFolders.map((folder) => versionIn(folder, name)).find((each) => each !== undefined);
}

/** `libc.so.6` for `libc`: the file that programs load, not the `libc.so` that linkers read. */
function versionIn(folder: string, name: string): string | undefined {
  const files = namesIn(folder).filter(
    (file) => file.startsWith(`${name}.so.`) && /^\d+$/.test(file.slice(name.length + 4)),
  );
  const newest = files.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return newest === undefined ? undefined : `${folder}/${newest}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
