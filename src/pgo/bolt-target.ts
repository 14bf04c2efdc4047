import { existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { shellLine } from '../base/shell-word.ts';
import { ToolError } from '../base/tool-error.ts';
import { workloadRun } from './accompaniment.ts';
import { prepareRun } from './accompany.ts';
import {
  type BoltPlaces,
  boltInstrumentCommand,
  boltOptimiseCommand,
  findBolt,
  parseBoltOutput,
} from './bolt-tool.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { BoltFacts } from './pgo-report.ts';
import { type PgoRun, workloadsOf } from './pgo-run.ts';
import { hashOf, hashOfFile } from './run-state.ts';
import { runTraining } from './train-target.ts';

const boltTimeoutMs = 600_000;

export function boltPlaces({ places }: Pick<PgoRun, 'places'>, target: PgoTarget): BoltPlaces {
  const folder = places.buildFolder(target.name, 'bolt');
  return {
    plain: places.unbolted(target.name),
    training: join(folder, 'training'),
    counts: join(folder, 'counts'),
    merged: join(folder, 'merged.fdata'),
    output: join(folder, 'optimised'),
  };
}

/**
 * Lays out the optimised program anew by counts of its own training runs, and puts the result in its
 * place. Whatever fails leaves the optimised program as the compiler made it.
 */
export async function boltTarget(
  run: PgoRun,
  target: PgoTarget,
  dataHashes: Readonly<Record<string, string>>,
): Promise<BoltFacts> {
  const tool = findBolt(run.host, run.config.folder);
  if (tool === undefined) {
    throw new ToolError('missing-tool', 'llvm-bolt is not installed', {
      hint: 'apt install bolt-19, or take bolt = true out of plateau.toml',
    });
  }
  const places = boltPlaces(run, target);
  const optimised = run.places.optimised(target.name);
  await copyFile(optimised, places.plain);
  try {
    await trainBolt(run, target, tool, dataHashes);
    const command = boltOptimiseCommand(tool, places);
    const { said, wallMs } = await runTool(run, command);
    const functions = parseBoltOutput(said);
    const sizeBytes = statSync(places.output).size;
    await rename(places.output, optimised);
    return { binary: optimised, command, sizeBytes, buildMs: Math.round(wallMs), functions };
  } catch (error) {
    await rm(places.plain, { force: true });
    throw error;
  }
}

/** Leaves the merged counts. Taken up by `--resume` only as a whole: every workload runs once. */
async function trainBolt(
  run: PgoRun,
  target: PgoTarget,
  tool: string,
  dataHashes: Readonly<Record<string, string>>,
): Promise<void> {
  const places = boltPlaces(run, target);
  const workloads = workloadsOf(run.config, target, 'train');
  const step = `bolt:${target.name}`;
  const inputs = hashOf(step, target, workloads, await hashOfFile(places.plain), dataHashes);
  if (run.state.find(step, inputs) !== undefined && existsSync(places.merged)) return;
  await rm(dirname(places.output), { recursive: true, force: true });
  await mkdir(places.counts, { recursive: true });
  await run.tell(`${target.name}: training BOLT`);
  await runTool(run, boltInstrumentCommand(tool, places));
  const setup = { args: [], env: {}, capture: 'program' as const };
  for (const workload of workloads) {
    const filled = await workloadRun(run, workload);
    await prepareRun(workload, filled);
    const training = { target, workload, filled, setup, raw: places.counts };
    await runTraining(run, training, places.training);
  }
  await mergeCounts(run, tool, places);
  await run.state.finish(step, inputs, true);
}

/** llvm-bolt reads one file; merge-fdata comes with it. */
async function mergeCounts(run: PgoRun, tool: string, places: BoltPlaces): Promise<void> {
  const files = readdirSync(places.counts).sort();
  const [first] = files;
  if (first === undefined) {
    throw new ToolError('no-data', 'the training runs left no counts', {
      hint: 'let the program end by itself; a signal loses them',
    });
  }
  if (files.length === 1) return copyFile(join(places.counts, first), places.merged);
  const paths = files.map((name) => join(places.counts, name));
  await runTool(run, [join(dirname(tool), 'merge-fdata'), '-o', places.merged, ...paths]);
  if (!existsSync(places.merged)) {
    throw new ToolError('target-failed', 'merge-fdata wrote nothing', {
      hint: 'train with one workload',
    });
  }
}

async function runTool(
  run: PgoRun,
  argv: readonly string[],
): Promise<{ readonly said: string; readonly wallMs: number }> {
  const program = { argv, cwd: run.config.folder, env: run.host.env };
  const { status, stdout, stderr, wallMs } = await run.children.run(program, boltTimeoutMs);
  const said = `${stdout.toString()}\n${stderr}`;
  if (status === 0) return { said, wallMs };
  const reason = /^.*(?:BOLT-ERROR|error): *(.*)$/im.exec(said)?.[1] ?? `status ${status}`;
  throw new ToolError('target-failed', `llvm-bolt failed: ${reason}`, {
    hint: /relocations/.test(reason)
      ? `a build of your own must pass \${pgo} on when it links`
      : `run it by itself: ${shellLine(argv)}`,
  });
}
