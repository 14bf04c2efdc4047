import { type Command, Option } from 'commander';
import type { BenchMeasured } from '../analysis/index.ts';
import { type BenchPlan, openOutputPipe, RunThread, runBenchmark } from '../bench/index.ts';
import type { Host } from '../platform/host.ts';
import { addBenchFlags, type BenchFlags, benchPlan } from './bench-flags.ts';
import { requireInput } from './bench-input.ts';
import { addBenchOutputFlags, type BenchOutputFlags, writeBench } from './bench-output.ts';
import { benchProgress } from './bench-progress.ts';
import { readResults } from './bench-results.ts';
import { addExamples } from './examples.ts';

interface Flags extends BenchFlags, BenchOutputFlags {
  readonly baseline?: string;
}

export function defineBench(command: Command, host: Host): void {
  command.argument('<command...>', 'commands to time, each quoted as one word');
  addBenchFlags(command);
  command.addOption(
    new Option('--baseline <file>', 'compare with the first command of saved results').helpGroup(
      'Result:',
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
    const measured = await measureBench(host, plan);
    const compared = baseline === null ? measured : withBaseline(measured, baseline);
    await writeBench(host, flags, compared, { measured });
  });
}

/** Runs the plan with its progress shown; Ctrl-C ends what runs. */
export async function measureBench(host: Host, plan: BenchPlan): Promise<BenchMeasured> {
  requireInput(host, plan);
  await using thread = new RunThread();
  using progress = benchProgress(host, thread);
  using pipe = plan.output === 'pipe' ? await openOutputPipe() : null;
  const output = pipe?.path ?? plan.output;
  const surroundings = { env: host.env, cwd: host.cwd };
  return await runBenchmark({ ...plan, output }, thread, surroundings, progress.advance);
}

/** The first saved command takes the place of the first; what was measured now is compared with it. */
function withBaseline(measured: BenchMeasured, baseline: BenchMeasured): BenchMeasured {
  const [first] = baseline.series;
  if (first === undefined) return measured;
  const base = { ...first, name: `${first.name} (baseline)` };
  return { ...measured, series: [base, ...measured.series], again: null };
}
