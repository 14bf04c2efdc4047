import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { BuildFacts } from './pgo-report.ts';
import type { PgoRun } from './pgo-run.ts';
import type { BuildStage } from './toolchain.ts';
import { toolchainOf } from './toolchain-table.ts';

const buildTimeoutMs = 1_800_000;

/** Builds one stage of a target; what the compiler says is part of the error. */
export async function buildTarget(
  run: PgoRun,
  target: PgoTarget,
  stage: BuildStage,
  profile = '',
): Promise<BuildFacts> {
  const binary = binaryOf(run, target, stage);
  const command = toolchainOf(target.language).buildCommand({ target, stage, binary, profile });
  await mkdir(dirname(binary), { recursive: true });
  const end = await run.children.run(
    {
      argv: command,
      cwd: run.config.folder,
      env: run.host.env,
      ...(run.options.isVerbose && { onStderr: (text) => void run.host.stderr.write(text) }),
    },
    buildTimeoutMs,
  );
  if (end.status !== 0) {
    const said = end.stderr.trim().split('\n').slice(0, 6).join('\n  ');
    throw new ToolError(
      'target-failed',
      `the ${stage} build of ${target.name} failed:\n  ${said}`,
      {
        hint: `run it by itself: ${command.join(' ')}`,
      },
    );
  }
  const size = statSync(binary, { throwIfNoEntry: false })?.size;
  if (size === undefined) {
    throw new ToolError('target-failed', `the ${stage} build of ${target.name} left no ${binary}`, {
      hint: `the build command must write to \${binary}`,
    });
  }
  return { binary, command, sizeBytes: size, buildMs: Math.round(end.wallMs) };
}

export function binaryOf(
  run: Pick<PgoRun, 'places'>,
  target: PgoTarget,
  stage: BuildStage,
): string {
  if (stage === 'baseline') return run.places.baseline(target.name);
  return stage === 'training'
    ? run.places.training(target.name)
    : run.places.optimised(target.name);
}

/** The compiler's own word that it used the profile; without it the build is no optimised one. */
export async function proveProfileUse(
  run: PgoRun,
  target: PgoTarget,
  profile: string,
): Promise<string> {
  const toolchain = toolchainOf(target.language);
  const argv = toolchain.proofCommand(binaryOf(run, target, 'optimised'));
  const end = await run.children.run(
    { argv, cwd: run.config.folder, env: run.host.env },
    buildTimeoutMs,
  );
  const proof = toolchain.findProof(end.stdout.toString(), profile);
  if (proof !== undefined) return proof;
  throw new ToolError('target-failed', `${target.name} was built without its profile`, {
    hint: `look at: ${argv.join(' ')}; a build of your own must pass \${pgo} on`,
  });
}
