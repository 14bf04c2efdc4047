import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  encodeAutoProfile,
  FunctionSamples,
  foundShare,
  parseAutoProfile,
} from '../../training/index.ts';
import { readPlaces } from '../find-staleness.ts';
import type { BuildRequest, Proof, ProofEvidence, Toolchain } from '../toolchain.ts';
import { cBuildCommand, emptyBuildFolder } from './c-build.ts';
import { hasChangedCode } from './changed-code.ts';
import { directCallsText } from './gcc-toolchain.ts';
import { mergeRecordings, sampledRecording } from './sampled-program.ts';

/** gcc with samples: our recordings with unwound stacks go to `-fauto-profile`. */
export const gccSampleToolchain: Toolchain = {
  language: 'c',
  profileKind: 'gcc-samples',
  ending: '.afdo',
  hasTrainingBuild: true,
  comparesCode: true,
  hasControlBuild: () => true,
  versionCommand: ({ compiler }) => [compiler, '--version'],
  prepareBuild: writeEmptyProfile,
  buildCommand: (request) => cBuildCommand(request, gccSampleFlags(request)),
  trainingSetup: () => ({ args: [], env: {}, capture: 'recorder', recording: sampledRecording }),
  fromRecording: (profile) => profile,
  merge: (request) =>
    mergeRecordings(request, { discriminators: 'none', encode: encodeAutoProfile }),
  proofCommand: () => null,
  findProof: findAutoProof,
};

/** -fauto-profile switches on what works without samples too: the control build has an empty profile. */
function gccSampleFlags(request: BuildRequest): readonly string[] {
  const { stage, profile } = request;
  if (stage === 'baseline') return [];
  if (stage === 'training') return ['-g1'];
  const used = stage === 'control' ? emptyProfile(request) : profile;
  return ['-g1', `-fauto-profile=${used}`, '-fopt-info-ipa-optimized'];
}

function emptyProfile({ folder }: BuildRequest): string {
  return join(folder, 'empty.afdo');
}

async function writeEmptyProfile(request: BuildRequest): Promise<void> {
  await emptyBuildFolder(request);
  if (request.stage !== 'control') return;
  await writeFile(emptyProfile(request), encodeAutoProfile(nothingSampled));
}

/** One function that no program has: gcc refuses a profile without any. */
const nothingSampled = {
  functions: [new FunctionSamples('plateau_nothing_sampled')],
  sampleCount: 0,
  callCount: 0,
  lineless: 0,
};

/** gcc does not say what it used; what the program has no line for is surely not. */
async function findAutoProof(evidence: ProofEvidence): Promise<Proof> {
  const { host, profile, plain, warnings } = evidence;
  const line = hasChangedCode(evidence)
    ? `the code differs from the build with its flags alone${directCallsText(warnings)}`
    : 'gcc read the profile and made the same code of it as without';
  const functions = parseAutoProfile(readFileSync(profile));
  const usedShare = foundShare(functions, await readPlaces(host, functions, plain));
  return { line, coverage: { usedShare, missing: 0, mismatched: 0 } };
}
