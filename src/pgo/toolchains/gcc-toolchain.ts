import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { counted } from '../../base/quantity.ts';
import { ToolError } from '../../base/tool-error.ts';
import type { FunctionStaleness } from '../../training/index.ts';
import type { BuildRequest, Proof, ProofEvidence, Toolchain } from '../toolchain.ts';
import { cBuildCommand, emptyBuildFolder } from './c-build.ts';
import { hasChangedCode } from './changed-code.ts';
import { gccTraining, mergeGcovFiles } from './gcov-files.ts';
import { gcovFunctions, gcovStaleness } from './gcov-profile.ts';
import { parseTar } from './tar-file.ts';

/**
 * gcc with counters. It has a file per object, found by the object's path; together they are one tar file.
 * -fprofile-use switches on optimisations that work without a profile too: hence the control build.
 */
export const gccToolchain: Toolchain = {
  language: 'c',
  profileKind: 'gcc-counters',
  ending: '.gcda.tar',
  hasTrainingBuild: true,
  comparesCode: true,
  hasControlBuild: () => true,
  versionCommand: ({ compiler }) => [compiler, '--version'],
  prepareBuild: unpackProfile,
  buildCommand: (request) =>
    cBuildCommand({ ...request, folder: objectFolder(request) }, gccFlags(request)),
  trainingSetup: (_, raw) => ({ args: [], env: { GCOV_PREFIX: raw }, capture: 'program' }),
  rawFiles: (raw) => [raw],
  fromRecording: (profile) => profile,
  merge: mergeGcovFiles,
  proofCommand: () => null,
  findProof: (evidence) => Promise.resolve(findGccProof(evidence)),
};

function gccFlags(request: BuildRequest): readonly string[] {
  const { target, stage } = request;
  if (stage === 'baseline') return [];
  // One command that compiles and links would name its files by the program, another one per stage.
  const names = target.build.length === 0 ? ['-dumpdir', `${objectFolder(request)}/`] : [];
  if (stage === 'training') return [...names, ...gccTraining];
  const isControl = stage === 'control';
  const warnings = isControl ? ['-Wno-missing-profile'] : askForWarnings;
  return [...names, `-fprofile-use=${profileFolder(request)}`, ...warnings];
}

/**
 * A profile that does not fit is an error for gcc: counted here, and no end of the build. The notes of
 * -ftest-coverage tell which functions have the control flow of the profile; the code is the same with them.
 */
const askForWarnings = [
  '-ftest-coverage',
  '-fopt-info-ipa-optimized',
  '-Wmissing-profile',
  '-Wno-error=missing-profile',
  '-Wcoverage-mismatch',
  '-Wno-error=coverage-mismatch',
];

function profileFolder({ folder }: BuildRequest): string {
  return join(folder, 'profile');
}

/** Functions are known by the path of their object, which must be the same in every stage. */
function objectFolder({ target, folder }: BuildRequest): string {
  return join(dirname(folder), `${target.name}-objects`);
}

/** The control build has an empty folder where the optimised one has the profile. */
async function unpackProfile(request: BuildRequest): Promise<void> {
  requireLiteralPath(objectFolder(request));
  await emptyBuildFolder(request);
  await emptyBuildFolder({ ...request, folder: objectFolder(request) });
  const folder = profileFolder(request);
  await mkdir(folder, { recursive: true });
  if (request.stage !== 'optimised') return;
  for (const { name, bytes } of parseTar(await readFile(request.profile))) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
}

/** Names of counters are paths of objects, in which libgcov replaces these (libgcov-driver-system.c). */
function requireLiteralPath(path: string): void {
  const [pattern] = /%p|%q\{/.exec(path) ?? [];
  if (pattern === undefined) return;
  throw new ToolError('not-supported', `gcc takes ${pattern} in ${path} for a pattern`, {
    hint: 'build in a folder of another name: --outdir FOLDER',
  });
}

/** Two witnesses as with clang: the code differs, and functions with counts have the control flow of the profile. */
function findGccProof(evidence: ProofEvidence): Proof {
  const { missing, mismatched, missingFiles } = gccWarnings(evidence.warnings);
  const isChanged = hasChangedCode(evidence);
  const functions = gcovFunctions(parseTar(readFileSync(evidence.profile)));
  const { lost, functions: rows } = gcovStaleness(functions);
  const coverage = { usedShare: 1 - lost, missing: missing + missingFiles, mismatched };
  const used = rows
    .filter((each) => each.lost === 0)
    .reduce<FunctionStaleness | null>((a, b) => (a !== null && a.share >= b.share ? a : b), null);
  if (used === null) return { line: 'no function got counts', coverage };
  const calls = directCallsText(evidence.warnings);
  const lacking = missingFiles === 0 ? '' : `; ${missingFiles} objects have no profile`;
  const line = isChanged
    ? `${used.name} got its counts${calls}; the code differs from the build with its flags alone${lacking}`
    : `${used.name} got its counts; gcc made the same code of them as without${lacking}`;
  return { line, coverage };
}

/** `, 2 indirect calls made direct`, as `-fopt-info-ipa-optimized` says it. */
export function directCallsText(text: string): string {
  const said = text.matchAll(/^(.*): optimized: +Indirect call -> direct call \S+ => (\S+)/gm);
  const calls = new Set([...said].map(([, place, callee]) => `${place} ${callee}`));
  if (calls.size === 0) return '';
  return `, ${counted(calls.size, 'indirect call')} made direct`;
}

/** Worded so by gcc 10 to 15; names are quoted, by what depends on the locale. */
export function gccWarnings(text: string): {
  readonly missing: number;
  readonly mismatched: number;
  readonly missingFiles: number;
} {
  const found = (pattern: RegExp): number =>
    new Set([...text.matchAll(pattern)].map(([, name]) => name)).size;
  return {
    missing: found(/profile for function (\S+) not found in profile data/g),
    mismatched: found(
      /(?:control flow of function|coverage mismatch for function|number of counters in profile data for function) (\S+)/g,
    ),
    missingFiles: found(/warning: (\S+) profile count data file not found/g),
  };
}
