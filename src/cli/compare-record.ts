import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolError } from '../base/tool-error.ts';
import {
  type BenchCommand,
  type BenchPlan,
  isIgnored,
  RunThread,
  runStep,
} from '../bench/index.ts';
import type { Host } from '../platform/host.ts';
import { mergeProfiles, type Profile, sampleCounts } from '../profile/index.ts';
import { openTargetFiles } from './bench-input.ts';
import type { SamplingFlags } from './record-flags.ts';
import { recordProfile } from './record-profile.ts';

/** Both commands' recordings; each side is the sum of as many. */
export interface RecordedSides {
  readonly base: Profile;
  readonly after: Profile;
  /** Of each. */
  readonly recordings: number;
}

/** Enough for shares of a percent; short programs are recorded again until there are as many. */
const enoughSamples = 1000;
const mostRecordings = 20;
const longestMs = 8000;

/** Records two commands by turns, with what the plan has for their runs. */
export async function recordSides(
  host: Host,
  plan: BenchPlan,
  [base, after]: readonly [BenchCommand, BenchCommand],
  flags: SamplingFlags,
): Promise<RecordedSides> {
  const folder = mkdtempSync(join(tmpdir(), 'plateau-compare-'));
  await using thread = new RunThread();
  const surroundings = { env: host.env, cwd: host.cwd };
  const step = (argv: readonly string[] | null, what: string): Promise<void> =>
    runStep(thread, surroundings, argv, what);
  const record = async (command: BenchCommand): Promise<Profile> => {
    await step(command.prepare, '--prepare');
    const profile = await recordOnce(host, plan, command, flags, join(folder, 'samples'));
    await step(command.conclude ?? null, '--conclude');
    return profile;
  };
  const sides: [Profile[], Profile[]] = [[], []];
  const startMs = host.now();
  try {
    for (const { setup } of [base, after]) await step(setup, '--setup');
    do {
      sides[0].push(await record(base));
      sides[1].push(await record(after));
    } while (
      sides.some((profiles) => samplesOf(profiles) < enoughSamples) &&
      sides[0].length < mostRecordings &&
      host.now() - startMs < longestMs
    );
    for (const { cleanup } of [base, after]) await step(cleanup, '--cleanup');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { base: merged(sides[0]), after: merged(sides[1]), recordings: sides[0].length };
}

async function recordOnce(
  host: Host,
  plan: BenchPlan,
  command: BenchCommand,
  flags: SamplingFlags,
  spool: string,
): Promise<Profile> {
  using files = openTargetFiles(host, plan);
  const quiet: Host = { ...host, quiet: true, targetFiles: files };
  const recorded = await recordProfile(quiet, command.argv, flags, spool);
  recorded.discard();
  if (recorded.status === 0 || isIgnored(plan, recorded.status)) return recorded.profile;
  throw new ToolError('target-failed', `${command.name} ended with status ${recorded.status}`, {
    hint: 'run it by itself to see why; --ignore-failure records it all the same',
  });
}

function samplesOf(profiles: readonly Profile[]): number {
  return profiles.reduce(
    (sum, profile) => sampleCounts(profile).reduce((all, count) => all + count, sum),
    0,
  );
}

function merged(profiles: readonly Profile[]): Profile {
  const [only] = profiles;
  return only !== undefined && profiles.length === 1 ? only : mergeProfiles(profiles);
}
