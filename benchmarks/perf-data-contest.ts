import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandLine, Contest } from './benchmark.ts';
import type { PerfRecording } from './perf-recordings.ts';
import { plateauProgram } from './repository.ts';

/** `plateau convert x.data -o x.folded` against another reader of the same file. */
export function perfDataContest(
  dir: string,
  recording: PerfRecording,
  theirs: CommandLine,
  theirVersion: string,
): Contest {
  const folded = join(dir, 'perf-data.ours.folded');
  const { path, bytes, samples } = recording;
  return {
    inputBytes: bytes,
    input: `${Math.round(bytes / 1e6)} MB of perf.data with stacks, ${samples} samples`,
    ours: { argv: [plateauProgram(), '-q', 'convert', path, '--to', 'folded', '-o', folded] },
    theirs,
    theirVersion,
    check: () => checkFolded(folded, recording),
  };
}

/** The folded stacks weigh what the samples weigh, and nearly all have some depth. */
async function checkFolded(path: string, { weight }: PerfRecording): Promise<void> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  let total = 0;
  let deep = 0;
  for (const line of lines) {
    const count = Number(line.slice(line.lastIndexOf(' ') + 1));
    total += count;
    if (line.split(';').length > 5) deep += count;
  }
  if (Math.abs(total - weight) > 0.001 * weight) {
    throw new Error(`${total} in the folded stacks, ${weight} in the samples`);
  }
  if (deep < 0.9 * total) throw new Error(`only ${deep} of ${total} have stacks of some depth`);
}
