import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

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

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
