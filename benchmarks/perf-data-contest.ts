import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CommandLine, Contest } from './benchmark.ts';
import { type PerfRecording, perfVersion } from './perf-recordings.ts';
import { plateauProgram } from './repository.ts';
import { samplyImport } from './samply-import.ts';

/** `plateau convert x.data -o x.folded` against another reader of the same file. */
export function perfDataContest(
  dir: string,
  recording: PerfRecording,
  theirs: CommandLine,
  theirVersion: string,
): Contest {
  const folded = join(dir, 'perf-data.ours.folded');
  return {
    ...inputOf(recording),
    ours: { argv: [...convert, recording.path, '--to', 'folded', '-o', folded] },
    theirs,
    theirVersion,
    check: () => checkFolded(folded, recording),
  };
}

/** The same against `perf script --no-inline`, which writes a text of every sample. */
export function perfScriptContest(dir: string, recording: PerfRecording): Contest {
  const script = { argv: ['perf', 'script', '--no-inline', '-i', recording.path] };
  return perfDataContest(dir, recording, script, `${perfVersion()} --no-inline`);
}

/** The same against `samply import`, which looks up no names. */
export function samplyContest(dir: string, recording: PerfRecording): Contest {
  const { command, version } = samplyImport(dir, recording.path);
  return perfDataContest(dir, recording, command, version);
}

/** `plateau convert --no-symbols x.data -o x.plateau` against one that looks up no names either. */
export function namelessContest(
  dir: string,
  recording: PerfRecording,
  theirs: CommandLine,
  theirVersion: string,
): Contest {
  const output = join(dir, 'perf-data.ours.plateau');
  return {
    ...inputOf(recording),
    ours: { argv: [...convert, '--no-symbols', recording.path, '-o', output] },
    theirs,
    theirVersion,
    check: () => checkSamples(output, recording),
  };
}

const convert = [plateauProgram(), '-q', 'convert'];

function inputOf({ bytes, samples }: PerfRecording): Pick<Contest, 'input' | 'inputBytes'> {
  const input = `${Math.round(bytes / 1e6)} MB of perf.data with stacks, ${samples} samples`;
  return { inputBytes: bytes, input };
}

/** Every sample is in the profile, with its time. */
async function checkSamples(path: string, { samples }: PerfRecording): Promise<void> {
  const { stdout } = await promisify(execFile)(plateauProgram(), ['info', '--json', path]);
  const found = (JSON.parse(stdout) as { samples: number }).samples;
  if (found !== samples) throw new Error(`${found} samples in the profile, ${samples} recorded`);
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
