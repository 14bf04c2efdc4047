import { statSync } from 'node:fs';
import { ToolError } from '../../base/tool-error.ts';
import { openProfile, saveProfile } from '../../load/index.ts';
import { mergeProfiles, type Profile, sampleCounts } from '../../profile/index.ts';
import { findProfileProblem, profileFacts } from '../profile-quality.ts';
import type { MergedProfile, MergeRequest } from '../toolchain.ts';

const noFacts = { samples: 0, functions: 0, usableShare: 0, hottest: [] };

/** Sums CPU profiles in pprof's format into one that `go build -pgo=` takes. */
export async function mergeGoProfiles({
  host,
  target,
  raw,
  output,
}: MergeRequest): Promise<MergedProfile> {
  const filled = raw.filter((path) => statSync(path).size > 0);
  if (filled.length === 0) {
    const cause =
      raw.length === 0 ? 'no training run left a profile' : 'the program left its profile empty';
    const fix =
      'end the program so that it can flush: pprof.StopCPUProfile before os.Exit, and no kill';
    return { facts: noFacts, problem: { cause, fix } };
  }
  const profiles: Profile[] = [];
  for (const path of filled) {
    profiles.push((await openProfile(host, path, { timeline: false, symbols: false })).profile);
  }
  const merged = mergeProfiles(profiles);
  const facts = profileFacts(merged);
  const problem = findProfileProblem(merged, facts, target);
  if (problem === null) await saveProfile(host, asGoProfile(merged), output, { to: 'pprof' });
  return { facts, problem };
}

/**
 * As Go's compiler reads it: it takes the first of samples/count and cpu/nanoseconds, wants the names of
 * the linker and at least one function whose first line is known. Threads, times and other measures
 * mean nothing to it, and samples that differ only in these are summed when written.
 */
export function asGoProfile(profile: Profile): Profile {
  const cpu = profile.valueTypes.findIndex(({ unit }) => unit === 'nanoseconds');
  const counts = sampleCounts(profile);
  const times = profile.samples.values[cpu] ?? counts.map((count) => count * usualPeriodNs);
  const { functions } = profile;
  if (!functions.startLine.some((line) => line > 0)) {
    throw new ToolError('no-data', 'no function of the profile has a first line, which Go needs', {
      hint: 'record the binary that was just built: its symbol table has them',
    });
  }
  return Object.freeze({
    ...profile,
    valueTypes: [
      { name: 'samples', unit: 'count' },
      { name: 'cpu', unit: 'nanoseconds' },
    ],
    meta: {
      ...profile.meta,
      defaultValueType: 1,
      periodType: { name: 'cpu', unit: 'nanoseconds' },
    },
    functions: {
      ...functions,
      name: functions.name.map((name, at) => functions.linkageName[at] || name),
    },
    samples: {
      ...profile.samples,
      thread: null,
      timeNs: null,
      cpu: null,
      labels: null,
      count: null,
      values: [Float64Array.from(counts), Float64Array.from(times)],
    },
  });
}

const usualPeriodNs = 1e7;
