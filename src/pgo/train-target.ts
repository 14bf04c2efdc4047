import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import type { ChildEnd, RunningChild } from '../platform/child-group.ts';
import { tooLong, type WorkloadRun, workloadRun } from './accompaniment.ts';
import { binaryOf } from './build-target.ts';
import type { PgoTarget, Workload } from './pgo-config.ts';
import { type PgoRun, runSettings, workloadsOf } from './pgo-run.ts';
import { lastLine } from './prepare-data.ts';
import { hashOf, hashOfFile } from './run-state.ts';
import { toolchainOf } from './toolchain-table.ts';

/** Which binary learns: the instrumented one, or the baseline itself. */
export function trainedStage(target: PgoTarget): 'baseline' | 'training' {
  return toolchainOf(target.language).hasTrainingBuild ? 'training' : 'baseline';
}

/** Runs every training workload, `iterations` times; gives the profiles that came of it. */
export async function trainTarget(
  run: PgoRun,
  target: PgoTarget,
  dataHashes: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { iterations } = runSettings(run.config, run.options);
  const binaryHash = await hashOfFile(binaryOf(run, target, trainedStage(target)));
  const raw: string[] = [];
  for (const workload of workloadsOf(run.config, target, 'train')) {
    for (let turn = 0; turn < iterations * workload.repeat; turn++) {
      const path = run.places.raw(target.name, workload.name, turn + 1);
      const step = `train:${target.name}:${workload.name}:${turn + 1}`;
      const inputs = hashOf(step, target, workload, binaryHash, dataHashes);
      raw.push(path);
      if (run.state.find(step, inputs) !== undefined && existsSync(path)) continue;
      await run.tell(
        `${target.name}: training on ${workload.name}, run ${turn + 1} of ${iterations * workload.repeat}`,
      );
      await trainOnce(run, target, workload, path);
      await run.state.finish(step, inputs, true);
    }
  }
  return raw.filter((path) => existsSync(path));
}

async function trainOnce(
  run: PgoRun,
  target: PgoTarget,
  workload: Workload,
  raw: string,
): Promise<void> {
  await mkdir(dirname(raw), { recursive: true });
  await rm(raw, { force: true });
  const setup = toolchainOf(target.language).trainingSetup(target, raw);
  const filled = await workloadRun(run, workload);
  const argv = [binaryOf(run, target, trainedStage(target)), ...setup.args, ...filled.args];
  const child = run.children.start({
    argv,
    cwd: run.config.folder,
    env: { ...run.host.env, ...filled.env, ...setup.env },
    stdout: '/dev/null',
    ...(filled.stdin !== null && { stdin: filled.stdin }),
  });
  await trainPlain(workload, child);
}

async function trainPlain(workload: Workload, child: RunningChild): Promise<void> {
  const timer = setTimeout(() => void child.stop('SIGKILL', 0), workload.timeoutMs);
  try {
    requireGoodEnd(workload, await child.ended);
  } finally {
    clearTimeout(timer);
  }
}

function requireGoodEnd(workload: Workload, end: ChildEnd): void {
  if (end.isStopped) throw tooLong(workload);
  if (end.status === 0) return;
  const said = lastLine(end.stderr);
  throw new ToolError(
    'target-failed',
    `workload ${workload.name} ended with status ${end.status}${said === '' ? '' : `: ${said}`}`,
    { hint: 'run it by itself to see why: plateau pgo --dry-run prints the command' },
  );
}

export type { WorkloadRun };
