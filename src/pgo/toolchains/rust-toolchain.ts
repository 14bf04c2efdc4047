import { join } from 'node:path';
import { boltFlags } from '../bolt-tool.ts';
import type { BuildRequest, Toolchain } from '../toolchain.ts';
import { cargoBuildCommand, findExecutable, takeExecutable } from './cargo-build.ts';
import { witnessOptions } from './llvm-counts-use.ts';
import { mergeLlvmProfiles } from './llvm-profile.ts';
import { findRustProof, keepAnnotated } from './rust-proof.ts';
import { toolchainArgs } from './rustc-facts.ts';

/** Rust by cargo: counters from an instrumented build, given to `-Cprofile-use`. */
export const rustToolchain: Toolchain = {
  language: 'rust',
  profileKind: 'instrumented',
  ending: '.profdata',
  hasTrainingBuild: true,
  // Flags beside the profile make the compiler talk, nothing else.
  hasControlBuild: () => false,
  versionCommand: ({ compiler }) => ['rustc', ...toolchainArgs(compiler), '--version'],
  buildCommand: (request) => cargoBuildCommand(request, stageFlags(request)),
  async finishBuild(request, { stdout, stderr }) {
    if (request.target.build.length > 0) return;
    const executable = findExecutable(stdout, request.target);
    await takeExecutable(executable, request.binary);
    if (request.stage === 'optimised') await keepAnnotated(request, stderr, executable.isFresh);
  },
  // Each process, and each library with counters of its own, writes a file.
  trainingSetup: (_, raw) => ({
    args: [],
    env: { LLVM_PROFILE_FILE: join(raw, '%p-%m.profraw') },
    capture: 'program',
  }),
  rawFiles: (raw) => [raw],
  fromRecording: (profile) => profile,
  merge: mergeLlvmProfiles,
  proofCommand: () => null,
  findProof: findRustProof,
};

function stageFlags({ target, stage, profile, folder }: BuildRequest): string[] {
  // A program that clears its environment writes here instead of into the user's folder.
  if (stage === 'training') return [`-Cprofile-generate=${join(folder, 'unclaimed')}`];
  if (stage !== 'optimised') return [];
  const asked = ['-pgo-warn-missing-function', ...witnessOptions(profile)];
  const flags = asked.map((option) => `-Cllvm-args=${option}`);
  return [`-Cprofile-use=${profile}`, ...flags, ...boltFlags(target, stage)];
}
