import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildRequest, Proof, ProofEvidence, Toolchain } from '../toolchain.ts';
import { cBuildCommand, emptyBuildFolder } from './c-build.ts';
import { counted, hasChangedCode } from './changed-code.ts';
import { clangWarnings } from './clang-warnings.ts';
import { mergeLlvmProfiles, readLlvmProfile } from './llvm-profile.ts';
import { countedFunctions } from './llvm-quality.ts';

/** clang with counters: an instrumented build is trained, and its counters go to `-fprofile-use`. */
export const clangToolchain: Toolchain = {
  language: 'c',
  profileKind: 'llvm-counters',
  ending: '.profdata',
  hasTrainingBuild: true,
  // Without counts -fprofile-use has nothing to do: the baseline is the control.
  hasControlBuild: () => false,
  versionCommand: ({ compiler }) => [compiler, '--version'],
  prepareBuild: emptyBuildFolder,
  buildCommand: (request) => cBuildCommand(request, clangFlags(request)),
  trainingSetup(_, raw) {
    // One file per process and image: programs start others, and libraries are instrumented too.
    const env = { LLVM_PROFILE_FILE: join(raw, '%p-%m.profraw') };
    return { args: [], env, capture: 'program' };
  },
  rawFiles: (raw) =>
    readdirSync(raw)
      .filter((name) => name.endsWith('.profraw'))
      .sort()
      .map((name) => join(raw, name)),
  fromRecording: (profile) => profile,
  merge: mergeLlvmProfiles,
  proofCommand: () => null,
  findProof: (evidence) => Promise.resolve(findClangProof(evidence)),
};

function clangFlags({ stage, profile }: BuildRequest): readonly string[] {
  if (stage === 'training') return ['-fprofile-generate'];
  return stage === 'optimised' ? [`-fprofile-use=${profile}`, ...askForWarnings] : [];
}

/** Every function that the profile does not fit is named, and none fails a build with -Werror. */
const askForWarnings = [
  '-mllvm',
  '-pgo-warn-missing-function',
  '-Wbackend-plugin',
  '-Wno-error=backend-plugin',
  '-Rpass=pgo-icall-prom',
];

function findClangProof(evidence: ProofEvidence): Proof {
  const isChanged = hasChangedCode(evidence);
  const { missing, mismatched, lostCounts, promotedCalls } = clangWarnings(evidence.warnings);
  const functions = readLlvmProfile(evidence.profile).flatMap(countedFunctions);
  const total = functions.reduce((sum, each) => sum + each.sum, 0);
  const usedShare = Math.max(0, 1 - lostCounts / Math.max(1, total));
  const line = isChanged
    ? `the code differs from the build without it; ${counted(promotedCalls, 'indirect call', 'indirect calls')} made direct`
    : 'clang read the profile and made the same code of it as without';
  return { line, coverage: { usedShare, missing, mismatched } };
}
