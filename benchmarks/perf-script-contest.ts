import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findTool } from '../tests/judges/requires.ts';
import type { Contest } from './benchmark.ts';
import { infernoVersion } from './inferno-version.ts';
import { makePerfScriptText } from './perf-script-text.ts';
import { plateauProgram } from './repository.ts';

/** `plateau convert` against `inferno-collapse-perf` on text of at least so many bytes. */
export async function perfScriptContest(dir: string, bytes: number): Promise<Contest> {
  await mkdir(dir, { recursive: true });
  const input = join(dir, `${Math.round(bytes / 1e6)}-mb.perf-script.txt`);
  await makePerfScriptText(input, bytes);
  const ours = join(dir, 'perf-script.ours.folded');
  const theirs = join(dir, 'perf-script.theirs.folded');
  const { size } = await stat(input);
  return {
    inputBytes: size,
    input: `${Math.round(size / 1e6)} MB of perf script text`,
    ours: { argv: [plateauProgram(), 'convert', input, '--to', 'folded', '-o', ours] },
    theirs: {
      argv: [findTool('inferno-collapse-perf') ?? 'inferno-collapse-perf', input],
      stdout: theirs,
    },
    theirVersion: infernoVersion(),
    check: () => checkSameLines(ours, theirs),
  };
}

/** Both wrote the same lines with the same sums, in whatever order. */
async function checkSameLines(ours: string, theirs: string): Promise<void> {
  const [left = [], right = []] = await Promise.all(
    [ours, theirs].map(async (path) => (await readFile(path, 'utf8')).trimEnd().split('\n').sort()),
  );
  const differs = left.findIndex((line, index) => line !== right[index]);
  if (left.length === right.length && differs < 0) return;
  throw new Error(
    `${left.length} lines against ${right.length}; first difference:\n${left[differs]}\n${right[differs]}`,
  );
}
