import { type Command, Option } from 'commander';
import { ToolError } from '../base/tool-error.ts';
import { parseCallGraph } from '../record/native/call-graph-choice.ts';
import type { CallGraph } from '../record/native/recording-plan.ts';
import { parseCpuList } from './cpu-list.ts';
import {
  parseDelayMs,
  parseFrequency,
  parseIds,
  parsePeriod,
  parseRingPages,
} from './recording-values.ts';
import { parseDurationMs } from './time-value.ts';

/** One `-e`, with the `--filter` that follows it. */
export interface AskedEvent {
  readonly text: string;
  readonly filter?: string;
}

/** What `record` and `flamegraph -- CMD` share: how to sample, and what to build first. */
export interface SamplingFlags {
  readonly engine: string;
  readonly frequency?: number | 'max';
  readonly count?: number;
  readonly event?: readonly AskedEvent[];
  readonly callGraph?: CallGraph | 'auto';
  readonly pid?: readonly number[];
  readonly tid?: readonly number[];
  readonly allCpus?: true;
  readonly cpus?: readonly number[];
  readonly cgroup?: string;
  readonly inherit: boolean;
  readonly delay?: number;
  readonly duration?: number;
  readonly mmapPages?: number;
  readonly offCpu?: true;
  readonly latency?: true;
  readonly source: boolean;
}

export interface BuildFlags {
  readonly cargo?: true;
  readonly go?: string;
  readonly bin?: string;
  readonly bench?: string;
  readonly test?: string;
  readonly example?: string;
  readonly dev?: true;
  readonly profile?: string;
  readonly features?: string;
  readonly package?: string;
  readonly manifestPath?: string;
}

/** Of `record` alone. */
export const resultGroup = 'Result:';
const whatGroup = 'What to record:';
export const howGroup = 'How to sample:';
const buildGroup = 'Build it first:';

function option(flags: string, text: string, group: string): Option {
  return new Option(flags, text).helpGroup(group);
}

export function addTargetFlags(command: Command): void {
  command
    .addOption(
      option('-p, --pid <pids>', 'running processes, all their threads', whatGroup).argParser(
        (text, before?: readonly number[]) => [...(before ?? []), ...parseIds('-p', text)],
      ),
    )
    .addOption(
      option('-t, --tid <tids>', 'these threads only', whatGroup).argParser(
        (text, before?: readonly number[]) => [...(before ?? []), ...parseIds('-t', text)],
      ),
    )
    .addOption(option('-a, --all-cpus', 'the whole machine', whatGroup))
    .addOption(
      option('-C, --cpus <list>', 'only these processors of it: 0-3,6', whatGroup).argParser(
        (text) => parseCpuList('-C', text),
      ),
    )
    .addOption(option('--cgroup <path>', 'the processes of a control group', whatGroup))
    .addOption(option('--no-inherit', 'leave out child processes and new threads', whatGroup))
    .addOption(
      option('-D, --delay <ms>', 'start sampling so much later', whatGroup).argParser(parseDelayMs),
    )
    .addOption(
      option(
        '--duration <time>',
        'how long: 10, 500ms, 2m; a launched program is ended then',
        whatGroup,
      ).argParser((text) => parseDurationMs('--duration', text)),
    );
}

export function addSamplingFlags(command: Command): void {
  const asked: AskedEvent[] = [];
  command
    .addOption(
      option(
        '-F, --frequency <hz>',
        'samples per second and thread, or max (default: 999)',
        howGroup,
      ).argParser(parseFrequency),
    )
    .addOption(
      option('-c, --count <n>', 'instead: a sample every so many events', howGroup).argParser(
        parsePeriod,
      ),
    )
    .addOption(
      option(
        '-e, --event <names>',
        'what triggers samples; may be given again',
        howGroup,
      ).argParser((text: string) => {
        asked.push({ text });
        return asked;
      }),
    )
    .addOption(
      option(
        '--filter <expression>',
        'of the tracepoint before it: prev_pid != 0',
        howGroup,
      ).argParser((filter: string) => {
        const last = asked.pop();
        if (last === undefined) {
          throw new ToolError('usage', '--filter belongs to the event before it', {
            hint: `-e sched:sched_switch --filter '${filter}'`,
          });
        }
        asked.push({ ...last, filter });
        return filter;
      }),
    )
    .addOption(
      option(
        '--call-graph <how>',
        'stacks by auto, fp, dwarf[,bytes], lbr or none',
        howGroup,
      ).argParser(parseCallGraph),
    )
    .addOption(option('--off-cpu', 'also where threads wait, and how long', howGroup))
    .addOption(option('--latency', 'also weigh samples by 1 / running threads', howGroup))
    .addOption(
      option(
        '-m, --mmap-pages <pages>',
        'ring per processor, in pages or as 4M',
        howGroup,
      ).argParser(parseRingPages),
    )
    .addOption(
      option('--engine <name>', 'who samples: perf is the kernel, v8 is Node', howGroup)
        .choices(['auto', 'perf', 'v8'])
        .default('auto'),
    );
}

export function addBuildFlags(command: Command): void {
  const flags: readonly (readonly [string, string])[] = [
    ['--cargo', 'build with cargo, optimised and with debug info'],
    ['--bin <name>', 'this binary of the package'],
    ['--bench <name>', 'a benchmark'],
    ['--test <name>', 'an integration test'],
    ['--example <name>', 'an example'],
    ['--dev', "cargo's dev profile instead of release"],
    ['--profile <name>', 'another profile of Cargo.toml'],
    ['--features <list>', 'cargo features'],
    ['--package <name>', 'a package of the workspace'],
    ['--manifest-path <file>', 'a Cargo.toml elsewhere'],
    ['--go <package>', 'build a Go package: ./cmd/server'],
  ];
  for (const [words, text] of flags) command.addOption(option(words, text, buildGroup));
}

export function isBuilt(flags: BuildFlags): boolean {
  return flags.cargo === true || flags.go !== undefined;
}
