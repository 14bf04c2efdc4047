import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseElf, parseFunctionSymbols } from '../../object/index.ts';
import { openFileSource } from '../../platform/file-source.ts';
import { writeOutputFile } from '../../platform/output-file.ts';
import { sectionCodec } from '../../platform/zlib-codec.ts';
import { leastUsedShare } from '../profile-fit.ts';
import { codeHash } from '../program-code.ts';
import type { BuildRequest, Proof, ProofEvidence } from '../toolchain.ts';
import { readLlvmProfile } from './llvm-profile.ts';
import { type CountedFunction, countedFunctions } from './llvm-quality.ts';
import { parseLlvmWarnings } from './llvm-warnings.ts';

/**
 * A profile of another program changes the code too, so that different code proves nothing: a function
 * with counts must have been given them. The compiler says so of the hottest one while it compiles;
 * otherwise one must be in the program that it did not complain of.
 */
export async function findRustProof(evidence: ProofEvidence): Promise<Proof | undefined> {
  const { profile, optimised, folder, warnings } = evidence;
  const functions = profileFunctions(profile);
  const total = functions.reduce((sum, each) => sum + each.sum, 0);
  const said = parseLlvmWarnings(warnings);
  const { missing, mismatched } = said;
  const annotated = said.annotated.size > 0 ? said.annotated : readAnnotated(folder, profile);
  // A build of the user's own may have lost the flags, and then complains of nothing.
  const hasFlags = isOtherCode(evidence);
  const symbols = hasFlags ? programSymbols(optimised) : new Set<string>();
  const isUsed = ({ linkageName, sum }: CountedFunction): boolean =>
    sum > 0 &&
    (annotated.has(linkageName) ||
      (symbols.has(linkageName) && !missing.has(linkageName) && !mismatched.has(linkageName)));
  const used = functions.filter(isUsed);
  const proven = used.reduce((sum, each) => sum + each.sum, 0) / Math.max(1, total);
  const [first] = used;
  const counts = { missing: missing.size, mismatched: mismatched.size };
  if (first === undefined || proven < leastUsedShare) {
    return hasFlags
      ? { line: 'no function got counts', coverage: { usedShare: proven, ...counts } }
      : undefined;
  }
  const lost = [...mismatched.values()].reduce((sum, each) => sum + each, 0);
  const usedShare = total === 0 ? 0 : Math.max(0, 1 - lost / total);
  const names =
    used.length === 1
      ? `${first.name} has got its`
      : `${first.name} and ${used.length - 1} more have got their`;
  const share = proven === 1 ? 'all there are' : `at least ${Math.floor(100 * proven)} % of all`;
  const line = `-Cprofile-use=${profile}: ${names} counts, ${share}`;
  return { line, coverage: { usedShare, ...counts } };
}

/** Plateau's own command surely had the flags, also where there is no other build to compare with. */
function isOtherCode({ target, optimised, plain }: ProofEvidence): boolean {
  if (target.build.length === 0) return true;
  return existsSync(plain) && codeHash(optimised) !== codeHash(plain);
}

/** The functions of a merged profile that ran, the heaviest first. */
export function profileFunctions(profile: string): CountedFunction[] {
  const [merged] = readLlvmProfile(profile);
  return merged === undefined ? [] : countedFunctions(merged);
}

/** Makes LLVM say of one function that it got its counts: of all it would be a flood. */
export function witnessFlags(profile: string): string[] {
  if (!existsSync(profile)) return [];
  const [hottest] = profileFunctions(profile);
  if (hottest === undefined) return [];
  const options = ['-pgo-view-counts=text', `-view-bfi-func-name=${hottest.linkageName}`];
  return options.map((option) => `-Cllvm-args=${option}`);
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

/** Names of the functions that are in a program. */
export function programSymbols(path: string): ReadonlySet<string> {
  using source = openFileSource(path);
  const table = parseFunctionSymbols(parseElf(source), { codec: sectionCodec });
  const names = new Set<string>();
  for (let at = 0; at < table.length; at++) names.add(table.nameAt(at).replace(/\.llvm\.\d+$/, ''));
  return names;
}
