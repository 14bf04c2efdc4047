import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import { openProfile } from '../load/index.ts';
import { fileError } from '../platform/file-errors.ts';
import type { Host } from '../platform/host.ts';
import { sectionCodec } from '../platform/zlib-codec.ts';
import { mergeProfiles as mergeStacks, type Profile } from '../profile/index.ts';
import {
  type InstrumentedProfile,
  isAutoProfile,
  isIndexedProfile,
  isRawProfile,
  isSampleText,
  mergeProfiles as mergeCounters,
  parseAutoProfile,
  parseIndexedProfile,
  parseRawProfiles,
  parseSampleText,
  type WeightedFunction,
  weightedCalls,
  weightedCounters,
} from '../training/index.ts';
import { gcovFunctions, type ProfiledFunction } from './toolchains/gcov-profile.ts';
import { isTar, parseTar } from './toolchains/tar-file.ts';

/** A profile that some compiler reads, or that one can be made of. */
export type TrainingProfile =
  | {
      readonly kind: 'counters';
      readonly format: string;
      readonly counters: InstrumentedProfile;
    }
  | { readonly kind: 'stacks'; readonly format: string; readonly stacks: Profile }
  | {
      readonly kind: 'lines';
      readonly format: string;
      readonly functions: readonly WeightedFunction[];
    }
  | { readonly kind: 'arcs'; readonly format: string; readonly arcs: readonly ProfiledFunction[] };

/** Samples by line, too, but of another compiler. */
export const autoProfileFormat = 'sample profile of gcc';

/** Reads a profile of any kind by what is in it; a folder is all profiles in it together. */
export async function readTrainingProfile(host: Host, path: string): Promise<TrainingProfile> {
  const files = profileFiles(path);
  const [first, ...others] = files;
  if (first === undefined) {
    throw new ToolError('no-data', `${path} has no profiles in it`, {
      hint: 'name a file, or a folder of .profraw files',
    });
  }
  let sum = await readOne(host, first);
  for (const file of others) sum = merged(sum, await readOne(host, file), file);
  return sum;
}

/** The file itself, or what a run of several processes has left in its folder. */
export function profileFiles(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path, { withFileTypes: true });
    const files = names.filter(
      (each) => each.isFile() && !/\.(json|lock|partial)$/.test(each.name),
    );
    return files.map(({ name }) => join(path, name)).sort();
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

async function readOne(host: Host, path: string): Promise<TrainingProfile> {
  const head = headOf(path);
  try {
    if (head.length === 0) {
      throw new ToolError('no-data', 'the profile is empty', {
        hint: 'the program that writes it must end by itself: train again',
      });
    }
    if (isIndexedProfile(head)) {
      const counters = parseIndexedProfile(readFileSync(path));
      return { kind: 'counters', format: `LLVM indexed profile ${counters.version}`, counters };
    }
    if (isRawProfile(head)) {
      const counters = mergeCounters(parseRawProfiles(readFileSync(path), sectionCodec));
      return { kind: 'counters', format: `LLVM raw profile ${counters.version}`, counters };
    }
    if (isSampleText(head)) {
      const functions = parseSampleText(readFileSync(path));
      return { kind: 'lines', format: 'LLVM sample profile', functions };
    }
    if (isAutoProfile(head)) {
      const functions = parseAutoProfile(readFileSync(path));
      return { kind: 'lines', format: autoProfileFormat, functions };
    }
    if (isTar(head)) {
      const arcs = gcovFunctions(parseTar(readFileSync(path)));
      return { kind: 'arcs', format: 'counters of gcc', arcs };
    }
  } catch (error) {
    throw error instanceof ToolError ? error.inFile(path) : error;
  }
  if (head.length >= 8 && head[0] === 0x61 && head[1] === 0x64 && head[2] === 0x63) {
    throw new ToolError('unsupported-input', `${path} has the counters of one object only`, {
      hint: 'name the .tar that plateau pgo keeps of all objects',
    });
  }
  const { profile, format } = await openProfile(host, path, { timeline: false });
  return { kind: 'stacks', format: format.name, stacks: profile };
}

const headLength = 4096;

function headOf(path: string): Uint8Array {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = new Uint8Array(headLength);
      return bytes.subarray(0, readSync(file, bytes, 0, headLength, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

function merged(a: TrainingProfile, b: TrainingProfile, path: string): TrainingProfile {
  if (a.kind === 'counters' && b.kind === 'counters') {
    return { ...a, counters: mergeCounters([a.counters, b.counters]) };
  }
  if (a.kind === 'stacks' && b.kind === 'stacks') {
    return { ...a, stacks: mergeStacks([a.stacks, b.stacks]) };
  }
  throw new ToolError('usage', `${path} is ${b.format}, and others in its folder are ${a.format}`, {
    hint: 'name one file, or a folder of profiles of one kind',
  });
}

/** By function, in the terms of the compiler that reads it. */
export function weightedFunctions(profile: TrainingProfile): readonly WeightedFunction[] {
  if (profile.kind === 'counters') return weightedCounters(profile.counters);
  if (profile.kind === 'arcs') return weightedArcs(profile.arcs);
  return profile.kind === 'stacks' ? weightedCalls(profile.stacks) : profile.functions;
}

function weightedArcs(arcs: readonly ProfiledFunction[]): WeightedFunction[] {
  return arcs.map(({ file, ident, shape, linkageName, counts }) => ({
    key: `${file} ${ident} ${shape}`,
    name: linkageName,
    weights: new Map(counts.entries()),
  }));
}
