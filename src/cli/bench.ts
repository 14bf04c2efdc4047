import { type Command, Option } from 'commander';
import type { BenchMeasured } from '../analysis/index.ts';
import { counted } from '../base/quantity.ts';
import { type BenchPlan, openOutputPipe, RunThread, runBenchmark } from '../bench/index.ts';
import type { Host } from '../platform/host.ts';
import { readMachine } from '../platform/machine.ts';
import type { ChosenCounters } from './bench-counters.ts';
import { addBenchFlags, type BenchFlags, benchPlan } from './bench-flags.ts';
import { requireInput } from './bench-input.ts';
import {
  addBenchOutputFlags,
  type BenchOutputFlags,
  requireOutputFolders,
  resultGroup,
  writeBench,
} from './bench-output.ts';
import { benchProgress, interruptedStatus } from './bench-progress.ts';
import { machinesOf, readResults } from './bench-results.ts';
import { addExamples } from './examples.ts';
import { ExitStatus } from './exit-status.ts';
import { writeNote } from './note.ts';
import { version } from './version.ts';

interface Flags extends BenchFlags, BenchOutputFlags {
  readonly baseline?: string;
}

export function defineBench(command: Command, host: Host): void {
  command.argument('<command...>', 'commands to time, each quoted as one word');
  addBenchFlags(command);
  command.addOption(
    new Option('--baseline <file>', 'compare with saved results, command by command').helpGroup(
      resultGroup,
    ),
  );
  addBenchOutputFlags(command);
  addExamples(command, [
    ["plateau bench './old input' './new input'", 'which is faster, and how sure is that'],
    ["plateau bench -r 50 --warmup 3 './app'", 'so many runs, after three that do not count'],
    ["plateau bench './app -j {n}' --parameter n=1..8", 'one command per value'],
    ["plateau bench './app' --save base.json", 'and later: --baseline base.json --fail-on slower'],
    ["plateau bench './grep x' './grep -F x' --output pipe", 'with somebody who reads it'],
  ]);
  command.action(async (words: string[], flags: Flags) => {
    const plan = benchPlan(words, flags);
    const baseline = flags.baseline === undefined ? null : await readResults(flags.baseline);
    requireOutputFolders(host, flags);
    const { measured, isInterrupted } = await measureBench(host, plan, flags.counters);
    const compared = baseline === null ? measured : withBaseline(measured, baseline);
    await writeBench(host, flags, compared, { measured });
    if (isInterrupted) throw new ExitStatus(interruptedStatus);
  });
}

export interface MeasuredPlan {
  readonly measured: BenchMeasured;
  /** Ctrl-C came before the end: what is there is true, and less than was planned. */
  readonly isInterrupted: boolean;
}

/** Runs the plan with its progress shown. Ctrl-C ends it with the rounds that are complete. */
export async function measureBench(
  host: Host,
  plan: BenchPlan,
  counters: string,
): Promise<MeasuredPlan> {
  requireInput(host, plan);
  const chosen = await chooseCounters(host, counters);
  await using thread = new RunThread(chosen.events);
  using progress = benchProgress(host);
  using pipe = plan.output === 'pipe' ? await openOutputPipe() : null;
  const output = pipe?.path ?? plan.output;
  const surroundings = { env: host.env, cwd: host.cwd };
  const missing = chosen.missing(await thread.counters());
  const { advance: onProgress, stop } = progress;
  const watch = { onProgress, stop };
  const measured = await runBenchmark({ ...plan, output }, thread, surroundings, watch);
  if (stop.aborted) await noteInterrupt(host, measured);
  const machine = readMachine(version);
  const uncounted = missing === null ? {} : { missingCounters: missing };
  return { measured: { ...measured, machine, ...uncounted }, isInterrupted: stop.aborted };
}

/** With nothing measured there is nothing to write. */
async function noteInterrupt(host: Host, { series }: BenchMeasured): Promise<void> {
  const rounds = series[0]?.runs.length ?? 0;
  if (rounds === 0) {
    await writeNote(host, 'interrupted before every command had run once');
    throw new ExitStatus(interruptedStatus);
  }
  await writeNote(host, `interrupted: what follows is of ${counted(rounds, 'complete round')}`);
}

/** Resolving names of events needs the recorder, which is most of Plateau. */
async function chooseCounters(host: Host, counters: string): Promise<ChosenCounters> {
  if (counters === 'none') return { events: [], missing: () => null };
  return (await import('./bench-counters.ts')).chosenCounters(host, counters);
}

/** What was measured now is compared with the saved command of its name, or else with the first. */
function withBaseline(measured: BenchMeasured, baseline: BenchMeasured): BenchMeasured {
  const ofName = (name: string): number =>
    Math.max(
      0,
      baseline.series.findIndex((saved) => saved.name === name),
    );
  const used = [...new Set(measured.series.map(({ name }) => ofName(name)))].sort((a, b) => a - b);
  const bases = used.flatMap((at, against) => {
    const saved = baseline.series[at];
    return saved === undefined ? [] : [{ ...saved, name: `${saved.name} (baseline)`, against }];
  });
  const series = measured.series.map((each) => ({
    ...each,
    against: used.indexOf(ofName(each.name)),
  }));
  const { machine: _here, ...rest } = measured;
  const machines = machinesOf([baseline, measured]);
  return { ...rest, series: [...bases, ...series], again: null, isApart: true, ...machines };
}
