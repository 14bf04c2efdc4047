import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const lists = '/var/lib/dpkg/info';

/**
 * The package with the debug information of a file that Debian's package manager installed; undefined
 * elsewhere. Looks through its lists of files, so it is asked only for what a message is about.
 */
export function findDebugPackage(path: string): string | undefined {
  // Packages may name a file by the place it had before /lib became /usr/lib.
  const real = realPath(path);
  const wanted = [path, real, real.replace(/^\/usr\//, '/')].map((each) => `\n${each}\n`);
  for (const list of packageLists()) {
    const text = readFileSync(join(lists, list), 'latin1');
    if (!wanted.some((each) => text.includes(each))) continue;
    const name = list.replace(/(:[^:]+)?\.list$/, '');
    return name === 'libc6' ? 'libc6-dbg' : `${name}-dbgsym`;
  }
  return undefined;
}

function packageLists(): string[] {
  try {
    return readdirSync(lists).filter((name) => name.endsWith('.list'));
  } catch {
    return [];
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
