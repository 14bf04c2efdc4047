import { readFileSync } from 'node:fs';
import { ToolError } from '../../base/tool-error.ts';
import { boltFlags } from '../bolt-tool.ts';
import type { BuildRequest, Proof, ProofEvidence, Toolchain } from '../toolchain.ts';
import { cargoBuildCommand, findExecutable, takeExecutable } from './cargo-build.ts';
import { mergeLlvmSamples, sampleTotal } from './llvm-samples.ts';
import { rustcRelease, toolchainArgs } from './rustc-facts.ts';
import { sampledRecording } from './sampled-program.ts';

/**
 * Rust by samples of our recorder with unwound stacks. Experimental: rustc's flags for it are not stable.
 */
export const rustSampleToolchain: Toolchain = {
  language: 'rust',
  profileKind: 'llvm-samples',
  ending: '.samples',
  hasTrainingBuild: true,
  // Debug information for profiling may change what is inlined.
  hasControlBuild: () => true,
  versionCommand: ({ compiler }) => ['rustc', ...toolchainArgs(compiler), '--version'],
  buildCommand: sampleBuildCommand,
  async finishBuild({ target, binary }, { stdout }) {
    if (target.build.length > 0) return;
    await takeExecutable(findExecutable(stdout, target), binary);
  },
  trainingSetup: () => ({ args: [], env: {}, capture: 'recorder', recording: sampledRecording }),
  fromRecording: (profile) => profile,
  merge: mergeLlvmSamples,
  proofCommand: () => null,
  findProof: (evidence) => Promise.resolve(findSampleProof(evidence)),
};

function sampleBuildCommand(request: BuildRequest): readonly string[] {
  const { stage, profile, target, host, cwd } = request;
  if (stage === 'baseline') return cargoBuildCommand(request, []);
  requireUnstable(target.compiler, { env: host.env, cwd });
  const use = stage === 'optimised' ? [`-Zprofile-sample-use=${profile}`, sayAll] : [];
  const name = target.cargo?.cargoProfile ?? 'release';
  // Samples belong to lines. Where cargo is to strip, rustc makes no lines, and ignores all samples silently.
  const lines = [`profile.${name}.debug=1`, `profile.${name}.strip="none"`];
  const more = lines.flatMap((line) => ['--config', line]);
  const flags = ['-Zdebug-info-for-profiling', ...use, ...boltFlags(target, stage)];
  return cargoBuildCommand(request, flags, more);
}

/** Of each function with samples: how many found their place. No share is above 100 %, so all are said. */
const sayAll = '-Cllvm-args=-sample-profile-check-sample-coverage=101';

function requireUnstable(compiler: string, surroundings: Parameters<typeof rustcRelease>[1]): void {
  const release = rustcRelease(compiler, surroundings);
  if (/nightly|dev/.test(release) || surroundings.env['RUSTC_BOOTSTRAP'] === '1') return;
  throw new ToolError(
    'not-supported',
    `rustc ${release} has no stable flag for sampled profiles: -Zprofile-sample-use and -Zdebug-info-for-profiling need a nightly`,
    {
      hint: 'compiler = "nightly" in plateau.toml (experimental), or mode = "instrument", which every rustc has; RUSTC_BOOTSTRAP=1 opens the flags at your own risk',
    },
  );
}

const appliedText = / (\d+) of (\d+) available profile samples \(\d+%\) were applied/g;

/** Below this a profile of another program would pass, which shares the start of all programs. */
const leastApplied = 0.01;

function findSampleProof({ profile, warnings }: ProofEvidence): Proof | undefined {
  let applied = 0;
  let functions = 0;
  for (const [, count = '0'] of warnings.matchAll(appliedText)) {
    applied += Number(count);
    if (count !== '0') functions++;
  }
  const total = sampleTotal(readFileSync(profile, 'utf8'));
  // Inlined code is counted in each place that it is inlined to.
  const usedShare = Math.min(1, applied / Math.max(1, total));
  if (usedShare < leastApplied) return undefined;
  const line = `-Zprofile-sample-use=${profile} (experimental): ${functions} functions got their samples`;
  return { line, coverage: { usedShare, missing: 0, mismatched: 0 } };
}
