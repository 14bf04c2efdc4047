import { summarizeBench } from '../analysis/index.ts';
import { present } from '../base/assert.ts';
import { ToolError } from '../base/tool-error.ts';
import { type BenchPlan, defaultPlan, RunThread, runBenchmark } from '../bench/index.ts';
import { workloadRun } from './accompaniment.ts';
import { binaryOf } from './build-target.ts';
import type { PgoTarget, Workload } from './pgo-config.ts';
import type { WorkloadResult } from './pgo-report.ts';
import { type PgoRun, runSettings, workloadsOf } from './pgo-run.ts';
import { hashOf, hashOfFile } from './run-state.ts';

/** Times the optimised build against the baseline on every held-out workload, in interleaved rounds. */
export async function compareTarget(
  run: PgoRun,
  target: PgoTarget,
  dataHashes: Readonly<Record<string, string>>,
): Promise<WorkloadResult[]> {
  const { compare } = runSettings(run.config, run.options);
  const hashes = [
    await hashOfFile(binaryOf(run, target, 'baseline')),
    await hashOfFile(binaryOf(run, target, 'optimised')),
  ];
  const results: WorkloadResult[] = [];
  for (const workload of workloadsOf(run.config, target, 'held-out')) {
    const step = `compare:${target.name}:${workload.name}`;
    const inputs = hashOf(step, hashes, workload, compare, dataHashes);
    const known = run.state.find(step, inputs);
    if (known === undefined) await run.tell(`${target.name}: comparing on ${workload.name}`);
    const result =
      (known as WorkloadResult | undefined) ?? (await compareOn(run, target, workload));
    await run.state.finish(step, inputs, result);
    results.push(result);
  }
  return results;
}

async function compareOn(
  run: PgoRun,
  target: PgoTarget,
  workload: Workload,
): Promise<WorkloadResult> {
  try {
    const plan = await planOf(run, target, workload);
    await using thread = new RunThread();
    const surroundings = { env: { ...run.host.env, ...workload.env }, cwd: run.config.folder };
    using _interrupt = run.children.alsoKill(() => thread.stop('SIGKILL'));
    return resultOf(workload, await runBenchmark(plan, thread, surroundings));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return failedResult(run, workload, error.message);
  }
}

async function planOf(run: PgoRun, target: PgoTarget, workload: Workload): Promise<BenchPlan> {
  const { compare } = runSettings(run.config, run.options);
  const filled = await workloadRun(run, workload);
  const command = (stage: 'baseline' | 'optimised'): BenchPlan['commands'][number] => ({
    name: stage,
    argv: [binaryOf(run, target, stage), ...filled.args],
    parameters: {},
    prepare: null,
    setup: null,
    cleanup: null,
  });
  return {
    ...defaultPlan,
    commands: [command('baseline'), command('optimised')],
    warmup: 1,
    leastRuns: compare.leastRuns,
    mostRuns: compare.mostRuns,
    leastTimeMs: 0,
    mostTimeMs: compare.mostTimeMs,
    input: filled.stdin ?? '/dev/null',
    sameOutput: true,
    margin: compare.margin,
    metric: compare.metric,
  };
}

function resultOf(
  workload: Workload,
  measured: Awaited<ReturnType<typeof runBenchmark>>,
): WorkloadResult {
  const { series, noiseFloor, metric } = summarizeBench(measured);
  const [baseline, optimised] = series;
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
    failure: null,
  };
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
    failure,
  };
}
