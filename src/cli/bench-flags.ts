import { type Command, InvalidArgumentError, Option } from 'commander';
import { ToolError } from '../base/tool-error.ts';
import {
  type BenchCommand,
  type BenchPlan,
  combinations,
  defaultPlan,
  fillIn,
  parseParameter,
} from '../bench/index.ts';
import { benchCommand } from './bench-command.ts';
import { parseCount } from './count-value.ts';
import { hyperfineWords } from './hyperfine-words.ts';
import { parseDurationMs } from './time-value.ts';

/** What is run and how often: of `bench` and `compare --profile`. */
export interface BenchFlags {
  readonly prepare?: readonly string[];
  readonly conclude?: readonly string[];
  readonly setup?: string;
  readonly cleanup?: string;
  readonly warmup: number;
  readonly runs?: number;
  readonly minRuns: number;
  readonly maxRuns: number;
  readonly minTime: number;
  readonly maxTime: number;
  readonly timeout?: number;
  readonly input: string;
  readonly output: string;
  readonly showOutput?: true;
  readonly ignoreFailure?: true;
  readonly ignoreStatus?: readonly number[];
  readonly sameOutput?: true;
  /** False for -N. */
  readonly shell: string | false;
  readonly memoryRun: boolean;
  readonly parameter?: readonly string[];
  readonly commandName?: readonly string[];
  readonly reference?: string;
  readonly referenceName?: string;
  readonly metric: 'wall' | 'cpu';
  readonly margin: number;
  readonly seed: number;
  readonly counters: string;
}

const runGroup = 'How often:';
const commandGroup = 'What runs:';

export function addBenchFlags(command: Command): void {
  addRunFlags(command);
  addCommandFlags(command);
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (args) => parse(hyperfineWords(args));
}

function addRunFlags(command: Command): void {
  const add = (option: Option): Command => command.addOption(option.helpGroup(runGroup));
  add(count('-w, --warmup <runs>', 'runs before the first that counts').default(0));
  add(runs('-r, --runs <runs>', 'exactly so many; otherwise until there is a verdict'));
  add(runs('-m, --min-runs <runs>', 'at least so many').default(defaultPlan.leastRuns));
  add(runs('-M, --max-runs <runs>', 'at most so many').default(defaultPlan.mostRuns));
  add(
    duration('--min-time <time>', 'at least so long for each command').default(
      defaultPlan.leastTimeMs,
      '3s',
    ),
  );
  add(
    duration('--max-time <time>', 'not much longer than this for each').default(
      defaultPlan.mostTimeMs,
      '30s',
    ),
  );
  add(duration('--timeout <time>', 'end a run that takes longer, and fail'));
  add(
    new Option('--metric <what>', 'what decides: the clock, or time on processors')
      .choices(['wall', 'cpu'])
      .default('wall'),
  );
  add(
    new Option('--margin <share>', 'ratios within 1 ± this are no difference')
      .argParser(share)
      .default(defaultPlan.margin),
  );
  add(count('--seed <number>', 'order of the runs').default(defaultPlan.seed));
  add(
    new Option(
      '--counters <events>',
      'also count these: a list as of stat -e, auto, or none',
    ).default('auto', 'auto: what the processor counts of them here'),
  );
  add(new Option('--no-memory-run', 'do not run small programs once more for their memory'));
}

function addCommandFlags(command: Command): void {
  // Commander takes defaults and parsers when an option is added, not later.
  const add = (flags: string, text: string, finish = (option: Option): Option => option): void =>
    void command.addOption(finish(new Option(flags, text).helpGroup(commandGroup)));
  add('-p, --prepare <command>', 'run this before every run, untimed; or one for each', listed);
  add('-C, --conclude <command>', 'run this after every run, untimed; or one for each', listed);
  add('-s, --setup <command>', 'run this once before each command is timed');
  add('-c, --cleanup <command>', 'run this once after all runs');
  add('-P, --parameter <name=values>', 'put values for {name}: a,b,c or 1..8', listed);
  add('-n, --command-name <name>', 'what to call the next command', listed);
  add('--reference <command>', 'compare the others with this one');
  add('--reference-name <name>', 'what to call it');
  add('--input <file>', 'what the commands read', (option) => option.default(defaultPlan.input));
  add('--output <where>', 'where they write: null, pipe, inherit or a file', (option) =>
    option.default('null'),
  );
  add('--show-output', 'let the commands print; the same as --output inherit');
  add('-i, --ignore-failure', 'time commands that end with an error all the same');
  add('--ignore-status <list>', 'the same for these: 1,2', (option) => option.argParser(statuses));
  add('--same-output', 'refuse to compare commands that print different things');
  add('-S, --shell <shell>', 'run by this shell; auto: by sh where the words need one', (option) =>
    option.default('auto'),
  );
  add('-N, --no-shell', 'never by a shell; the same as --shell none');
}

export function benchPlan(words: readonly string[], flags: BenchFlags): BenchPlan {
  return {
    commands: commandsOf(words, flags),
    warmup: flags.warmup,
    runs: flags.runs ?? null,
    leastRuns: Math.min(flags.minRuns, flags.maxRuns),
    mostRuns: flags.maxRuns,
    leastTimeMs: flags.minTime,
    mostTimeMs: flags.maxTime,
    timeoutMs: flags.timeout ?? null,
    input: flags.input === 'null' ? '/dev/null' : flags.input,
    output: outputOf(flags),
    memory: flags.memoryRun,
    ignoreFailure: flags.ignoreFailure === true || (flags.ignoreStatus ?? false),
    sameOutput: flags.sameOutput === true,
    seed: flags.seed,
    margin: flags.margin,
    metric: flags.metric,
  };
}

/** Words of `--output` that are no files; `pipe` is opened by whoever runs the plan. */
function outputOf({ output, showOutput }: BenchFlags): string | null {
  if (showOutput === true || output === 'inherit') return null;
  return output === 'null' ? '/dev/null' : output;
}

function commandsOf(given: readonly string[], flags: BenchFlags): BenchCommand[] {
  const words = flags.reference === undefined ? given : [flags.reference, ...given];
  const sets = combinations((flags.parameter ?? []).map(parseParameter));
  requireStepForEach('--prepare', flags.prepare, words.length * sets.length);
  requireStepForEach('--conclude', flags.conclude, words.length * sets.length);
  const names = namesOf(flags);
  // One name for each word of the command line, or one for each command that comes of them.
  const isByCommand = names.length > words.length;
  return words.flatMap((word, at) =>
    sets.map((values, turn) => {
      const place = at * sets.length + turn;
      const name = names[isByCommand ? place : at];
      return benchCommand(fillIn(word, values), values, name, flags, place);
    }),
  );
}

/** The reference is the first of the commands. */
function namesOf({ reference, referenceName, commandName = [] }: BenchFlags): readonly string[] {
  if (reference === undefined) return commandName;
  return referenceName === undefined && commandName.length === 0
    ? []
    : [referenceName ?? reference, ...commandName];
}

function requireStepForEach(flag: string, given: readonly string[] = [], commands: number): void {
  if (given.length <= 1 || given.length === commands) return;
  throw new ToolError('usage', `${flag} is given ${given.length} times for ${commands} commands`, {
    hint: 'once for all of them, or once for each in their order',
  });
}

function statuses(text: string): readonly number[] {
  const found = text.split(',').map(Number);
  if (found.every((each) => Number.isInteger(each) && each >= 0 && each <= 255)) return found;
  throw new InvalidArgumentError('statuses are numbers from 0 to 255: 1,2');
}

function count(flags: string, text: string): Option {
  return new Option(flags, text).argParser(parseCount);
}

/** No run at all has no median. */
function runs(flags: string, text: string): Option {
  return new Option(flags, text).argParser((given) => {
    const value = parseCount(given);
    if (value > 0) return value;
    throw new InvalidArgumentError('there must be one run at least');
  });
}

function duration(flags: string, text: string): Option {
  const [name = ''] = flags.split(' ');
  return new Option(flags, text).argParser((value) => parseDurationMs(name, value));
}

function listed(option: Option): Option {
  return option.argParser((text: string, before: readonly string[] | undefined): string[] => [
    ...(before ?? []),
    text,
  ]);
}

function share(text: string): number {
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (value >= 0 && value < 1) return value;
  throw new ToolError('usage', `--margin ${text} is no share of 1`, {
    hint: '--margin 0.01, or --margin 1%',
  });
}
