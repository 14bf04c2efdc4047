import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import type { ChildEnd } from '../platform/child-group.ts';
import { boltTarget } from './bolt-target.ts';
import { binaryOf, buildTarget, proveProfileUse } from './build-target.ts';
import { chooseProfile } from './choose-profile.ts';
import { compareTarget } from './compare-target.ts';
import { keepProfile, sharedName } from './keep-profile.ts';
import type { PgoTarget } from './pgo-config.ts';
import { suiteVerdict, type TargetReport } from './pgo-report.ts';
import { type PgoRun, runSettings, workloadsOf } from './pgo-run.ts';
import { fitWarnings } from './profile-fit.ts';
import { overlapOfRuns, type RunOverlap } from './profile-overlap.ts';
import { stalenessOfBuild } from './stale-target.ts';
import { toolchainOf } from './toolchain-table.ts';
import { rawFilesAt, rawProfiles, trainedStage, trainTarget } from './train-target.ts';
import { explainedProblem, type TrainingTime } from './training-time.ts';

/** Hashes of the data sets by name: part of what training and comparing depend on. */
export type DataHashes = Readonly<Record<string, string>>;

export type TargetStep = 'baseline' | 'profile' | 'merge' | 'build' | 'compare';

export interface StepChoice {
  readonly steps: ReadonlySet<TargetStep>;
  /** Build with this profile instead of the target's own. */
  readonly use: string | null;
}

type Draft = { -readonly [Key in keyof TargetReport]: TargetReport[Key] };

/** The chosen steps for one target. What goes wrong is part of the report: the others go on. */
export async function runTarget(
  run: PgoRun,
  target: PgoTarget,
  choice: StepChoice,
  data: DataHashes,
  before?: TargetReport,
): Promise<TargetReport> {
  const report: Draft = before === undefined ? emptyReport(target) : { ...before };
  try {
    await takeSteps(run, target, choice, data, report);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    report.problem = { cause: error.message, fix: error.hint ?? '', isFailure: true };
  }
  report.verdict = suiteVerdict(report.workloads.map(({ verdict }) => verdict));
  return report;
}

function emptyReport(target: PgoTarget): Draft {
  return {
    target: target.name,
    language: target.language,
    baseline: null,
    control: null,
    optimised: null,
    profile: null,
    proof: null,
    coverage: null,
    workloads: [],
    warnings: [],
    overlap: [],
    staleness: null,
    verdict: null,
    problem: null,
  };
}

async function takeSteps(
  run: PgoRun,
  target: PgoTarget,
  { steps, use }: StepChoice,
  data: DataHashes,
  report: Draft,
): Promise<void> {
  if (steps.has('baseline')) {
    await run.tell(`${target.name}: building the baseline`);
    report.baseline = (await buildTarget(run, target, 'baseline')).facts;
  }
  if (steps.has('profile') && use === null) await profileStep(run, target, data, report);
  if (steps.has('merge')) await mergeStep(run, target, existingRaw(run, target), report);
  if (report.problem !== null) return;
  if (steps.has('build')) await buildStep(run, target, use, data, report);
  if (!steps.has('compare')) return;
  report.workloads = await compareTarget(run, target, data);
  const [broken] = report.workloads.filter(({ failure }) => failure !== null);
  if (broken !== undefined) {
    const cause = `${broken.workload}: ${broken.failure ?? ''}`;
    report.problem = { cause, fix: 'run both builds by hand on this workload', isFailure: true };
  }
}

/** What earlier training left. */
function existingRaw(run: PgoRun, target: PgoTarget): string[] {
  return rawProfiles(run, target).flatMap((path) => rawFilesAt(target, path));
}

async function profileStep(
  run: PgoRun,
  target: PgoTarget,
  data: DataHashes,
  report: Draft,
): Promise<void> {
  if (workloadsOf(run.config, target, 'train').length === 0) {
    throw new ToolError('no-data', `${target.name} has no workload to train on`, {
      hint: `add [[pgo.workload]] with target = "${target.name}" and role = "train"`,
    });
  }
  if (trainedStage(target) === 'training') await buildTarget(run, target, 'training');
  const { raw, times } = await trainTarget(run, target, data);
  await mergeStep(run, target, raw, report, times);
  if (report.problem === null) report.overlap = await trainingOverlap(run, target);
}

/** Whether the training runs of a workload agree. */
async function trainingOverlap(run: PgoRun, target: PgoTarget): Promise<RunOverlap[]> {
  const { iterations } = runSettings(run.config, run.options);
  const overlaps: RunOverlap[] = [];
  for (const { name, repeat } of workloadsOf(run.config, target, 'train')) {
    const turns = Array.from({ length: iterations * repeat }, (_, turn) => turn + 1);
    const raw = turns.map((turn) => run.places.raw(target.name, name, turn));
    const overlap = await overlapOfRuns(run.host, name, raw);
    if (overlap !== null) overlaps.push(overlap);
  }
  return overlaps;
}

const mergeTimeoutMs = 600_000;

/** Sums what training left; a useless profile is described, and an older one is not taken for it. */
export async function mergeStep(
  run: PgoRun,
  target: PgoTarget,
  raw: readonly string[],
  report: Draft,
  times: readonly TrainingTime[] = [],
): Promise<void> {
  const toolchain = toolchainOf(target);
  const output = run.places.merged(target.name, toolchain);
  await rm(output, { force: true, recursive: true });
  await mkdir(dirname(output), { recursive: true });
  const trained = binaryOf(run, target, trainedStage(target));
  const execute = (argv: readonly string[]): Promise<ChildEnd> =>
    run.children.run({ argv, cwd: run.config.folder, env: run.host.env }, mergeTimeoutMs);
  const request = { host: run.host, target, raw, output, trained, execute };
  const merged = await toolchain.merge(request);
  report.warnings = [...report.warnings, ...(merged.warnings ?? [])];
  if (merged.problem !== null) {
    report.problem = { ...explainedProblem(merged.problem, times), isFailure: false };
    return;
  }
  const file = await keepProfile(run, target, output, merged);
  report.profile = { file, facts: merged.facts };
}

/** Sums the good profiles of the targets into the one they share. */
export async function shareProfiles(run: PgoRun, targets: readonly PgoTarget[]): Promise<void> {
  for (const toolchain of new Set(targets.map(toolchainOf))) {
    const alike = targets.filter((target) => toolchainOf(target) === toolchain);
    const [first] = alike;
    const raw = alike
      .map(({ name }) => run.places.merged(name, toolchain))
      .filter((path) => existsSync(path));
    if (first === undefined || raw.length === 0) continue;
    const target = { ...first, name: sharedName, require: [], leastSamples: 0 };
    await mergeStep(run, target, raw, emptyReport(target));
  }
}

async function buildStep(
  run: PgoRun,
  target: PgoTarget,
  use: string | null,
  data: DataHashes,
  report: Draft,
): Promise<void> {
  // A binary of an earlier run must not stand for this one.
  await rm(run.places.optimised(target.name), { force: true });
  await rm(run.places.unbolted(target.name), { force: true });
  const { path: profile, warnings: doubts } = await chooseProfile(run, target, use);
  report.warnings = [...report.warnings, ...doubts];
  for (const doubt of doubts) await run.tell(`${target.name}: ${doubt}`);
  await run.tell(`${target.name}: building with the profile`);
  await rm(run.places.control(target.name), { force: true });
  if (toolchainOf(target).hasControlBuild(target)) {
    report.control = (await buildTarget(run, target, 'control')).facts;
  }
  // Built by itself, from a kept profile: what the code is compared with must be there.
  if (toolchainOf(target).comparesCode === true && !existsSync(run.places.baseline(target.name))) {
    report.baseline = (await buildTarget(run, target, 'baseline')).facts;
  }
  const { facts, warnings } = await buildTarget(run, target, 'optimised', profile);
  report.optimised = facts;
  try {
    const { line, coverage } = await proveProfileUse(run, target, profile, warnings);
    report.proof = line;
    report.coverage = coverage;
    report.warnings = [...report.warnings, ...fitWarnings(target, coverage)];
  } catch (error) {
    // Nobody must install what was not built with its profile.
    await rm(facts.binary, { force: true });
    report.optimised = null;
    throw error;
  }
  if (report.profile === null) report.staleness = await stalenessOfBuild(run, target, profile);
  if (target.bolt === true) await boltStep(run, target, data, report);
}

/** A program without BOLT is as good as the compiler made it: what stands in the way is a warning. */
async function boltStep(
  run: PgoRun,
  target: PgoTarget,
  data: DataHashes,
  report: Draft,
): Promise<void> {
  try {
    report.bolt = await boltTarget(run, target, data);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const hint = error.hint === undefined ? '' : ` (${error.hint})`;
    const doubt = `built without BOLT: ${error.message}${hint}`;
    report.warnings = [...report.warnings, doubt];
    await run.tell(`${target.name}: ${doubt}`);
  }
}
