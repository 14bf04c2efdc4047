import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { ToolError } from '../base/tool-error.ts';
import { chooseOutputFormat, saveProfile } from '../load/index.ts';
import { fileError } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { checkpointMs, recordV8, type V8Recording } from '../record/index.ts';
import { colorsOf } from './colors.ts';
import { addExamples } from './examples.ts';
import { ExitStatus } from './exit-status.ts';
import { programName } from './program-name.ts';
import { recordingNotes } from './recording-notes.ts';
import { version } from './version.ts';

interface RecordFlags {
  readonly output: string;
  readonly to?: string;
  readonly engine: string;
  readonly frequency: number;
  readonly source: boolean;
  readonly pid?: string;
  readonly allCpus?: true;
  readonly event?: string;
}

export const defaultFrequencyHz = 1000;

export function defineRecord(command: Command, host: Host): void {
  command
    .argument('[command...]', 'the Node program to run, with its arguments')
    .usage('[options] [--] <command> [arguments]')
    .option('-o, --output <file>', 'where to write the profile', 'profile.plateau')
    .option('--to <format>', 'the format to write; the ending of the output decides otherwise')
    .option('--engine <name>', "v8: V8's own CPU profiler, for Node, no privileges needed", 'v8')
    .addOption(
      new Option('-F, --frequency <hz>', 'samples per second and thread')
        .default(defaultFrequencyHz)
        .argParser(parseFrequency),
    )
    .option('--no-source', 'leave the text of hot source files out of the profile')
    .passThroughOptions();
  // What hands used to perf and samply type; each gets an answer instead of "unknown option".
  for (const [flags, name] of [
    ['-p, --pid <pid>', 'pid'],
    ['-a, --all-cpus', 'allCpus'],
    ['-e, --event <name>', 'event'],
    ['-g, --call-graph [mode]', 'callGraph'],
  ] as const) {
    command.addOption(new Option(flags, name).hideHelp());
  }
  addExamples(command, [
    ['plateau record -- node server.js', 'record a program until it ends or Ctrl-C'],
    ['plateau record -F 5000 -- node build.js', 'more samples of a short run'],
    ['plateau record -o x.cpuprofile -- npm test', 'for Chrome DevTools'],
  ]);
  command.action((words: string[], flags: RecordFlags) => runRecord(host, words, flags));
}

async function runRecord(host: Host, words: readonly string[], flags: RecordFlags): Promise<void> {
  refuseUnsupported(words, flags);
  const format = chooseOutputFormat(flags.output, flags.to);
  requireWritable(host, flags.output);
  const recording = await recordV8(host, {
    command: words,
    frequencyHz: flags.frequency,
    sources: flags.source,
    producer: `plateau ${version}`,
  });
  const size = await saveProfile(host, recording.profile, flags.output, { to: format.name });
  if (host.quiet !== true) await writeNotes(host, recording, flags.output, size);
  if (recording.end.status !== 0) throw new ExitStatus(recording.end.status);
}

async function writeNotes(
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

function refuseUnsupported(words: readonly string[], flags: RecordFlags): void {
  const later = 'sampling a running process or the whole machine is not there yet';
  if (flags.pid !== undefined || flags.allCpus === true) {
    throw new ToolError('usage', later, { hint: 'plateau record -- node script.js' });
  }
  if (flags.event !== undefined) {
    throw new ToolError('usage', 'the v8 engine samples time and has no events to choose', {
      hint: 'leave -e out; -F sets how often it samples',
    });
  }
  if (flags.engine !== 'v8') {
    throw new ToolError('usage', `no engine named ${flags.engine}`, { hint: '--engine v8' });
  }
  if (words.length === 0) {
    throw new ToolError('usage', 'no program to record', {
      hint: 'plateau record -- node script.js',
    });
  }
  if (flags.output === '-') {
    throw new ToolError('usage', 'standard output belongs to the recorded program', {
      hint: '-o FILE, then plateau convert FILE -o -',
    });
  }
}

/** Found out before the program runs, not after. */
function requireWritable(host: Host, output: string): void {
  try {
    accessSync(dirname(resolve(host.cwd, output)), constants.W_OK);
  } catch (error) {
    throw fileError(output, 'write', error);
  }
}

function parseFrequency(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 1 && value <= 20_000) return value;
  throw new ToolError('usage', `-F ${text} is not a number of samples per second`, {
    hint: '-F 1 to -F 20000; 1000 is the default',
  });
}
