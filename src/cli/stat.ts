import { type Command, Option } from 'commander';
import { unreachable } from '../base/assert.ts';
import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { writeOutputFile } from '../platform/output-file.ts';
import {
  type CountTarget,
  countTarget,
  machineEventSources,
  requireProgram,
  resolveEvents,
  type StatSummary,
} from '../record/index.ts';
import { colorsOf } from './colors.ts';
import { addExamples } from './examples.ts';
import { ExitStatus } from './exit-status.ts';
import { parseIds } from './recording-values.ts';
import { statCsv, statJson, statText } from './stat-text.ts';
import { parseDurationMs } from './time-value.ts';

interface StatFlags {
  readonly event?: readonly string[];
  readonly detailed?: true;
  readonly repeat?: number;
  readonly pid?: readonly number[];
  readonly allCpus?: true;
  readonly duration?: number;
  readonly inherit: boolean;
  readonly output?: string;
  readonly json?: true;
  readonly csv?: true;
}

const usualEvents = [
  'task-clock',
  'context-switches',
  'cpu-migrations',
  'page-faults',
  'cycles',
  'instructions',
  'branches',
  'branch-misses',
];
const cacheEvents = ['L1-dcache-loads', 'L1-dcache-load-misses', 'LLC-loads', 'LLC-load-misses'];

export function defineStat(command: Command, host: Host): void {
  command
    .argument('[command...]', 'the program to run, with its arguments')
    .usage('[options] [--] <command> [arguments]')
    .addOption(
      new Option('-e, --event <names>', 'what to count, a list; may be given again').argParser(
        (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
      ),
    )
    .option('-d, --detailed', 'also loads and misses of the caches')
    .addOption(
      new Option('-r, --repeat <runs>', 'run it so often; mean and standard error').argParser(
        parseRuns,
      ),
    )
    .addOption(
      new Option('-p, --pid <pids>', 'count running processes').argParser((text) =>
        parseIds('-p', text),
      ),
    )
    .option('-a, --all-cpus', 'count the whole machine')
    .addOption(
      new Option('--duration <time>', 'how long: 10, 500ms, 2m; until Ctrl-C otherwise').argParser(
        (text) => parseDurationMs('--duration', text),
      ),
    )
    .option('--no-inherit', 'leave out child processes and new threads')
    .option('-o, --output <file>', 'where to write instead of standard error')
    .option('--json', 'print one JSON value')
    .option('--csv', 'print comma-separated lines')
    .passThroughOptions();
  addExamples(command, [
    ['plateau stat -- ./app', 'time, faults, switches, and what the processor counts'],
    ['plateau stat -r 10 -- ./app', 'ten runs, with their spread'],
    ['plateau stat -e page-faults,sched:sched_switch -- ./app', 'these two'],
    ['plateau stat -p 1234 --duration 5', 'a running process'],
  ]);
  command.action((words: string[], flags: StatFlags) => runStat(host, words, flags));
}

function parseRuns(text: string): number {
  const runs = Number(text);
  if (Number.isInteger(runs) && runs >= 1 && runs <= 100_000) return runs;
  throw new ToolError('usage', `-r ${text} is not a number of runs`, { hint: '-r 10' });
}

async function runStat(host: Host, words: readonly string[], flags: StatFlags): Promise<void> {
  const target = targetOf(words, flags);
  const [program] = words;
  if (program !== undefined) {
    requireProgram(program, { cwd: host.cwd, path: host.env['PATH'] ?? '' });
  }
  const names = flags.event ?? [...usualEvents, ...(flags.detailed === true ? cacheEvents : [])];
  const sources = machineEventSources({ cwd: host.cwd, path: host.env['PATH'] ?? '' });
  const events = resolveEvents(names, sources);
  const { summary, status } = await countTarget(host, {
    target,
    events,
    runs: flags.repeat ?? 1,
    inherit: flags.inherit,
    ...(flags.duration !== undefined && { durationMs: flags.duration }),
  });
  await writeSummary(host, titleOf(target), summary, flags);
  if (status !== 0) throw new ExitStatus(status);
}

function targetOf(words: readonly string[], flags: StatFlags): CountTarget {
  const ways = [words.length > 0, flags.pid !== undefined, flags.allCpus === true];
  const chosen = ways.filter(Boolean).length;
  if (chosen !== 1) {
    const what = chosen === 0 ? 'nothing to count' : 'a program, -p and -a exclude each other';
    throw new ToolError('usage', what, {
      hint: 'plateau stat -- ./app, plateau stat -p PID, or plateau stat -a --duration 5',
    });
  }
  if (flags.repeat !== undefined && words.length === 0) {
    throw new ToolError('usage', '-r repeats a program, and there is none', {
      hint: 'plateau stat -r 10 -- ./app',
    });
  }
  if (flags.pid !== undefined) return { kind: 'attach', pids: flags.pid };
  return words.length > 0 ? { kind: 'launch', command: words } : { kind: 'system' };
}

function titleOf(target: CountTarget): string {
  switch (target.kind) {
    case 'launch':
      return target.command.join(' ');
    case 'attach':
      return `pid ${target.pids.join(', ')}`;
    case 'system':
      return 'the whole machine';
    default:
      return unreachable(target);
  }
}

/** Like `time`, to standard error when a program ran: standard output is the program's. */
async function writeSummary(
  host: Host,
  title: string,
  summary: StatSummary,
  flags: StatFlags,
): Promise<void> {
  const sink = summary.userNs === undefined ? host.stdout : host.stderr;
  const toFile = flags.output !== undefined && flags.output !== '-';
  const colors = colorsOf(host, toFile ? { ...sink, isTerminal: false } : sink);
  const text =
    flags.json === true
      ? `${JSON.stringify(statJson(title, summary), undefined, 2)}\n`
      : `${[...(flags.csv === true ? statCsv(summary) : statText(title, summary, colors))].join('\n')}\n`;
  if (toFile) await writeOutputFile(flags.output ?? '', [new TextEncoder().encode(text)]);
  else await (flags.output === '-' ? host.stdout : sink).write(text);
}
