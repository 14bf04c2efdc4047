import { existsSync } from 'node:fs';
import { parseElf, parseFunctionSymbols } from '../../object/index.ts';
import { openFileSource } from '../../platform/file-source.ts';
import { sectionCodec } from '../../platform/zlib-codec.ts';
import { leastUsedShare } from '../profile-fit.ts';
import type { ProfileCoverage } from '../toolchain.ts';
import { readLlvmProfile } from './llvm-profile.ts';
import { type CountedFunction, countedFunctions } from './llvm-quality.ts';
import type { LlvmProfileWarnings } from './llvm-warnings.ts';

/** The functions of a merged profile that ran, the heaviest first. */
function profileFunctions(profile: string): CountedFunction[] {
  const [merged] = readLlvmProfile(profile);
  return merged === undefined ? [] : countedFunctions(merged);
}

/** Makes LLVM say of the hottest function that it got its counts: of all it would be a flood. */
export function witnessOptions(profile: string): readonly string[] {
  if (!existsSync(profile)) return [];
  const [hottest] = profileFunctions(profile);
  if (hottest === undefined) return [];
  return ['-pgo-view-counts=text', `-view-bfi-func-name=${hottest.linkageName}`];
}

export interface UsedCounts {
  /** Functions that surely got their counts, the heaviest first. */
  readonly used: readonly CountedFunction[];
  /** Their share of all counts, 0…1. */
  readonly provenShare: number;
  readonly coverage: ProfileCoverage;
}

/**
 * What became of counts: of a function they were used if the compiler says so, or if the program has it and the
 * compiler did not complain of it. Of inlined functions neither is known, so that where enough was surely
 * used only what the compiler calls lost counts as lost.
 */
export function usedCounts(
  profile: string,
  { annotated, missing, mismatched }: LlvmProfileWarnings,
  symbols: ReadonlySet<string>,
): UsedCounts {
  const functions = profileFunctions(profile);
  const total = Math.max(1, sumOf(functions));
  const used = functions.filter(
    ({ linkageName: name, sum }) =>
      sum > 0 &&
      (annotated.has(name) || (symbols.has(name) && !missing.has(name) && !mismatched.has(name))),
  );
  const provenShare = sumOf(used) / total;
  const lost = [...mismatched.values()].reduce((sum, each) => sum + each, 0);
  const usedShare = provenShare < leastUsedShare ? provenShare : Math.max(0, 1 - lost / total);
  const coverage = { usedShare, missing: missing.size, mismatched: mismatched.size };
  return { used, provenShare, coverage };
}

function sumOf(functions: readonly CountedFunction[]): number {
  return functions.reduce((sum, each) => sum + each.sum, 0);
}

/** Names of the functions that are in a program. */
export function programSymbols(path: string): ReadonlySet<string> {
  using source = openFileSource(path);
  const table = parseFunctionSymbols(parseElf(source), { codec: sectionCodec });
  const names = new Set<string>();
  for (let at = 0; at < table.length; at++) names.add(table.nameAt(at).replace(/\.llvm\.\d+$/, ''));
  return names;
}
