import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import type { ChildEnd, RunningChild } from '../platform/child-group.ts';
import { tooLong, type WorkloadRun, workloadRun } from './accompaniment.ts';
import { accompany, prepareRun } from './accompany.ts';
import { binaryOf } from './build-target.ts';
import { captureByHttp, captureByRecorder } from './capture-profile.ts';
import { lastWords } from './last-words.ts';
import type { PgoTarget, Workload } from './pgo-config.ts';
import { type PgoRun, runSettings, workloadsOf } from './pgo-run.ts';
import { fillPlaceholders } from './placeholders.ts';
import { plainPath } from './plain-path.ts';
import { hashOf, hashOfFile } from './run-state.ts';
import type { TrainingSetup } from './toolchain.ts';
import { toolchainOf } from './toolchain-table.ts';
import { SpentTime, type TrainingTime } from './training-time.ts';

/** Which binary learns: the instrumented one, or the baseline itself. */
export function trainedStage(target: PgoTarget): 'baseline' | 'training' {
  return toolchainOf(target).hasTrainingBuild ? 'training' : 'baseline';
}

/** Where the training runs of a target leave their profiles. */
export function rawProfiles(
  run: Pick<PgoRun, 'config' | 'options' | 'places'>,
  target: PgoTarget,
): string[] {
  const { iterations } = runSettings(run.config, run.options);
  return workloadsOf(run.config, target, 'train').flatMap(({ name, repeat }) =>
    Array.from({ length: iterations * repeat }, (_, turn) =>
      run.places.raw(target.name, name, turn + 1),
    ),
  );
}

/** Runs every training workload, `iterations` times; gives the profiles that came of it. */
export async function trainTarget(
  run: PgoRun,
  target: PgoTarget,
  dataHashes: Readonly<Record<string, string>>,
): Promise<TrainingOutcome> {
  const times: TrainingTime[] = [];
  const { iterations } = runSettings(run.config, run.options);
  const binaryHash = await hashOfFile(binaryOf(run, target, trainedStage(target)));
  for (const workload of workloadsOf(run.config, target, 'train')) {
    const turns = iterations * workload.repeat;
    for (let turn = 1; turn <= turns; turn++) {
      const path = run.places.raw(target.name, workload.name, turn);
      const step = `train:${target.name}:${workload.name}:${turn}`;
      const inputs = hashOf(step, target, workload, binaryHash, dataHashes);
      const known = run.state.find(step, inputs);
      if (known !== undefined && existsSync(path)) {
        if (typeof known === 'object') times.push(known as TrainingTime);
        continue;
      }
      await run.tell(`${target.name}: training on ${workload.name}, run ${turn} of ${turns}`);
      const time = await trainOnce(run, target, workload, path);
      await run.state.finish(step, inputs, time);
      times.push(time);
    }
  }
  const raw = rawProfiles(run, target).flatMap((path) => rawFilesAt(target, path));
  return { raw, times };
}

export interface TrainingOutcome {
  readonly raw: readonly string[];
  readonly times: readonly TrainingTime[];
}

/** The files that one training run has left. */
export function rawFilesAt(target: PgoTarget, raw: string): readonly string[] {
  if (!existsSync(raw)) return [];
  return toolchainOf(target).rawFiles?.(raw) ?? [raw];
}

async function trainOnce(
  run: PgoRun,
  target: PgoTarget,
  workload: Workload,
  raw: string,
): Promise<TrainingTime> {
  await mkdir(dirname(raw), { recursive: true });
  await rm(raw, { force: true, recursive: true });
  await using plain = await plainPath(raw);
  const setup = toolchainOf(target).trainingSetup(target, plain.path);
  const filled = await workloadRun(run, workload);
  await prepareRun(workload, filled);
  const binary = binaryOf(run, target, trainedStage(target));
  return await runTraining(run, { target, workload, filled, setup, raw }, binary);
}

/** One training run of `binary`, with everything that goes on beside it. */
export async function runTraining(
  run: PgoRun,
  training: Training,
  binary: string,
): Promise<TrainingTime> {
  const { workload, filled, setup } = training;
  const child = run.children.start({
    argv: [binary, ...setup.args, ...filled.args],
    cwd: run.config.folder,
    env: { ...run.host.env, ...filled.env, ...setup.env },
    stdout: '/dev/null',
    isPaused: isRecordedWhole(setup, workload),
    ...(filled.stdin !== null && { stdin: filled.stdin }),
  });
  const timer = setTimeout(() => void child.stop('SIGKILL', 0), workload.timeoutMs);
  try {
    return await superviseTraining(run, training, child);
  } catch (error) {
    const end = await child.stop('SIGKILL', 0);
    throw withLastWords(error, end);
  } finally {
    clearTimeout(timer);
  }
}

/** Sampled from its first instruction on; of a server only what it does under load is. */
function isRecordedWhole({ capture }: TrainingSetup, { server }: Workload): boolean {
  return capture === 'recorder' && server === null;
}

export interface Training {
  readonly target: PgoTarget;
  readonly workload: Workload;
  readonly filled: WorkloadRun;
  readonly setup: TrainingSetup;
  readonly raw: string;
}

async function superviseTraining(
  run: PgoRun,
  training: Training,
  child: RunningChild,
): Promise<TrainingTime> {
  const { target, workload, filled, setup, raw } = training;
  const note = { isOver: false, isAsked: false };
  const spent = new SpentTime(workload);
  const ended = child.ended.finally(() => {
    note.isOver = true;
  });
  ended.catch(() => undefined);
  const recorder = { toolchain: toolchainOf(target), setup, child, raw };
  const graceMs = workload.server?.graceMs ?? usualGraceMs;
  const recordsAll = isRecordedWhole(setup, workload);
  const recording = recordsAll ? captureByRecorder(run, recorder, null) : Promise.resolve();
  // It waits for the recorder, and would do so for ever.
  recording.catch(() => child.stop('SIGKILL', 0));
  await accompany(run, workload, filled, {
    isOver: () => note.isOver,
    stop: (signal) => {
      note.isAsked = true;
      void child.stop(signal, graceMs);
    },
    capture:
      workload.server === null
        ? null
        : () => spent.whileCaptured(child.pid, () => captureServer(run, training, child)),
  });
  const end = await ended;
  await recording;
  // Asked to stop, a program may end by the signal; killed after its grace it has flushed nothing.
  if (!note.isAsked || end.status === 137) requireGoodEnd(workload, end);
  return spent.finish(end.wallMs);
}

const usualGraceMs = 3000;

async function captureServer(run: PgoRun, training: Training, child: RunningChild): Promise<void> {
  const { target, workload, filled, setup, raw } = training;
  const { server } = workload;
  if (server === null) return;
  const { capture, captureSeconds } = server;
  if (setup.capture === 'recorder') {
    const recorder = { toolchain: toolchainOf(target), setup, child, raw };
    await captureByRecorder(run, recorder, captureSeconds * 1000);
  } else if (setup.capture === 'http') {
    const values = { ...filled.values, seconds: String(captureSeconds) };
    await captureByHttp(fillPlaceholders(capture, values), captureSeconds, raw);
  } else {
    // The program writes its profile itself when it ends: it only needs the load to last.
    await new Promise((resolve) => setTimeout(resolve, captureSeconds * 1000));
  }
}

function requireGoodEnd(workload: Workload, end: ChildEnd): void {
  if (end.isStopped) throw tooLong(workload);
  if (end.status === workload.status) return;
  const said = lastWords(end.stderr);
  throw new ToolError(
    'target-failed',
    `workload ${workload.name} ended with status ${end.status}${said === '' ? '' : `: ${said}`}`,
    {
      hint: `correct its args and stdin in plateau.toml (or say status = ${end.status} where that is how it should end); plateau pgo --dry-run prints the command to try`,
    },
  );
}

/** What the program said last often tells why something around it failed. */
function withLastWords(error: unknown, { stderr }: ChildEnd): unknown {
  const said = lastWords(stderr);
  if (!(error instanceof ToolError) || said === '' || error.message.includes(said)) return error;
  return new ToolError(error.code, `${error.message}; it said: ${said}`, {
    ...(error.hint !== undefined && { hint: error.hint }),
    cause: error,
  });
}
