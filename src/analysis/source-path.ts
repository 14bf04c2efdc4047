import { baseName } from '../base/base-name.ts';

/** How source paths of a profile are shortened before they are shown and looked up. */
export interface PathTrimming {
  /** Prefixes to remove, separated by `:`. */
  readonly trimPath: string;
  /** Directories to look for sources in, separated by `:`. */
  readonly sourcePath: string;
}

const alwaysTrimmed = ['/proc/self/cwd/./', '/proc/self/cwd/'];

/**
 * A path without what only meant something where it was recorded. Without explicit prefixes, all up
 * to the name of a search directory goes: `/build/x/my-project/a.c` with `--source-path
 * /home/me/my-project` is `a.c`.
 */
export function trimSourcePath(path: string, { trimPath, sourcePath }: PathTrimming): string {
  if (trimPath === '') {
    for (const directory of splitList(sourcePath)) {
      const name = `/${baseName(directory)}/`;
      const found = path.indexOf(name);
      if (found >= 0) return path.slice(found + name.length);
    }
  }
  const prefixes = [...splitList(trimPath), ...alwaysTrimmed];
  const prefix = prefixes
    .map((each) => (each.endsWith('/') ? each : `${each}/`))
    .find((each) => path.startsWith(each));
  return prefix === undefined ? path : path.slice(prefix.length);
}

export function splitList(list: string): string[] {
  return list === '' ? [] : list.split(':');
}

/** The shortest equal path: no `.`, no `//`, and `..` resolved where it can be. '' stays ''. */
export function cleanPath(path: string): string {
  if (path === '' || !/(^|\/)(\.{0,2})(\/|$)/.test(path.startsWith('/') ? path.slice(1) : path)) {
    return path;
  }
  const rooted = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!rooted) parts.push(part);
  }
  const joined = parts.join('/');
  if (rooted) return `/${joined}`;
  return joined === '' ? '.' : joined;
}
