import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { shellLine } from '../../base/shell-word.ts';
import { boltFlags } from '../bolt-tool.ts';
import { fillPlaceholders } from '../placeholders.ts';
import type { BuildRequest } from '../toolchain.ts';

/** Without flags of the user's own: nobody optimises programs that are built without optimisation. */
const usualFlags = ['-O2'];

/**
 * The command of one stage: the target's own with its words filled in, or compiling and linking all
 * sources at once. `${pgo}` as a word of its own becomes as many words as there are flags; within a
 * longer word, as `CFLAGS=-O2 ${pgo}`, they stand with blanks between them, quoted for the shell that
 * make, CMake and scripts give them to.
 */
export function cBuildCommand(request: BuildRequest, stageFlags: readonly string[]): string[] {
  const { target, stage, binary, folder } = request;
  const pgo = [...stageFlags, ...boltFlags(target, stage)];
  const { compiler } = target;
  if (target.build.length > 0) {
    const values = {
      binary,
      compiler,
      'c-compiler': compiler.replace(
        /(clang|g)\+\+([^/]*)$/,
        (_, family: string, version) => `${family === 'g' ? 'gcc' : family}${version}`,
      ),
      build: folder,
      jobs: String(availableParallelism()),
      stage,
      pgo: shellLine(pgo),
    };
    return target.build.flatMap((word) =>
      word === `\${pgo}` ? pgo : [fillPlaceholders(word, values)],
    );
  }
  const flags = target.flags.length > 0 ? target.flags : usualFlags;
  const { sources = [], linkFlags = [] } = target.c ?? {};
  return [compiler, ...flags, ...pgo, ...sources, '-o', binary, ...linkFlags];
}

/** Objects of an earlier run were built with an earlier profile, which no build tool notices. */
export async function emptyBuildFolder({ folder }: BuildRequest): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
