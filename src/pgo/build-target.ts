import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { shellLine } from '../base/shell-word.ts';
import { ToolError } from '../base/tool-error.ts';
import type { PgoTarget } from './pgo-config.ts';
import type { BuildFacts } from './pgo-report.ts';
import type { PgoRun } from './pgo-run.ts';
import { requireFittingProfile } from './profile-fit.ts';
import type { BuildRequest, BuildStage, Proof } from './toolchain.ts';
import { toolchainOf } from './toolchain-table.ts';

const buildTimeoutMs = 1_800_000;
/** Of what a compiler says: enough for a warning per function of a large program. */
const mostWarnings = 16 << 20;

export interface BuiltTarget {
  readonly facts: BuildFacts;
  /** What was said on standard error. */
  readonly warnings: string;
}

/** Builds one stage of a target; what the compiler says is part of the error. */
export async function buildTarget(
  run: PgoRun,
  target: PgoTarget,
  stage: BuildStage,
  profile = '',
): Promise<BuiltTarget> {
  const toolchain = toolchainOf(target);
  const request = buildRequest(run, target, stage, profile);
  const { binary } = request;
  const command = toolchain.buildCommand(request);
  await mkdir(dirname(binary), { recursive: true });
  await toolchain.prepareBuild?.(request);
  let warnings = '';
  const end = await run.children.run(
    {
      argv: command,
      cwd: run.config.folder,
      env: run.host.env,
      onStderr: (text) => {
        if (warnings.length < mostWarnings) warnings += text;
        if (run.options.isVerbose) void run.host.stderr.write(text);
      },
    },
    buildTimeoutMs,
  );
  if (end.status !== 0) {
    throw new ToolError(
      'target-failed',
      [`the ${stage} build of ${target.name} failed:`, ...firstErrors(end.stderr)].join('\n  '),
      {
        hint: `run it by itself: ${shellLine(command)}`,
      },
    );
  }
  await toolchain.finishBuild?.(request, { stdout: end.stdout.toString(), stderr: warnings });
  const size = statSync(binary, { throwIfNoEntry: false })?.size;
  if (size === undefined) {
    throw new ToolError('target-failed', `the ${stage} build of ${target.name} left no ${binary}`, {
      hint: `the build command must write to \${binary}`,
    });
  }
  const facts = { binary, command, sizeBytes: size, buildMs: Math.round(end.wallMs) };
  return { facts, warnings };
}

const mostErrorLines = 6;
/** Linkers say all their arguments in one line. */
const longestErrorLine = 300;

/** What was said from the first error on, before which warnings stand; without one, what was said last. */
function firstErrors(said: string): string[] {
  const lines = said
    .replaceAll('\t', '  ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const first = lines.findIndex((line) => /\berror\b/i.test(line));
  const shown =
    first < 0 ? lines.slice(-mostErrorLines) : lines.slice(first, first + mostErrorLines);
  return shown.map((line) =>
    line.length > longestErrorLine ? `${line.slice(0, longestErrorLine)} …` : line,
  );
}

export function buildRequest(
  run: Pick<PgoRun, 'places' | 'config' | 'host'>,
  target: PgoTarget,
  stage: BuildStage,
  profile: string,
): BuildRequest {
  const binary = binaryOf(run, target, stage);
  const folder = run.places.buildFolder(target.name, stage);
  return { target, stage, binary, profile, folder, cwd: run.config.folder, host: run.host };
}

export function binaryOf(
  run: Pick<PgoRun, 'places'>,
  target: PgoTarget,
  stage: BuildStage,
): string {
  return run.places[stage](target.name);
}

/** What shows that the compiler used the profile; without it the build is no optimised one. */
export async function proveProfileUse(
  run: PgoRun,
  target: PgoTarget,
  profile: string,
  warnings: string,
): Promise<Proof> {
  const toolchain = toolchainOf(target);
  const optimised = binaryOf(run, target, 'optimised');
  const plain = binaryOf(run, target, toolchain.hasControlBuild(target) ? 'control' : 'baseline');
  const argv = toolchain.proofCommand(optimised);
  const program = { argv: argv ?? [], cwd: run.config.folder, env: run.host.env };
  const end = argv === null ? null : await run.children.run(program, buildTimeoutMs);
  const output = end?.stdout.toString() ?? '';
  const folder = run.places.buildFolder(target.name, 'optimised');
  const evidence = { host: run.host, target, profile, optimised, plain, output, warnings, folder };
  const proof = await toolchain.findProof(evidence);
  if (proof !== undefined) {
    requireFittingProfile(target, profile, proof.coverage);
    return proof;
  }
  const look = argv === null ? '' : `look at: ${shellLine(argv)}; `;
  throw new ToolError('target-failed', `${target.name} was built without its profile`, {
    hint: `${look}a build of your own must pass \${pgo} on`,
  });
}
