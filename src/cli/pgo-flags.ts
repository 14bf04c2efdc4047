import { type Command, Option } from 'commander';
import { profileForms } from '../pgo/index.ts';
import { parsePositiveCount } from './count-value.ts';
import { addExamples } from './examples.ts';

export interface PgoFlags {
  readonly config: string;
  readonly verbose?: true;
  readonly iterations?: number;
  readonly datasize?: number;
  readonly profiledir?: string;
  readonly profilesDir?: string;
  readonly outdir?: string;
  readonly profileonly?: true;
  readonly quick?: true;
  readonly use?: string;
  readonly resume?: true;
  readonly dryRun?: true;
  readonly prefix: string;
  readonly to?: string;
  readonly binary?: string;
  readonly fact?: readonly string[];
  readonly json?: true;
  readonly html?: string;
  readonly strict?: true;
}

/** What the command line takes, and the help that lists its steps. */
export function addPgoFlags(command: Command): void {
  command
    .argument('[commands...]', 'a step, then targets of plateau.toml; all steps, all targets')
    .usage('[step] [commands...] [options]')
    .option('-c, --config <file>', 'what to optimise and how', 'plateau.toml')
    .option('-v, --verbose', 'show what compilers say')
    .addOption(count('--iterations <n>', 'how often each training workload runs'))
    .addOption(count('--datasize <n>', 'lines of generated data'))
    .option('--profiledir <folder>', 'where profiles and their manifest are kept')
    // As cargo-pgo calls it.
    .addOption(new Option('--profiles-dir <folder>').hideHelp())
    .option('--outdir <folder>', 'where programs and reports go')
    .option('--profileonly', 'stop when the profiles are there')
    .option('--quick', 'little data and few runs')
    .option(
      '--use <profile>',
      'build with a file, a folder of profiles or TARGET[@HASH] instead of training',
    )
    .option('--resume', 'take up an interrupted run: what is unchanged is not done again')
    .option('--dry-run', 'print the commands and run none')
    .option('--prefix <folder>', 'install below this', '/usr/local')
    .option('--to <form>', `convert: ${Object.keys(profileForms).join(', ')}; else by the ending`)
    .option('--binary <file>', 'convert: the program that was recorded, where it has moved')
    .option(
      '--fact <key=value...>',
      'store put: arch, os, commit, dirty, compiler, flags, workload, …',
    )
    .option('--json', 'print one JSON value')
    .option('--html <file>', 'also write the report as a page, - for standard output')
    .option('--strict', 'fail when a profile is of no use, as with CI=true, or stale')
    .addHelpText(
      'after',
      `
Steps; without a name baseline, profile, build and compare:
  init      write a plateau.toml by looking at the project
  info      compilers, targets and workloads
  baseline  build without a profile
  profile   run the training workloads, merge and check what they leave
  merge     merge again what training left
  build     build with the profiles, and check that they were used
  compare   time both builds on the held-out workloads
  report    print the report of the last run
  show      print which profiles are kept, or what is inside of one: show FILE
  overlap   how much of two profiles is the same: overlap A B
  stale     how much of a profile the sources have lost:
            stale [TARGET | PROFILE [BINARY]]
  convert   write a profile for another compiler: convert IN OUT
  store     the kept profiles: store list [TARGET],
            store get TARGET[@HASH] [OUT], store put FILE TARGET
  install   put the optimised programs into PREFIX/bin
  clean     remove what runs have written`,
    );
  addExamples(command, [
    ['plateau pgo --quick', 'the whole workflow, with little data'],
    ['plateau pgo profile grep', 'only train, only this target'],
    ['plateau pgo --dry-run', 'which commands that would be'],
    ['plateau pgo overlap old.pprof new.pprof', 'whether two trainings agree'],
    ['plateau pgo convert perf.data default.pgo', 'for go build'],
  ]);
}

function count(flags: string, text: string): Option {
  return new Option(flags, text).argParser(parsePositiveCount);
}
