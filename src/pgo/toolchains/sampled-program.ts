import { realpathSync } from 'node:fs';
import { ToolError } from '../../base/tool-error.ts';
import { openProfile } from '../../load/index.ts';
import { readSymbolizer, SymbolSources } from '../../load/symbolize-files.ts';
import { writeOutputFile } from '../../platform/output-file.ts';
import { sectionCodec } from '../../platform/zlib-codec.ts';
import { mergeProfiles, type Profile } from '../../profile/index.ts';
import { type CollectOptions, collectSamples, type SampleProfile } from '../../training/index.ts';
import { findProfileProblem, profileFacts } from '../profile-quality.ts';
import type { MergedProfile, MergeRequest, ProfileFacts, RecordingWish } from '../toolchain.ts';

/**
 * How C programs are sampled: frame pointers lose the callers of small functions, and with them what
 * indirect calls lead to. The rate is that of a training, which is allowed to be slow.
 */
export const sampledRecording: RecordingWish = {
  callGraph: 'dwarf',
  frequencyHz: 4000,
  to: 'plateau',
};

const noFacts: ProfileFacts = { samples: 0, functions: 0, usableShare: 0, hottest: [] };

export interface SampleForm {
  readonly discriminators: CollectOptions['discriminators'];
  readonly encode: (samples: SampleProfile) => Uint8Array;
}

/** Sums recordings of a program by source lines, in the form that a compiler reads. */
export async function mergeRecordings(
  { host, target, raw, output, trained }: MergeRequest,
  { discriminators, encode }: SampleForm,
): Promise<MergedProfile> {
  if (raw.length === 0) {
    return {
      facts: noFacts,
      problem: {
        cause: 'no training run left a recording',
        fix: 'let the training workload run for a second or more: raise its data, or repeat',
      },
    };
  }
  const profiles: Profile[] = [];
  for (const path of raw) {
    profiles.push((await openProfile(host, path, { timeline: false, symbols: false })).profile);
  }
  const merged = mergeProfiles(profiles);
  const facts = profileFacts(merged);
  const problem = findProfileProblem(merged, facts, target);
  if (problem !== null) return { facts, problem };
  using sources = new SymbolSources(host);
  const path = realpathSync(trained);
  const image = await readSymbolizer(path, sources);
  if ('problem' in image) throw new ToolError('unsupported-input', `${path}: ${image.problem}`);
  const options = { codec: sectionCodec, discriminators };
  const samples = collectSamples(merged, { ...image, path }, options);
  const ofProgram = { ...facts, usableShare: samples.callCount / Math.max(1, facts.samples) };
  const useless = findUseless(samples, facts);
  if (useless !== null) return { facts: ofProgram, problem: useless };
  await writeOutputFile(output, [encode(samples)]);
  return { facts: ofProgram, problem: null };
}

/** Less of the time than this in the program itself, and the rest is not its compiler's business. */
const leastOwnShare = 0.05;

function findUseless(
  { sampleCount, lineless, functions }: SampleProfile,
  { samples }: ProfileFacts,
): MergedProfile['problem'] {
  if (functions.length === 0 || lineless > 0.9 * sampleCount) {
    return {
      cause: `${lineless} of ${sampleCount} samples in the program have no source line`,
      fix: `build with -g1: a build command of your own must pass \${pgo} on to every compilation`,
    };
  }
  if (sampleCount >= leastOwnShare * samples) return null;
  return {
    cause: `only ${sampleCount} of ${samples} samples are in the program itself: libraries and the kernel did the work`,
    fix: 'train what the program computes itself, or build the libraries with the profile too',
  };
}
