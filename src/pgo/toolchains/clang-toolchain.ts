import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildRequest, Proof, ProofEvidence, Toolchain } from '../toolchain.ts';
import { cBuildCommand, emptyBuildFolder } from './c-build.ts';
import { counted, hasChangedCode } from './changed-code.ts';
import { clangRemarks } from './clang-remarks.ts';
import { mergeLlvmProfiles } from './llvm-profile.ts';
import { parseLlvmWarnings } from './llvm-warnings.ts';
import { profileFunctions, programSymbols } from './rust-proof.ts';

/** clang with counters: an instrumented build is trained, and its counters go to `-fprofile-use`. */
export const clangToolchain: Toolchain = {
  language: 'c',
  profileKind: 'llvm-counters',
  ending: '.profdata',
  hasTrainingBuild: true,
  comparesCode: true,
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
  return stage === 'optimised'
    ? [`-fprofile-use=${profile}`, ...askForWarnings, ...witness(profile)]
    : [];
}

/** Every function that the profile does not fit is named, and none fails a build with -Werror. */
const askForWarnings = [
  '-mllvm',
  '-pgo-warn-missing-function',
  '-Wbackend-plugin',
  '-Wno-error=backend-plugin',
  '-Rpass=pgo-icall-prom',
];

/** clang says of the hottest function that it got its counts; of all it would be a flood. */
function witness(profile: string): readonly string[] {
  if (!existsSync(profile)) return [];
  const [hottest] = profileFunctions(profile);
  if (hottest === undefined) return [];
  return [
    '-mllvm',
    '-pgo-view-counts=text',
    '-mllvm',
    `-view-bfi-func-name=${hottest.linkageName}`,
  ];
}

/**
 * Two witnesses: the code differs, which a flag that got lost cannot bring about, and a function with
 * counts was given them, since a profile of another program changes the code too.
 */
function findClangProof(evidence: ProofEvidence): Proof {
  const isChanged = hasChangedCode(evidence);
  const { missing, mismatched, annotated } = parseLlvmWarnings(evidence.warnings);
  const functions = profileFunctions(evidence.profile);
  const total = functions.reduce((sum, each) => sum + each.sum, 0);
  const symbols = programSymbols(evidence.optimised);
  const used = functions.find(
    ({ linkageName: name, sum }) =>
      sum > 0 &&
      (annotated.has(name) || (symbols.has(name) && !missing.has(name) && !mismatched.has(name))),
  );
  const counts = { missing: missing.size, mismatched: mismatched.size };
  if (used === undefined) {
    return { line: 'no function got counts', coverage: { usedShare: 0, ...counts } };
  }
  const lost = [...mismatched.values()].reduce((sum, each) => sum + each, 0);
  const usedShare = Math.max(0, 1 - lost / Math.max(1, total));
  const { promotedCalls } = clangRemarks(evidence.warnings);
  const calls =
    promotedCalls === 0
      ? ''
      : `, ${counted(promotedCalls, 'indirect call', 'indirect calls')} made direct`;
  const line = isChanged
    ? `${used.name} got its counts${calls}; the code differs from the build without it`
    : `${used.name} got its counts; clang made the same code of them as without`;
  return { line, coverage: { usedShare, ...counts } };
}
