import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOutputFile } from '../../platform/output-file.ts';
import { leastUsedShare } from '../profile-fit.ts';
import { codeHash } from '../program-code.ts';
import type { BuildRequest, Proof, ProofEvidence } from '../toolchain.ts';
import { programSymbols, usedCounts } from './llvm-counts-use.ts';
import { parseLlvmWarnings } from './llvm-warnings.ts';

/**
 * A profile of another program changes the code too, so that different code proves nothing: a function
 * with counts must have been given them. The compiler says so of the hottest one while it compiles;
 * otherwise one must be in the program that it did not complain of.
 */
export async function findRustProof(evidence: ProofEvidence): Promise<Proof | undefined> {
  const { profile, optimised, folder, warnings } = evidence;
  const said = parseLlvmWarnings(warnings);
  const annotated = said.annotated.size > 0 ? said.annotated : readAnnotated(folder, profile);
  // A build of the user's own may have lost the flags, and then complains of nothing.
  const hasFlags = isOtherCode(evidence);
  const symbols = hasFlags ? programSymbols(optimised) : new Set<string>();
  const { used, provenShare, coverage } = usedCounts(profile, { ...said, annotated }, symbols);
  const [first] = used;
  if (first === undefined || provenShare < leastUsedShare) {
    return hasFlags ? { line: 'no function got counts', coverage } : undefined;
  }
  const names =
    used.length === 1
      ? `${first.name} has got its`
      : `${first.name} and ${used.length - 1} more have got their`;
  const share =
    provenShare === 1 ? 'all there are' : `at least ${Math.floor(100 * provenShare)} % of all`;
  const line = `-Cprofile-use=${profile}: ${names} counts, ${share}`;
  return { line, coverage };
}

/** Plateau's own command surely had the flags, also where there is no other build to compare with. */
function isOtherCode({ target, optimised, plain }: ProofEvidence): boolean {
  if (target.build.length === 0) return true;
  return existsSync(plain) && codeHash(optimised) !== codeHash(plain);
}

const noteName = 'got-counts.txt';

/** Cargo does not repeat this for what it need not compile again, so it is kept. */
export async function keepAnnotated(
  { folder, profile }: BuildRequest,
  warnings: string,
  isFresh: boolean,
): Promise<void> {
  if (isFresh) return;
  const path = join(folder, noteName);
  const { annotated } = parseLlvmWarnings(warnings);
  if (annotated.size === 0) {
    await rm(path, { force: true });
    return;
  }
  const text = [profile, ...annotated, ''].join('\n');
  await writeOutputFile(path, [new TextEncoder().encode(text)]);
}

function readAnnotated(folder: string, profile: string): ReadonlySet<string> {
  const path = join(folder, noteName);
  if (!existsSync(path)) return new Set();
  const [of, ...names] = readFileSync(path, 'utf8').trim().split('\n');
  return new Set(of === profile ? names : []);
}
