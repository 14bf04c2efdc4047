import { ToolError } from '../base/tool-error.ts';
import type { Host } from '../platform/host.ts';
import { overlapOfFunctions, type ProfileOverlap } from '../training/index.ts';
import {
  readTrainingProfile,
  type TrainingProfile,
  weightedFunctions,
} from './training-profile.ts';

/** What is compared: the unit that the compiler decides by. */
const units = {
  counters: 'counters',
  arcs: 'counters',
  stacks: 'call edges',
  lines: 'lines',
} as const;

export interface ComparedProfiles extends ProfileOverlap {
  readonly unit: (typeof units)[keyof typeof units];
}

/** How much of two profiles is the same. */
export async function compareProfiles(
  host: Host,
  first: string,
  second: string,
): Promise<ComparedProfiles> {
  const [a, b] = [await readTrainingProfile(host, first), await readTrainingProfile(host, second)];
  if (a.kind !== b.kind) {
    throw new ToolError(
      'usage',
      `${first} is ${a.format} and weighs ${units[a.kind]}; ${second} is ${b.format} and weighs ${units[b.kind]}`,
      { hint: 'compare two profiles of one kind' },
    );
  }
  return { unit: units[a.kind], ...overlapOfFunctions(weighed(a, first), weighed(b, second)) };
}

function weighed(profile: TrainingProfile, path: string): ReturnType<typeof weightedFunctions> {
  const functions = weightedFunctions(profile);
  if (functions.length > 0) return functions;
  throw new ToolError('no-data', `${path} has nothing to compare: no ${units[profile.kind]}`, {
    hint: profile.kind === 'stacks' ? 'record with stacks, and with symbols' : 'train again',
  });
}

/** Between the training runs of one workload: low says that one run does not stand for another. */
export interface RunOverlap {
  readonly workload: string;
  readonly runs: number;
  readonly least: number;
  readonly mean: number;
}

/** Each run against the one before it; null = there is nothing to compare. */
export async function overlapOfRuns(
  host: Host,
  workload: string,
  raw: readonly string[],
): Promise<RunOverlap | null> {
  const shares: number[] = [];
  let before: ReturnType<typeof weightedFunctions> | undefined;
  for (const path of raw) {
    const profile = await readTrainingProfile(host, path).catch(ignoreUnreadable);
    const functions = profile === undefined ? [] : weightedFunctions(profile);
    if (functions.length === 0) continue;
    if (before !== undefined) shares.push(overlapOfFunctions(before, functions).share);
    before = functions;
  }
  if (shares.length === 0) return null;
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { workload, runs: shares.length + 1, least: Math.min(...shares), mean };
}

/** The merge says what is wrong with it. */
function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof ToolError)) throw error;
  return undefined;
}
