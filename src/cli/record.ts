import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { ToolError } from '../base/tool-error.ts';
import { chooseOutputFormat, saveProfile } from '../load/index.ts';
import { fileError } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { checkpointMs, recordV8, type V8Recording } from '../record/index.ts';
import { colorsOf } from './colors.ts';
import { addExamples } from './examples.ts';
import { ExitStatus } from './exit-status.ts';
import { writeNote } from './note.ts';
import { programName } from './program-name.ts';
import { buildTarget } from './record-build.ts';
import { chooseEngine, type EngineChoice } from './record-engine.ts';
import {
  addBuildFlags,
  addSamplingFlags,
  addTargetFlags,
  type BuildFlags,
  isBuilt,
  type SamplingFlags,
} from './record-flags.ts';
import { recordNatively } from './record-natively.ts';
import { recordingNotes } from './recording-notes.ts';
import { version } from './version.ts';

interface RecordFlags extends SamplingFlags, BuildFlags {
  readonly output: string;
  readonly to?: string;
  readonly g?: true;
}

/** Of the v8 engine. */
export const defaultFrequencyHz = 1000;

export function defineRecord(command: Command, host: Host): void {
  command
    .argument('[command...]', 'the program to run, with its arguments')
    .usage('[options] [--] <command> [arguments]')
    .option('-o, --output <file>', 'where to write; x.data keeps perf.data', 'profile.plateau')
    .option('--to <format>', 'the format to write; the ending of the output decides otherwise')
    .option('--no-source', 'leave the text of hot source files out of the profile');
  addTargetFlags(command);
  addSamplingFlags(command);
  command.option('-g', 'the same as --call-graph auto, the default');
  addBuildFlags(command);
  command.passThroughOptions();
  addExamples(command, [
    ['plateau record -- ./app args', 'a program from start to end, or to Ctrl-C'],
    ['plateau record -p 1234 --duration 10', 'a running process'],
    ['plateau record -a --duration 5', 'the whole machine, kernel included'],
    ['plateau record --off-cpu -- ./app', 'where it waits, too'],
    ['plateau record -e page-faults -e uprobe:libc.so.6:malloc -- ./app', 'by events'],
    ['plateau record --cargo --bin tool -- args', 'build with debug info, then record'],
    ['plateau record -o app.data -- ./app', 'perf.data, which perf reads as well'],
  ]);
  command.action((words: string[], flags: RecordFlags) => runRecord(host, words, flags));
}

async function runRecord(host: Host, words: readonly string[], flags: RecordFlags): Promise<void> {
  refuseUsage(words, flags);
  requireWritable(host, flags.output);
  using built = await buildTarget(host, words, flags);
  const inside: Host = { ...host, cwd: built.cwd };
  const choice = chooseEngine(inside, built.command, flags);
  const status =
    choice.engine === 'v8'
      ? await recordWithV8(inside, built.command, flags, choice)
      : await recordNatively(inside, built.command, flags, choice);
  if (status !== 0) throw new ExitStatus(status);
}

async function recordWithV8(
  host: Host,
  words: readonly string[],
  flags: RecordFlags,
  choice: EngineChoice & { readonly engine: 'v8' },
): Promise<number> {
  const format = chooseOutputFormat(flags.output, flags.to);
  if (choice.why !== undefined) await writeNote(host, choice.why);
  const { frequency } = flags;
  const recording = await recordV8(host, {
    command: words,
    frequencyHz: frequency === undefined ? defaultFrequencyHz : v8Frequency(frequency),
    sources: flags.source,
    producer: `plateau ${version}`,
  });
  const size = await saveProfile(host, recording.profile, flags.output, { to: format.name });
  if (host.quiet !== true) await writeV8Notes(host, recording, flags.output, size);
  return recording.end.status;
}

const mostV8Hz = 20_000;

function v8Frequency(frequency: number | 'max'): number {
  if (frequency === 'max') return mostV8Hz;
  if (frequency <= mostV8Hz) return frequency;
  throw new ToolError('usage', `-F ${frequency} is more than V8's profiler can`, {
    hint: `-F ${mostV8Hz} at most; 1000 is the default`,
  });
}

async function writeV8Notes(
  host: Host,
  recording: V8Recording,
  output: string,
  size: number,
): Promise<void> {
  const colors = colorsOf(host, host.stderr);
  const lines = recordingNotes(
    { recording, output, size, checkpointMs, program: programName(host) },
    colors,
  );
  // After Ctrl-C the terminal stands behind its echo, ^C.
  const isEchoed = recording.end.signal === 'SIGINT' && host.stderr.isTerminal;
  await host.stderr.write(`${isEchoed ? '\n' : ''}${lines.join('\n')}\n`);
}

function refuseUsage(words: readonly string[], flags: RecordFlags): void {
  const others = flags.pid ?? flags.tid ?? flags.allCpus ?? flags.cpu ?? flags.cgroup;
  if (words.length === 0 && !isBuilt(flags) && others === undefined) {
    throw new ToolError('usage', 'no program to record', {
      hint: 'plateau record -- ./app, plateau record -p PID, or plateau record -a --duration 5',
    });
  }
  if (flags.output === '-') {
    throw new ToolError('usage', 'standard output belongs to the recorded program', {
      hint: '-o FILE, then plateau convert FILE -o -',
    });
  }
}

/** Found out before the program runs, not after. */
export function requireWritable(host: Host, output: string): void {
  try {
    accessSync(dirname(resolve(host.cwd, output)), constants.W_OK);
  } catch (error) {
    throw fileError(output, 'write', error);
  }
}
