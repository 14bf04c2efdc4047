import { existsSync } from 'node:fs';
import { compareTimings, summarizeBench, timesOf } from '../analysis/index.ts';
import { present } from '../base/assert.ts';
import { ToolError } from '../base/tool-error.ts';
import { type BenchPlan, defaultPlan, RunThread, runBenchmark } from '../bench/index.ts';
import { type WorkloadRun, workloadRun } from './accompaniment.ts';
import { binaryOf } from './build-target.ts';
import type { PgoTarget, Workload } from './pgo-config.ts';
import type { TimedRatio, WorkloadResult } from './pgo-report.ts';
import { type PgoRun, runSettings, workloadsOf } from './pgo-run.ts';
import { codeHash } from './program-code.ts';
import { hashOf, hashOfFile } from './run-state.ts';
import { TimedWorkload } from './timed-workload.ts';
import { toolchainOf } from './toolchain-table.ts';

/** The builds that are timed, the baseline first. */
type TimedStage = 'baseline' | 'optimised' | 'control' | 'unbolted';

/** Times the optimised build against the baseline on every held-out workload, in interleaved rounds. */
export async function compareTarget(
  run: PgoRun,
  target: PgoTarget,
  dataHashes: Readonly<Record<string, string>>,
): Promise<WorkloadResult[]> {
  const { compare } = runSettings(run.config, run.options);
  const stages = timedStages(run, target);
  const hashes: string[] = [];
  for (const stage of stages) hashes.push(await hashOfFile(timedBinary(run, target, stage)));
  const results: WorkloadResult[] = [];
  for (const workload of workloadsOf(run.config, target, 'held-out')) {
    const step = `compare:${target.name}:${workload.name}`;
    const inputs = hashOf(step, hashes, workload, compare, dataHashes);
    const known = run.state.find(step, inputs);
    if (known === undefined) await run.tell(`${target.name}: comparing on ${workload.name}`);
    const result =
      (known as WorkloadResult | undefined) ?? (await compareOn(run, target, workload, stages));
    await run.state.finish(step, inputs, result);
    results.push(result);
  }
  return results;
}

/** A control build with the code of the baseline has nothing of its own to show. */
function timedStages(run: PgoRun, target: PgoTarget): TimedStage[] {
  const [baseline, control] = [binaryOf(run, target, 'baseline'), binaryOf(run, target, 'control')];
  const hasControl =
    toolchainOf(target).hasControlBuild(target) &&
    existsSync(control) &&
    codeHash(baseline) !== codeHash(control);
  const hasBolt = target.bolt === true && existsSync(run.places.unbolted(target.name));
  return [
    'baseline',
    'optimised',
    ...(hasControl ? ['control' as const] : []),
    ...(hasBolt ? ['unbolted' as const] : []),
  ];
}

function timedBinary(run: PgoRun, target: PgoTarget, stage: TimedStage): string {
  return stage === 'unbolted' ? run.places.unbolted(target.name) : binaryOf(run, target, stage);
}

async function compareOn(
  run: PgoRun,
  target: PgoTarget,
  workload: Workload,
  stages: readonly TimedStage[],
): Promise<WorkloadResult> {
  try {
    const filled = await workloadRun(run, workload);
    const builds = stages.map((stage) => ({ stage, binary: timedBinary(run, target, stage) }));
    const plan = planOf(run, workload, filled, builds);
    await using thread = new RunThread();
    const surroundings = { env: { ...run.host.env, ...filled.env }, cwd: run.config.folder };
    const runner = new TimedWorkload(run, workload, filled, thread);
    using _interrupt = run.children.alsoKill(() => thread.stop('SIGKILL'));
    if (workload.server !== null) await requireSameAnswers(plan, runner, surroundings);
    return resultOf(workload, stages, await runBenchmark(plan, runner, surroundings));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return failedResult(run, workload, error.message);
  }
}

function planOf(
  run: PgoRun,
  workload: Workload,
  filled: WorkloadRun,
  builds: readonly { readonly stage: TimedStage; readonly binary: string }[],
): BenchPlan {
  const { compare } = runSettings(run.config, run.options);
  const commands = builds.map(({ stage, binary }) => ({
    name: stage,
    argv: [binary, ...filled.args],
    parameters: {},
    prepare: null,
    setup: null,
    cleanup: null,
  }));
  return {
    ...defaultPlan,
    commands,
    warmup: 1,
    leastRuns: compare.leastRuns,
    mostRuns: compare.mostRuns,
    leastTimeMs: 0,
    mostTimeMs: compare.mostTimeMs,
    input: filled.stdin ?? '/dev/null',
    // What a server prints is its log; its answers are compared instead.
    sameOutput: workload.server === null,
    margin: compare.margin,
    // Beside a feeder or a client the clock measures these too.
    metric: workload.server === null && workload.follow === null ? compare.metric : 'cpu',
  };
}

async function requireSameAnswers(
  plan: BenchPlan,
  runner: TimedWorkload,
  { env, cwd }: Parameters<typeof runBenchmark>[2],
): Promise<void> {
  const answers: string[] = [];
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value ?? ''}`);
  for (const { argv } of plan.commands) {
    const files = { stdin: '/dev/null', stdout: '/dev/null', stderr: '/dev/null' };
    await runner.run({ argv, env: variables, cwd, ...files });
    answers.push(runner.answers);
  }
  if (answers.every((each) => each === answers[0])) return;
  throw new ToolError('target-failed', 'the builds answer differently', {
    hint: 'requests must have the same answer every time: leave out clocks and random numbers',
  });
}

function resultOf(
  workload: Workload,
  stages: readonly TimedStage[],
  measured: Awaited<ReturnType<typeof runBenchmark>>,
): WorkloadResult {
  const { series, noiseFloor, metric } = summarizeBench(measured);
  const [baseline, optimised] = series;
  const between = (base: TimedStage, after: TimedStage): TimedRatio | null =>
    ratioBetween(measured, noiseFloor, stages.indexOf(base), stages.indexOf(after));
  // What BOLT gains is not the profile's.
  const compiled = stages.includes('unbolted') ? 'unbolted' : 'optimised';
  const [flags, profile] = [between('baseline', 'control'), between('control', compiled)];
  const comparison = present(optimised?.comparison, 'comparison of the optimised build');
  return {
    workload: workload.name,
    verdict: comparison.verdict,
    ratio: comparison.ratio,
    interval: comparison.interval,
    noiseFloor,
    pValue: comparison.pValue,
    runs: baseline?.runs ?? 0,
    moreRuns: comparison.moreRuns,
    metric,
    baselineNs: baseline?.median ?? 0,
    optimisedNs: optimised?.median ?? 0,
    // Flags against the baseline, and the profile against flags: the second is what the profile is good for.
    control: flags === null || profile === null ? null : { ...flags, profile },
    bolt: between('unbolted', 'optimised'),
    margin: measured.margin,
    failure: null,
  };
}

/** Null when one of the two builds was not timed. */
function ratioBetween(
  { series, metric, margin, seed }: Awaited<ReturnType<typeof runBenchmark>>,
  noiseFloor: WorkloadResult['noiseFloor'],
  base: number,
  after: number,
): TimedRatio | null {
  const [before, later] = [series[base], series[after]];
  if (before === undefined || later === undefined) return null;
  const times = [before, later].map(({ runs }) => timesOf(runs, metric));
  const [baseTimes = [], laterTimes = []] = times;
  const [compared] = compareTimings(baseTimes, [laterTimes], { margin, noiseFloor, seed });
  const { ratio, interval, verdict } = present(compared, 'comparison of two builds');
  return { ratio, interval, verdict };
}

function failedResult(run: PgoRun, workload: Workload, failure: string): WorkloadResult {
  return {
    workload: workload.name,
    verdict: 'inconclusive',
    ratio: 1,
    interval: { low: 0, high: Number.MAX_VALUE },
    noiseFloor: null,
    pValue: 1,
    runs: 0,
    moreRuns: null,
    metric: runSettings(run.config, run.options).compare.metric,
    baselineNs: 0,
    optimisedNs: 0,
    control: null,
    failure,
  };
}
