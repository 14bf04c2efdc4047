import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../base/quantity.ts';
import type { BuildRequest, Proof, ProofEvidence, Toolchain } from '../toolchain.ts';
import { cBuildCommand, emptyBuildFolder } from './c-build.ts';
import { hasChangedCode } from './changed-code.ts';
import { clangRemarks } from './clang-remarks.ts';
import { programSymbols, usedCounts, witnessOptions } from './llvm-counts-use.ts';
import { mergeLlvmProfiles } from './llvm-profile.ts';
import { parseLlvmWarnings } from './llvm-warnings.ts';

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
  if (stage !== 'optimised') return [];
  const asked = ['-pgo-warn-missing-function', ...witnessOptions(profile)];
  const options = asked.flatMap((option) => ['-mllvm', option]);
  return [`-fprofile-use=${profile}`, ...options, ...askForWarnings];
}

/** Every function that the profile does not fit is named, and none fails a build with -Werror. */
const askForWarnings = ['-Wbackend-plugin', '-Wno-error=backend-plugin', '-Rpass=pgo-icall-prom'];

/**
 * Two witnesses: the code differs, which a flag that got lost cannot bring about, and a function with
 * counts was given them, since a profile of another program changes the code too.
 */
function findClangProof(evidence: ProofEvidence): Proof {
  const isChanged = hasChangedCode(evidence);
  const said = parseLlvmWarnings(evidence.warnings);
  const symbols = programSymbols(evidence.optimised);
  const { used, coverage } = usedCounts(evidence.profile, said, symbols);
  const [first] = used;
  if (first === undefined) return { line: 'no function got counts', coverage };
  const { promotedCalls } = clangRemarks(evidence.warnings);
  const calls =
    promotedCalls === 0 ? '' : `, ${counted(promotedCalls, 'indirect call')} made direct`;
  const line = isChanged
    ? `${first.name} got its counts${calls}; the code differs from the build without it`
    : `${first.name} got its counts; clang made the same code of them as without`;
  return { line, coverage };
}
