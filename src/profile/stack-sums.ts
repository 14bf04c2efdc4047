import type { Profile } from './tables.ts';

/** The sum of a sample column over the samples that end in each stack; aligned with stacks. */
export function sumByStack(profile: Profile, column: Float64Array): Float64Array {
  const { stack } = profile.samples;
  const sums = new Float64Array(profile.stacks.length);
  for (let row = 0; row < stack.length; row++) {
    const at = stack[row] as number;
    if (at >= 0) sums[at] = (sums[at] as number) + (column[row] as number);
  }
  return sums;
}
