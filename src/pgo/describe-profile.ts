import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { formatShare } from '../base/quantity.ts';
import { demangle } from '../demangle/index.ts';
import type { Host } from '../platform/host.ts';
import { summarize, totalOf, weightOf } from '../training/index.ts';
import { type ManifestEntry, readManifest } from './manifest.ts';
import { profileFacts } from './profile-quality.ts';
import { ProfileStore } from './profile-store.ts';
import {
  readTrainingProfile,
  type TrainingProfile,
  weightedFunctions,
} from './training-profile.ts';

export interface ProfileDescription {
  readonly file: string;
  readonly sizeBytes: number;
  readonly format: string;
  readonly kind: TrainingProfile['kind'];
  /** Facts by name, as they are shown. */
  readonly facts: Readonly<Record<string, number | string>>;
  readonly hottest: readonly { readonly name: string; readonly share: number }[];
  /** What the manifest beside it says. */
  readonly entry: ManifestEntry | null;
}

const shownFunctions = 15;

/** What is inside a profile of any kind. */
export async function describeProfile(host: Host, path: string): Promise<ProfileDescription> {
  const profile = await readTrainingProfile(host, path);
  const { manifest } = new ProfileStore(dirname(path));
  const entries = existsSync(manifest) ? readManifest(manifest) : [];
  return {
    file: path,
    sizeBytes: statSync(path).size,
    format: profile.format,
    kind: profile.kind,
    ...contentsOf(profile),
    entry: entries.find(({ file }) => file === basename(path)) ?? null,
  };
}

function contentsOf(profile: TrainingProfile): Pick<ProfileDescription, 'facts' | 'hottest'> {
  if (profile.kind === 'stacks') {
    const { samples, functions, usableShare, hottest } = profileFacts(profile.stacks);
    const values = profile.stacks.valueTypes.map(({ name, unit }) => `${name}/${unit}`).join(', ');
    const known = profile.stacks.functions.startLine.some((line) => line > 0) ? 'yes' : 'no';
    return {
      facts: {
        samples,
        functions,
        'with callers': formatShare(usableShare),
        values,
        'first lines (for Go)': known,
      },
      hottest,
    };
  }
  if (profile.kind === 'lines') return { facts: linesFacts(profile), hottest: hottestOf(profile) };
  if (profile.kind === 'arcs') return { facts: arcsFacts(profile), hottest: hottestOf(profile) };
  const { counters } = profile;
  const summary = summarize(counters.functions);
  const ran = counters.functions.filter(({ counts }) => counts.some((count) => count > 0n));
  return {
    facts: {
      functions: counters.functions.length,
      'that ran': ran.length,
      counters: Number(summary.counterCount),
      'sum of counts': Number(summary.total),
      'highest count': Number(summary.highest),
    },
    hottest: hottestOf(profile),
  };
}

function linesFacts({ functions }: Extract<TrainingProfile, { kind: 'lines' }>): {
  readonly functions: number;
  readonly weight: number;
} {
  return { functions: functions.length, weight: totalOf(functions) };
}

function arcsFacts({ arcs }: Extract<TrainingProfile, { kind: 'arcs' }>): Record<string, number> {
  return {
    functions: arcs.length,
    'that ran': arcs.filter(({ sum }) => sum > 0).length,
    counters: arcs.reduce((sum, { counts }) => sum + counts.length, 0),
    'sum of counts': arcs.reduce((sum, each) => sum + each.sum, 0),
    'highest count': arcs.reduce((most, { highest }) => Math.max(most, highest), 0),
  };
}

function hottestOf(profile: TrainingProfile): ProfileDescription['hottest'] {
  if (profile.kind === 'stacks') return [];
  const weighed = weightedFunctions(profile).map((each) => ({
    name: each.name,
    weight: weightOf(each),
  }));
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return weighed
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, shownFunctions)
    .filter(({ weight }) => weight > 0)
    .map(({ name, weight }) => ({ name: readableName(name), share: weight / total }));
}

/** Local functions have their file in front: `main.c;parse`. */
function readableName(name: string): string {
  const at = name.lastIndexOf(';');
  return at < 0 ? demangle(name) : `${name.slice(0, at + 1)}${demangle(name.slice(at + 1))}`;
}
