import { readFileSync } from 'node:fs';
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

/** Files of procfs state no size, so all of it is read. */
function listAt(path: string, buildId: string): FileAnswer | undefined {
  try {
    return { path, buildId, source: sourceOf(readFileSync(path)) };
  } catch {
    return undefined;
  }
}
