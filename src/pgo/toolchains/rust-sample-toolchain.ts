import { counted } from '../../base/quantity.ts';
import { ToolError } from '../../base/tool-error.ts';
import { boltFlags } from '../bolt-tool.ts';
import type { BuildRequest, Proof, ProofEvidence, Toolchain } from '../toolchain.ts';
import { cargoBuildCommand, findExecutable, takeExecutable } from './cargo-build.ts';
import { hasChangedCode } from './changed-code.ts';
import { appliedSamples, askForSamples, mergeLlvmSamples } from './llvm-samples.ts';
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
  comparesCode: true,
  // Debug information for profiling may change what is inlined.
  hasControlBuild: () => true,
  controlIsTrained: true,
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
  const use =
    stage === 'optimised'
      ? [`-Zprofile-sample-use=${profile}`, `-Cllvm-args=${askForSamples}`]
      : [];
  const name = target.cargo?.cargoProfile ?? 'release';
  // Samples belong to lines. Where cargo is to strip, rustc makes no lines, and ignores all samples silently.
  const lines = [`profile.${name}.debug=1`, `profile.${name}.strip="none"`];
  const more = lines.flatMap((line) => ['--config', line]);
  const flags = ['-Zdebug-info-for-profiling', ...use, ...boltFlags(target, stage)];
  return cargoBuildCommand(request, flags, more);
}

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

function findSampleProof(evidence: ProofEvidence): Proof {
  const isChanged = hasChangedCode(evidence);
  const { usedShare, functions } = appliedSamples(evidence);
  const line = isChanged
    ? `-Zprofile-sample-use=${evidence.profile} (experimental): ${counted(functions, 'function')} got samples`
    : 'rustc read the profile and made the same code of it as without';
  return { line, coverage: { usedShare, missing: 0, mismatched: 0 } };
}
