import { counted } from '../../base/quantity.ts';
import type { BuildRequest, Proof, ProofEvidence, Toolchain } from '../toolchain.ts';
import { cBuildCommand, emptyBuildFolder } from './c-build.ts';
import { hasChangedCode } from './changed-code.ts';
import { clangRemarks } from './clang-remarks.ts';
import { appliedSamples, askForSamples, mergeLlvmSamples } from './llvm-samples.ts';
import { sampledRecording } from './sampled-program.ts';

/** clang with samples: our recordings with unwound stacks go to `-fprofile-sample-use`. */
export const clangSampleToolchain: Toolchain = {
  language: 'c',
  profileKind: 'llvm-samples',
  ending: '.samples',
  hasTrainingBuild: true,
  comparesCode: true,
  hasControlBuild: () => true,
  controlIsTrained: true,
  versionCommand: ({ compiler }) => [compiler, '--version'],
  prepareBuild: emptyBuildFolder,
  buildCommand: (request) => cBuildCommand(request, clangSampleFlags(request)),
  trainingSetup: () => ({ args: [], env: {}, capture: 'recorder', recording: sampledRecording }),
  fromRecording: (profile) => profile,
  merge: mergeLlvmSamples,
  proofCommand: () => null,
  findProof: (evidence) => Promise.resolve(findSampleProof(evidence)),
};

/** Samples are known by line and by block within it: all builds that matter carry both. */
const placeFlags = ['-g1', '-fdebug-info-for-profiling'];

function clangSampleFlags({ stage, profile }: BuildRequest): readonly string[] {
  if (stage === 'baseline') return [];
  if (stage !== 'optimised') return placeFlags;
  return [...placeFlags, `-fprofile-sample-use=${profile}`, ...inferCounts, ...askForWarnings];
}

/**
 * Of a hot loop some lines have no sample by chance. clang then takes them for cold, unless it looks
 * for the counts that fit the samples best and the flow of control exactly.
 */
const inferCounts = ['-mllvm', '-sample-profile-use-profi'];

const askForWarnings = [
  '-mllvm',
  askForSamples,
  '-Wbackend-plugin',
  '-Wno-error=backend-plugin',
  '-Rpass=sample-profile-inline|pgo-icall-prom',
];

function findSampleProof(evidence: ProofEvidence): Proof {
  const isChanged = hasChangedCode(evidence);
  const { promotedCalls, inlinedCalls } = clangRemarks(evidence.warnings);
  const { usedShare } = appliedSamples(evidence);
  const line = isChanged
    ? `the code differs from the build without it; ${counted(inlinedCalls, 'hot call')} inlined, ` +
      `${counted(promotedCalls, 'indirect call')} made direct`
    : 'clang read the profile and made the same code of it as without';
  return { line, coverage: { usedShare, missing: 0, mismatched: 0 } };
}
