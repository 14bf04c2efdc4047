import { encodeSampleText } from '../../training/index.ts';
import type { MergedProfile, MergeRequest } from '../toolchain.ts';
import { mergeRecordings } from './sampled-program.ts';

/** Sums recordings into the text that clang and rustc read as a sampled profile. */
export function mergeLlvmSamples(request: MergeRequest): Promise<MergedProfile> {
  return mergeRecordings(request, {
    discriminators: 'llvm',
    encode: (samples) => new TextEncoder().encode(encodeSampleText(samples)),
  });
}

/** The weight of all functions, those at the left margin: `name:total:head`. */
export function sampleTotal(text: string): number {
  let total = 0;
  for (const [, count = '0'] of text.matchAll(/^\S.*?:(\d+):\d+$/gm)) total += Number(count);
  return total;
}
