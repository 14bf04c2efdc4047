import { readFileSync } from 'node:fs';
import { encodeSampleText } from '../../training/index.ts';
import type { MergedProfile, MergeRequest, ProofEvidence } from '../toolchain.ts';
import { mergeRecordings } from './sampled-program.ts';

/** Sums recordings into the text that clang and rustc read as a sampled profile. */
export function mergeLlvmSamples(request: MergeRequest): Promise<MergedProfile> {
  return mergeRecordings(request, {
    discriminators: 'llvm',
    encode: (samples) => new TextEncoder().encode(encodeSampleText(samples)),
  });
}

/** Makes LLVM say of each function with samples how many found their place: no share is above 100 %. */
export const askForSamples = '-sample-profile-check-sample-coverage=101';

const appliedText = / (\d+) of (\d+) available profile samples \(\d+%\) were applied/g;

export interface AppliedSamples {
  /** Of the weight of the profile, 0…1. */
  readonly usedShare: number;
  readonly functions: number;
}

/** What became of the samples, from what the compiler said. Of functions that are gone it says nothing. */
export function appliedSamples({
  profile,
  warnings,
}: Pick<ProofEvidence, 'profile' | 'warnings'>): AppliedSamples {
  let applied = 0;
  let functions = 0;
  for (const [, count = '0'] of warnings.matchAll(appliedText)) {
    applied += Number(count);
    if (count !== '0') functions++;
  }
  const total = sampleTotal(readFileSync(profile, 'utf8'));
  // Inlined code is counted in each place that it is inlined to.
  return { usedShare: Math.min(1, applied / Math.max(1, total)), functions };
}

/** The weight of all functions, those at the left margin: `name:total:head`. */
function sampleTotal(text: string): number {
  let total = 0;
  for (const [, count = '0'] of text.matchAll(/^\S.*?:(\d+):\d+$/gm)) total += Number(count);
  return total;
}
