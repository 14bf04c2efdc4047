import { type Command, Option } from 'commander';
import type { BenchMeasured } from '../analysis/index.ts';
import { ToolError } from '../base/tool-error.ts';
import {
  type BenchPlan,
  combinations,
  defaultPlan,
  fillIn,
  parseParameter,
  RunThread,
  runBenchmark,
} from '../bench/index.ts';
import type { Host } from '../platform/host.ts';
import { benchCommands } from './bench-commands.ts';
import { addBenchOutputFlags, type BenchOutputFlags, writeBench } from './bench-output.ts';
import { benchProgress } from './bench-progress.ts';
import { readResults } from './bench-results.ts';
import { addExamples } from './examples.ts';
import { parseDurationMs } from './recording-values.ts';

interface BenchFlags extends BenchOutputFlags {
  readonly prepare?: string;
  readonly setup?: string;
  readonly cleanup?: string;
  readonly warmup: number;
  readonly runs?: number;
  readonly minRuns: number;
  readonly maxRuns: number;
  readonly minTime: number;
  readonly maxTime: number;
  readonly input: string;
  readonly showOutput?: true;
  readonly ignoreFailure?: true;
  readonly sameOutput?: true;
  readonly shell: string;
  readonly parameter?: readonly string[];
  readonly commandName?: readonly string[];
  readonly baseline?: string;
  readonly metric: 'wall' | 'cpu';
  readonly margin: number;
  readonly seed: number;
}

export function defineBench(command: Command, host: Host): void {
  command.argument('<command...>', 'commands to time, each quoted as one word');
  addRunFlags(command);
  addCommandFlags(command);
  addBenchOutputFlags(command);
  addExamples(command, [
    ["plateau bench './old input' './new input'", 'which is faster, and how sure is that'],
    ["plateau bench -r 50 --warmup 3 './app'", 'so many runs, after three that do not count'],
    ["plateau bench './app -j {n}' --parameter n=1..8", 'one command per value'],
    ["plateau bench './app' --save base.json", 'and later: --baseline base.json --fail-on slower'],
  ]);
  command.action((words: string[], flags: BenchFlags) => runBench(host, words, flags));
}

function addRunFlags(command: Command): void {
  command
    .addOption(count('-w, --warmup <runs>', 'runs before the first that counts').default(0))
    .addOption(count('-r, --runs <runs>', 'exactly so many; otherwise until there is a verdict'))
    .addOption(count('-m, --min-runs <runs>', 'at least so many').default(defaultPlan.leastRuns))
    .addOption(count('-M, --max-runs <runs>', 'at most so many').default(defaultPlan.mostRuns))
    .addOption(
      new Option('--min-time <time>', 'at least so long for each command')
        .argParser((text) => parseDurationMs('--min-time', text))
        .default(defaultPlan.leastTimeMs, '3s'),
    )
    .addOption(
      new Option('--max-time <time>', 'not much longer than this for each')
        .argParser((text) => parseDurationMs('--max-time', text))
        .default(defaultPlan.mostTimeMs, '30s'),
    )
    .addOption(
      new Option('--metric <what>', 'what decides: the clock, or time on processors')
        .choices(['wall', 'cpu'])
        .default('wall'),
    )
    .addOption(
      new Option('--margin <share>', 'ratios within 1 ± this are no difference')
        .argParser(Number)
        .default(defaultPlan.margin),
    )
    .addOption(count('--seed <number>', 'order of the runs').default(defaultPlan.seed));
}

function addCommandFlags(command: Command): void {
  command
    .option('-p, --prepare <command>', 'run this before every run, untimed')
    .option('-s, --setup <command>', 'run this once before each command is timed')
    .option('-c, --cleanup <command>', 'run this once after all runs')
    .addOption(
      new Option('-P, --parameter <name=values>', 'put values for {name}: a,b,c or 1..8').argParser(
        list,
      ),
    )
    .addOption(
      new Option('-n, --command-name <name>', 'what to call the next command').argParser(list),
    )
    .option('--input <file>', 'what the commands read', defaultPlan.input)
    .option('--show-output', 'let the commands print')
    .option('-i, --ignore-failure', 'time commands that end with an error all the same')
    .option('--same-output', 'refuse to compare commands that print different things')
    .option('-S, --shell <shell>', 'run by this shell; none runs the program itself', 'none')
    .option('--baseline <file>', 'compare with the first command of saved results');
}

function count(flags: string, text: string): Option {
  return new Option(flags, text).argParser(wholeNumber);
}

function list(text: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), text];
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= 1e9) return value;
  throw new ToolError('usage', `${text} is not a whole number`);
}

async function runBench(host: Host, words: readonly string[], flags: BenchFlags): Promise<void> {
  const plan = planOf(words, flags);
  const baseline = flags.baseline === undefined ? null : await readResults(flags.baseline);
  const measured = await measure(host, plan);
  const compared = baseline === null ? measured : withBaseline(measured, baseline);
  await writeBench(host, flags, compared, measured);
}

function planOf(words: readonly string[], flags: BenchFlags): BenchPlan {
  const sets = combinations((flags.parameter ?? []).map(parseParameter));
  const names = flags.commandName ?? [];
  const commands = words.flatMap((word, at) =>
    sets.map((values) => benchCommands(fillIn(word, values), values, names[at], flags)),
  );
  return {
    commands,
    warmup: flags.warmup,
    runs: flags.runs ?? null,
    leastRuns: flags.minRuns,
    mostRuns: flags.maxRuns,
    leastTimeMs: flags.minTime,
    mostTimeMs: flags.maxTime,
    input: flags.input,
    output: flags.showOutput === true ? null : '/dev/null',
    ignoreFailure: flags.ignoreFailure === true,
    sameOutput: flags.sameOutput === true,
    seed: flags.seed,
    margin: flags.margin,
    metric: flags.metric,
  };
}

async function measure(host: Host, plan: BenchPlan): Promise<BenchMeasured> {
  await using thread = new RunThread();
  using progress = benchProgress(host, thread);
  return await runBenchmark(plan, thread, { env: host.env, cwd: host.cwd }, progress.advance);
}

/** The first saved command takes the place of the first; what was measured now is compared with it. */
function withBaseline(measured: BenchMeasured, baseline: BenchMeasured): BenchMeasured {
  const [first] = baseline.series;
  if (first === undefined) return measured;
  const base = { ...first, name: `${first.name} (baseline)` };
  return { ...measured, series: [base, ...measured.series], again: null };
}
