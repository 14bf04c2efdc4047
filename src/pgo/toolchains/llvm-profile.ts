import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../base/tool-error.ts';
import { writeOutputFile } from '../../platform/output-file.ts';
import { sectionCodec } from '../../platform/zlib-codec.ts';
import {
  encodeIndexedProfile,
  type InstrumentedProfile,
  isIndexedProfile,
  mergeProfiles,
  parseIndexedProfile,
  parseRawProfiles,
} from '../../training/index.ts';
import type { MergedProfile, MergeRequest, ProfileFacts } from '../toolchain.ts';
import {
  countedFunctions,
  findLlvmProfileProblem,
  llvmProfileFacts,
  llvmProfileWarnings,
} from './llvm-quality.ts';

const noFacts: ProfileFacts = { samples: 0, functions: 0, usableShare: 0, hottest: [] };

/** What merging needs of a `MergeRequest`. */
export type LlvmMergeRequest = Pick<MergeRequest, 'raw' | 'output'> & {
  readonly target: Pick<MergeRequest['target'], 'leastSamples' | 'require'>;
};

/**
 * Sums the counters of training runs into one .profdata for `-fprofile-use` and `-Cprofile-use`. Each of
 * `raw` is a file or a folder of them (one run of several processes leaves several). A broken file
 * is named and left out; a useless sum is described and not written.
 */
export async function mergeLlvmProfiles({
  target,
  raw,
  output,
}: LlvmMergeRequest): Promise<MergedProfile> {
  const files = raw.flatMap(profileFiles);
  if (files.length === 0) {
    const cause = 'no training run left a profile';
    return { facts: noFacts, problem: { cause, fix: flushing } };
  }
  const { profiles, warnings } = readAll(files);
  if (profiles.length === 0) {
    const cause = `none of ${files.length} profiles can be read: ${warnings[0] ?? ''}`;
    return { facts: noFacts, problem: { cause, fix: flushing }, warnings };
  }
  const merged = mergeProfiles(profiles);
  if (merged.mismatchCount > 0) {
    warnings.push(
      `${merged.mismatchCount} functions have other counters in some runs, which were left out: were all built from the same sources?`,
    );
  }
  const functions = countedFunctions(merged);
  const facts = llvmProfileFacts(functions, merged.namelessCount);
  const problem = findLlvmProfileProblem(functions, facts, target);
  if (problem !== null) return { facts, problem, warnings };
  await writeOutputFile(output, [encodeIndexedProfile(merged)]);
  return { facts, problem: null, warnings: [...warnings, ...llvmProfileWarnings(facts)] };
}

const flushing =
  'let the program end by itself (exit or return from main) so that it writes its counters; a kill or an abort loses them';

/** The files of a run: itself, or what lies in its folder. */
function profileFiles(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name.endsWith('.profraw') || name.endsWith('.profdata'))
    .sort()
    .map((name) => join(path, name));
}

function readAll(files: readonly string[]): {
  readonly profiles: InstrumentedProfile[];
  readonly warnings: string[];
} {
  const profiles: InstrumentedProfile[] = [];
  const warnings: string[] = [];
  for (const file of files) {
    try {
      profiles.push(...readLlvmProfile(file));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      warnings.push(`${error.inFile(file).message}; this run was left out`);
    }
  }
  return { profiles, warnings };
}

/** A .profraw (of one program or several images) or a .profdata. */
export function readLlvmProfile(file: string): readonly InstrumentedProfile[] {
  const bytes = readFileSync(file);
  if (isIndexedProfile(bytes)) return [parseIndexedProfile(bytes)];
  return parseRawProfiles(bytes, sectionCodec);
}
