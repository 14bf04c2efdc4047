import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { sourceOf } from '../object/byte-source.ts';
import { findNoteBuildId } from '../object/elf-notes.ts';
import type { FileAnswer } from './image-files.ts';
import type { SearchFolders } from './image-places.ts';

/**
 * The list of symbols of the kernel with that build id: the running one, or one that perf kept. Without
 * a build id the running one is taken.
 */
export function readKernelSymbols(buildId: string, search: SearchFolders): FileAnswer {
  const running = runningKernelBuildId();
  if (buildId === '' || running === '' || running === buildId) {
    return listAt('/proc/kallsyms', running) ?? { problem: 'gone' };
  }
  const kept = [...search.folders, join(search.home, '.debug')].flatMap((folder) => [
    join(folder, '[kernel.kallsyms]', buildId, 'kallsyms'),
    join(folder, '.build-id', buildId.slice(0, 2), buildId.slice(2), 'kallsyms'),
  ]);
  for (const path of kept) {
    const found = listAt(path, buildId);
    if (found !== undefined) return found;
  }
  return { problem: 'replaced' };
}

/** '' where the kernel does not say. */
function runningKernelBuildId(): string {
  try {
    return findNoteBuildId(readFileSync('/sys/kernel/notes')) ?? '';
  } catch {
    return '';
  }
}

function listAt(path: string, buildId: string): FileAnswer | undefined {
  try {
    return { path, buildId, source: sourceOf(readList(path)) };
  } catch {
    return undefined;
  }
}

/** Room for the list of most kernels. */
const usualListBytes = 1 << 24;

/** Files of procfs state no size and give a page at a time: Node would make a buffer for each. */
function readList(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    let bytes = new Uint8Array(usualListBytes);
    for (let filled = 0; ; ) {
      const got = readSync(file, bytes, filled, bytes.length - filled, null);
      if (got === 0) return bytes.subarray(0, filled);
      filled += got;
      if (filled < bytes.length) continue;
      const grown = new Uint8Array(2 * filled);
      grown.set(bytes);
      bytes = grown;
    }
  } finally {
    closeSync(file);
  }
}
