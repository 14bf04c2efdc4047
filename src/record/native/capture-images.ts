import { parseElf } from '../../object/elf-file.ts';
import { findBuildId } from '../../object/elf-notes.ts';
import type { ImageBuildId } from '../../perf/file-writer-features.ts';
import { openFileSource } from '../../platform/file-source.ts';
import { readKernelBuildId } from '../../platform/kernel-images.ts';
import type { MappedImage } from '../../platform/perf-events/record-tally.ts';

/**
 * The build ids of everything mapped: as the kernel saw it where it says so, else of the file as it is
 * now. Two builds under one path are both kept.
 */
export function readBuildIds(
  mapped: readonly MappedImage[],
  running: Iterable<string>,
): ImageBuildId[] {
  const seen = new Map<string, ImageBuildId>();
  const add = (path: string, buildId: string | undefined, isKernel: boolean): void => {
    if (buildId === undefined || buildId === '') return;
    seen.set(`${path}\0${buildId}`, { path, buildId, isKernel });
  };
  add('[kernel.kallsyms]', readKernelBuildId(), true);
  const known = new Set<string>();
  for (const { path, buildId } of mapped) {
    if (buildId === undefined) continue;
    known.add(path);
    add(path, buildId, false);
  }
  const others = new Set([...mapped.map(({ path }) => path), ...running]);
  for (const path of others) if (!known.has(path)) add(path, buildIdOf(path), false);
  return [...seen.values()];
}

function buildIdOf(path: string): string | undefined {
  try {
    using source = openFileSource(path);
    return findBuildId(parseElf(source));
  } catch {
    // Deleted, in another mount namespace, or not ELF: then it has no id here.
    return undefined;
  }
}
