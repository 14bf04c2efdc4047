import { dataValues, filledRun, growingFile, textsOf } from './accompaniment.ts';
import { boltPlaces } from './bolt-target.ts';
import { boltInstrumentCommand, boltOptimiseCommand, findBolt } from './bolt-tool.ts';
import { binaryOf, buildRequest } from './build-target.ts';
import { plannedProfile } from './choose-profile.ts';
import type { PgoTarget, Workload } from './pgo-config.ts';
import { chosenTargets, type PgoRun, workloadsOf } from './pgo-run.ts';
import { portNames } from './placeholders.ts';
import { generatorCommand, linesOf } from './prepare-data.ts';
import type { StepChoice } from './target-steps.ts';
import type { BuildStage } from './toolchain.ts';
import { toolchainOf } from './toolchain-table.ts';
import { trainedStage } from './train-target.ts';

/** A line of a dry run: a command, or a remark on what Plateau does itself. */
export interface PlannedLine {
  readonly remark: string;
  readonly argv: readonly string[] | null;
  readonly stdin: string | null;
}

type Planning = Pick<PgoRun, 'config' | 'options' | 'places' | 'host'>;

/** Every command of a run with these steps, as it will be started. Ports are chosen when it runs. */
export function* plannedCommands(
  run: Planning,
  { steps, use }: StepChoice,
): Generator<PlannedLine> {
  if (steps.has('profile') || steps.has('compare')) yield* dataLines(run);
  for (const target of chosenTargets(run.config, run.options.targets)) {
    const toolchain = toolchainOf(target);
    const profile = plannedProfile(run, target, use);
    const hasControl = toolchain.hasControlBuild(target);
    const build = (stage: BuildStage): PlannedLine => {
      const argv = toolchain.buildCommand(buildRequest(run, target, stage, profile));
      return { remark: `${target.name}: ${stage} build`, argv, stdin: null };
    };
    if (steps.has('baseline')) yield build('baseline');
    if (steps.has('profile') && use === null) {
      if (toolchain.hasTrainingBuild) yield build('training');
      for (const workload of workloadsOf(run.config, target, 'train')) {
        yield trainingLine(run, target, workload);
      }
      yield { remark: `${target.name}: merge into ${profile}`, argv: null, stdin: null };
    }
    if (steps.has('build')) {
      if (hasControl) yield build('control');
      yield build('optimised');
      const argv = toolchain.proofCommand(binaryOf(run, target, 'optimised'));
      yield { remark: `${target.name}: was the profile used`, argv, stdin: null };
      if (target.bolt === true) yield* boltLines(run, target);
    }
    if (!steps.has('compare')) continue;
    for (const workload of workloadsOf(run.config, target, 'held-out')) {
      for (const stage of ['baseline', 'control', 'optimised'] as const) {
        if (stage === 'control' && !hasControl) continue;
        yield workloadLine(run, workload, [binaryOf(run, target, stage)], `compare, ${stage}`);
      }
    }
  }
}

function* boltLines(run: Planning, target: PgoTarget): Generator<PlannedLine> {
  const tool = findBolt(run.host, run.config.folder) ?? 'llvm-bolt';
  const places = boltPlaces(run, target);
  const line = (what: string, argv: readonly string[]): PlannedLine => ({
    remark: `${target.name}: BOLT, ${what}`,
    argv,
    stdin: null,
  });
  yield line('instrument', boltInstrumentCommand(tool, places));
  for (const workload of workloadsOf(run.config, target, 'train')) {
    yield workloadLine(run, workload, [places.training], 'train BOLT');
  }
  yield line('optimise', boltOptimiseCommand(tool, places));
}

function* dataLines(run: Planning): Generator<PlannedLine> {
  for (const source of run.config.data) {
    const lines = linesOf(run, source);
    const path = run.places.data(source.name);
    const remark = `data ${source.name}: ${lines} lines of ${source.kind} in ${path}, seed ${source.seed}`;
    const argv = source.kind === 'command' ? generatorCommand(source, lines) : null;
    yield { remark, argv, stdin: null };
  }
}

function trainingLine(run: Planning, target: PgoTarget, workload: Workload): PlannedLine {
  const raw = run.places.raw(target.name, workload.name, 1);
  const setup = toolchainOf(target).trainingSetup(target, raw);
  const variables = Object.entries(setup.env).map(([name, value]) => `${name}=${value}`);
  const start = [
    ...(variables.length === 0 ? [] : ['env', ...variables]),
    binaryOf(run, target, trainedStage(target)),
    ...setup.args,
  ];
  return workloadLine(run, workload, start, `train, profile by ${setup.capture}`);
}

function workloadLine(
  run: Planning,
  workload: Workload,
  start: readonly string[],
  what: string,
): PlannedLine {
  const ports = portNames(textsOf(workload)).map((name) => [`port:${name}`, `\${port:${name}}`]);
  const values = {
    ...dataValues(run),
    ...(Object.fromEntries(ports) as Record<string, string>),
    growing: growingFile(run, workload),
  };
  const { args, stdin } = filledRun(workload, values);
  return {
    remark: `${workload.target}: ${what}: ${workload.name}`,
    argv: [...start, ...args],
    stdin,
  };
}
