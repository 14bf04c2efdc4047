import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { ToolError } from '../base/tool-error.ts';
import { fileError } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { addExamples } from './examples.ts';
import { ExitStatus } from './exit-status.ts';
import { buildTarget } from './record-build.ts';
import { recordData } from './record-data.ts';
import {
  addBuildFlags,
  addSamplingFlags,
  addTargetFlags,
  type BuildFlags,
  howGroup,
  isBuilt,
  resultGroup,
  type SamplingFlags,
} from './record-flags.ts';

interface RecordFlags extends SamplingFlags, BuildFlags {
  readonly output: string;
  readonly to?: string;
  readonly g?: true;
}

export function defineRecord(command: Command, host: Host): void {
  command
    .argument('[command...]', 'the program to run, with its arguments')
    .usage('[options] [--] <command> [arguments]')
    .addOption(
      new Option('-o, --output <file>', 'where to write; x.data is perf.data, for perf as well')
        .default('profile.plateau')
        .helpGroup(resultGroup),
    )
    .addOption(
      new Option('--to <format>', 'its format; the ending of -o decides otherwise').helpGroup(
        resultGroup,
      ),
    )
    .addOption(
      new Option('--no-source', 'without the source text of hot functions').helpGroup(resultGroup),
    );
  addTargetFlags(command);
  addSamplingFlags(command);
  command.addOption(new Option('-g', 'the same as --call-graph auto').helpGroup(howGroup));
  addBuildFlags(command);
  command.passThroughOptions();
  addExamples(command, [
    ['plateau record -- ./app args', 'a program from start to end, or to Ctrl-C'],
    ['plateau record -p 1234 --duration 10', 'a running process'],
    ['plateau record -a --duration 5', 'the whole machine, kernel included'],
    ['plateau record -a -- make test', 'the machine while a program runs'],
    ['plateau record --off-cpu -- ./app', 'where it waits, too'],
    ['plateau record -e page-faults -e uprobe:libc.so.6:malloc -- ./app', 'by events'],
    ['plateau record --cargo --bin tool -- args', 'build with debug info, then record'],
    ['plateau record -o app.data -- ./app', 'perf.data, which perf reads as well'],
  ]);
  command.action((words: string[], flags: RecordFlags) => runRecord(host, words, flags));
}

async function runRecord(host: Host, words: readonly string[], flags: RecordFlags): Promise<void> {
  refuseUsage(words, flags);
  const keepsData =
    flags.to === undefined ? flags.output.endsWith('.data') : flags.to === 'perf.data';
  // Reading and saving profiles is most of Plateau; a recording that stays perf.data starts without it.
  const saving = keepsData ? undefined : await import('./record-save.ts');
  const save = saving?.prepareSave(flags.output, flags.to);
  requireWritable(host, flags.output);
  using built = await buildTarget(host, words, flags);
  const inside: Host = { ...host, cwd: built.cwd };
  const output = resolve(host.cwd, flags.output);
  const status =
    save === undefined
      ? await recordData(inside, built.command, flags, output)
      : await save(inside, built.command, flags, output);
  if (status !== 0) throw new ExitStatus(status);
}

function refuseUsage(words: readonly string[], flags: RecordFlags): void {
  const others = flags.pid ?? flags.tid ?? flags.allCpus ?? flags.cpus ?? flags.cgroup;
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
  const path = resolve(host.cwd, output);
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw fileError(output, 'write', error);
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new ToolError('io', `cannot write ${output}: it is a directory`, {
      hint: `-o ${join(output, 'profile.plateau')}`,
      file: output,
    });
  }
}
