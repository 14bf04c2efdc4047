import {
  type BenchComparisons,
  type BenchMeasured,
  compareBench,
  type RunSeries,
} from '../analysis/index.ts';
import { seededRandom } from '../base/random.ts';
import type { TimedRun } from '../base/timed-run.ts';
import { ToolError } from '../base/tool-error.ts';
import type { ChildProgram } from '../platform/sys/child.ts';
import type { BenchCommand, BenchPlan } from './bench-plan.ts';
import { requireSameOutput } from './same-output.ts';
import { shuffled } from './shuffled.ts';

/** Runs one program after another. */
export interface Runner {
  run(program: ChildProgram, timeoutMs?: number): Promise<TimedRun>;
  /** Runs it untimed and gives its largest resident set; 0 = unknown. */
  memory?(program: ChildProgram, timeoutMs?: number): Promise<number>;
}

export interface BenchSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** How far it has come, after every run. */
export interface BenchProgress {
  readonly phase: 'warm-up' | 'measuring' | 'memory';
  readonly round: number;
  /** Estimated; grows when more is needed. */
  readonly rounds: number;
  readonly measured: BenchMeasured;
}

interface Series {
  readonly command: BenchCommand;
  readonly runs: TimedRun[];
  elapsedMs: number;
}

/**
 * Times the commands in rounds, each in random order, so that whatever the machine does meanwhile meets
 * all of them alike. With several commands the first one runs twice in each round: how much it differs
 * from itself is what the others must exceed.
 */
export async function runBenchmark(
  plan: BenchPlan,
  runner: Runner,
  surroundings: BenchSurroundings,
  onProgress: (progress: BenchProgress) => void = () => undefined,
): Promise<BenchMeasured> {
  const series = plan.commands.map(newSeries);
  const [first] = plan.commands;
  const again = plan.commands.length > 1 && first !== undefined ? newSeries(first) : null;
  const all = again === null ? series : [...series, again];
  const measured = (): BenchMeasured => measuredSoFar(plan, series, again);
  const untimed = (argv: readonly string[] | null, what: string): Promise<void> =>
    runStep(runner, surroundings, argv, what);
  const runBetween = async (by: BenchPlan, command: BenchCommand): Promise<TimedRun> => {
    await untimed(command.prepare, '--prepare');
    const run = await runOnce(by, runner, surroundings, command);
    await untimed(command.conclude ?? null, '--conclude');
    return run;
  };
  try {
    for (const { setup } of plan.commands) await untimed(setup, '--setup');
    if (plan.sameOutput) {
      await requireSameOutput(plan.commands, async (command, output) => {
        await runBetween({ ...plan, output }, command);
      });
    }
    for (let turn = 0; turn < plan.warmup; turn++) {
      for (const each of series) {
        await runBetween(plan, each.command);
        onProgress({ phase: 'warm-up', round: turn, rounds: plan.warmup, measured: measured() });
      }
    }
    const random = seededRandom(plan.seed);
    for (let round = 0; needsRound(plan, series, measured, round); round++) {
      for (const each of shuffled(all, random)) {
        const run = await runBetween(plan, each.command);
        each.runs.push(run);
        each.elapsedMs += run.wallNs / 1e6;
        const rounds = Math.max(round + 1, expectedRounds(plan, series));
        onProgress({ phase: 'measuring', round, rounds, measured: measured() });
      }
    }
    for (const [round, each] of series.entries()) {
      if (runner.memory === undefined || !needsMemoryRun(plan, each)) continue;
      onProgress({ phase: 'memory', round, rounds: series.length, measured: measured() });
      await untimed(each.command.prepare, '--prepare');
      const program = benchProgram(plan, surroundings, each.command);
      fillMemory(each, await runner.memory(program, plan.timeoutMs ?? undefined));
      await untimed(each.command.conclude ?? null, '--conclude');
    }
  } finally {
    for (const { cleanup } of plan.commands) await untimed(cleanup, '--cleanup');
  }
  return measured();
}

function newSeries(command: BenchCommand): Series {
  return { command, runs: [], elapsedMs: 0 };
}

function measuredSoFar(
  { metric, margin, seed }: BenchPlan,
  series: readonly Series[],
  again: Series | null,
): BenchMeasured {
  const asRuns = ({ command, runs }: Series): RunSeries => ({
    name: command.name,
    parameters: command.parameters,
    runs,
  });
  return {
    series: series.map(asRuns),
    again: again === null ? null : asRuns(again),
    metric,
    margin,
    seed,
  };
}

/** Verdicts are looked at every few rounds only: each look is a chance of stopping on luck. */
const roundsBetweenLooks = 10;

function needsRound(
  plan: BenchPlan,
  series: readonly Series[],
  measured: () => BenchMeasured,
  round: number,
): boolean {
  if (plan.runs !== null) return round < plan.runs;
  if (round < plan.leastRuns) return true;
  if (round >= plan.mostRuns) return false;
  const slowest = Math.max(...series.map((each) => each.elapsedMs));
  if (slowest >= plan.mostTimeMs) return false;
  if (slowest < plan.leastTimeMs) return true;
  return round % roundsBetweenLooks !== 0 || !isDecided(compareBench(measured()));
}

/** Before the end only what is beyond doubt counts (Haybittle and Peto's rule for looks at unfinished data). */
const earlySignificance = 0.001;

function isDecided({ comparisons }: BenchComparisons): boolean {
  return comparisons.every((comparison) => {
    if (comparison === null || comparison.verdict === 'no difference') return true;
    return comparison.verdict !== 'inconclusive' && comparison.pValue < earlySignificance;
  });
}

function expectedRounds(plan: BenchPlan, series: readonly Series[]): number {
  if (plan.runs !== null) return plan.runs;
  const perRun = Math.max(
    ...series.map(({ runs, elapsedMs }) => elapsedMs / Math.max(1, runs.length)),
  );
  const byTime = Math.ceil(plan.leastTimeMs / Math.max(perRun, 0.01));
  return Math.min(plan.mostRuns, Math.max(plan.leastRuns, byTime));
}

async function runOnce(
  plan: BenchPlan,
  runner: Runner,
  surroundings: BenchSurroundings,
  command: BenchCommand,
): Promise<TimedRun> {
  const program = benchProgram(plan, surroundings, command);
  const run = await runner.run(program, plan.timeoutMs ?? undefined);
  if (run.status === 0 || isIgnored(plan, run.status)) return run;
  throw new ToolError('target-failed', `${command.name} ended with status ${run.status}`, {
    hint: 'run it by itself to see why; --ignore-failure times it all the same',
  });
}

/** Whether a command may end so. */
export function isIgnored({ ignoreFailure }: BenchPlan, status: number): boolean {
  return typeof ignoreFailure === 'boolean' ? ignoreFailure : ignoreFailure.includes(status);
}

function benchProgram(
  { input, output }: BenchPlan,
  surroundings: BenchSurroundings,
  command: BenchCommand,
): ChildProgram {
  const stderr = output === null ? null : '/dev/null';
  return { ...programOf(command.argv, surroundings), stdin: input, stdout: output, stderr };
}

/** Commands that take longer are not run once more for this. */
const longestMemoryRunNs = 10e9;

/** Timed runs tell it only of programs that are larger than Plateau (see `platform/timed-run.ts`). */
function needsMemoryRun(plan: BenchPlan, { runs }: Series): boolean {
  const [first] = runs;
  if (!plan.memory || first === undefined || first.wallNs > longestMemoryRunNs) return false;
  return runs.some(({ maxRssBytes }) => maxRssBytes === 0);
}

function fillMemory({ runs }: Series, maxRssBytes: number): void {
  for (const [at, run] of runs.entries()) {
    if (run.maxRssBytes === 0) runs[at] = { ...run, maxRssBytes };
  }
}

/** A step around the runs, such as `--prepare`: it must succeed. */
export async function runStep(
  runner: Runner,
  surroundings: BenchSurroundings,
  argv: readonly string[] | null,
  what: string,
): Promise<void> {
  if (argv === null) return;
  const { status } = await runner.run(programOf(argv, surroundings));
  if (status !== 0) {
    throw new ToolError('target-failed', `the command of ${what} ended with status ${status}`, {
      hint: `run it by itself to see why: ${argv.at(-1) ?? ''}`,
    });
  }
}

function programOf(argv: readonly string[], { env, cwd }: BenchSurroundings): ChildProgram {
  const variables = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return { argv, env: variables, cwd, stdin: '/dev/null', stdout: '/dev/null', stderr: null };
}
