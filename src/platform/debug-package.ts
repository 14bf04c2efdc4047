import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';

const lists = '/var/lib/dpkg/info';

/**
 * The package with the debug information of a file that Debian's package manager installed; undefined
 * elsewhere. Looks through its lists of files, so it is asked only for what a message is about.
 */
export function findDebugPackage(path: string): string | undefined {
  // Packages may name a file by the place it had before /lib became /usr/lib.
  const real = realPath(path);
  const wanted = [path, real, real.replace(/^\/usr\//, '/')].map((each) => `\n${each}\n`);
  for (const list of packageLists(basename(real))) {
    const text = readFileSync(join(lists, list), 'latin1');
    if (!wanted.some((each) => text.includes(each))) continue;
    const name = list.replace(/(:[^:]+)?\.list$/, '');
    return name === 'libc6' ? 'libc6-dbg' : `${name}-dbgsym`;
  }
  return undefined;
}

/** Those named most like the file first: a library's package is mostly called like it. */
function packageLists(file: string): string[] {
  const wanted = plain(file);
  const likeness = (list: string): number => {
    // Few begin with the same letter; the rest need no closer look.
    if (list.charCodeAt(0) !== wanted.charCodeAt(0)) return 0;
    const name = plain(list);
    let length = 0;
    while (length < wanted.length && name[length] === wanted[length]) length++;
    return length;
  };
  try {
    return readdirSync(lists)
      .filter((name) => name.endsWith('.list'))
      .map((name) => ({ name, likeness: likeness(name) }))
      .sort((a, b) => b.likeness - a.likeness)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
