import {
  type BenchComparisons,
  type BenchMeasured,
  compareBench,
  type RunSeries,
} from '../analysis/index.ts';
import { seededRandom } from '../base/random.ts';
import type { TimedRun } from '../base/timed-run.ts';
import type { BenchCommand, BenchPlan } from './bench-plan.ts';
import { type BenchSurroundings, CommandRuns, type Runner } from './command-runs.ts';
import { requireSameOutput } from './same-output.ts';
import { shuffled } from './shuffled.ts';

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

export interface BenchWatch {
  readonly onProgress?: (progress: BenchProgress) => void;
  /** Aborted: the rounds that are complete by then are the result, and what was set up is cleaned up. */
  readonly stop?: AbortSignal;
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
  { onProgress = () => undefined, stop }: BenchWatch = {},
): Promise<BenchMeasured> {
  const series = plan.commands.map(newSeries);
  const [first] = plan.commands;
  const again = plan.commands.length > 1 && first !== undefined ? newSeries(first) : null;
  const runs = new CommandRuns(plan, runner, surroundings, stop);
  const bench: Bench = { plan, runs, series, again, onProgress };
  try {
    await runs.setup();
    if (plan.sameOutput) {
      await requireSameOutput(plan.commands, (command, output) => runs.timed(command, output));
    }
    await warmUp(bench);
    await measure(bench);
    if (runner.memory !== undefined) await measureMemory(bench);
  } catch (error) {
    if (stop?.aborted !== true) throw error;
    dropBegunRound(bench);
  } finally {
    await runs.cleanup();
  }
  return measuredSoFar(bench);
}

/** A benchmark that runs. */
interface Bench {
  readonly plan: BenchPlan;
  readonly runs: CommandRuns;
  readonly series: readonly Series[];
  readonly again: Series | null;
  readonly onProgress: (progress: BenchProgress) => void;
}

async function warmUp(bench: Bench): Promise<void> {
  const { plan, runs, series, onProgress } = bench;
  for (let round = 0; round < plan.warmup; round++) {
    for (const { command } of series) {
      await runs.timed(command);
      const measured = measuredSoFar(bench);
      onProgress({ phase: 'warm-up', round, rounds: plan.warmup, measured });
    }
  }
}

async function measure(bench: Bench): Promise<void> {
  const { plan, runs, series, onProgress } = bench;
  const all = allSeries(bench);
  const random = seededRandom(plan.seed);
  for (let round = 0; needsRound(bench, round); round++) {
    for (const each of shuffled(all, random)) {
      const run = await runs.timed(each.command);
      each.runs.push(run);
      each.elapsedMs += run.wallNs / 1e6;
      const rounds = Math.max(round + 1, expectedRounds(plan, series));
      onProgress({ phase: 'measuring', round, rounds, measured: measuredSoFar(bench) });
    }
  }
}

async function measureMemory(bench: Bench): Promise<void> {
  const { plan, runs, series, onProgress } = bench;
  for (const [round, each] of series.entries()) {
    if (!needsMemoryRun(plan, each)) continue;
    const measured = measuredSoFar(bench);
    onProgress({ phase: 'memory', round, rounds: series.length, measured });
    fillMemory(each, await runs.memory(each.command));
  }
}

function allSeries({ series, again }: Bench): readonly Series[] {
  return again === null ? series : [...series, again];
}

/** What ran in a round that not all have run would be compared with nothing. */
function dropBegunRound(bench: Bench): void {
  const all = allSeries(bench);
  const complete = Math.min(...all.map(({ runs }) => runs.length));
  for (const { runs } of all) runs.length = complete;
}

function newSeries(command: BenchCommand): Series {
  return { command, runs: [], elapsedMs: 0 };
}

function asRuns({ command, runs }: Series): RunSeries {
  return { name: command.name, parameters: command.parameters, runs };
}

function measuredSoFar({ plan, series, again }: Bench): BenchMeasured {
  const { metric, margin, seed } = plan;
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

function needsRound(bench: Bench, round: number): boolean {
  const { plan, series } = bench;
  if (plan.runs !== null) return round < plan.runs;
  if (round < plan.leastRuns) return true;
  if (round >= plan.mostRuns) return false;
  const slowest = Math.max(...series.map((each) => each.elapsedMs));
  if (slowest >= plan.mostTimeMs) return false;
  if (slowest < plan.leastTimeMs) return true;
  return round % roundsBetweenLooks !== 0 || !isDecided(compareBench(measuredSoFar(bench)));
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
