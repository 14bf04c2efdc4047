import { diffBaseLabel, type Profile, textAt } from '../profile/index.ts';
import { type Measure, meanOf } from './measure.ts';

/**
 * What percentages refer to: the sum of |value| over all samples. In a difference with `--diff-base`
 * it is the sum over the base alone, so that 100 % means "as much as there was".
 */
export function reportTotal(profile: Profile, measure: Measure): number {
  const { samples } = profile;
  const baseSets = labelSetsOfBase(profile);
  const sum = { total: 0, divisor: 0, baseTotal: 0, baseDivisor: 0 };
  for (let row = 0; row < samples.length; row++) {
    const value = Math.abs(measure.values[row] as number);
    const divisor = measure.divisors?.[row] ?? 0;
    sum.total += value;
    sum.divisor += divisor;
    if (baseSets !== null && baseSets[samples.labels?.[row] ?? 0] === 1) {
      sum.baseTotal += value;
      sum.baseDivisor += divisor;
    }
  }
  return sum.baseTotal > 0
    ? meanOf(sum.baseTotal, sum.baseDivisor)
    : meanOf(sum.total, sum.divisor);
}

/** Marks the label sets that carry the mark of the base; null when none does. */
function labelSetsOfBase(profile: Profile): Uint8Array | null {
  const { labelSets } = profile;
  const marked = new Uint8Array(labelSets.length);
  let any = false;
  for (let set = 0; set < labelSets.length; set++) {
    for (let at = labelSets.start[set] as number; at < (labelSets.start[set + 1] as number); at++) {
      if (textAt(profile, labelSets.key[at] as number) !== diffBaseLabel) continue;
      if (textAt(profile, labelSets.text[at] as number) !== 'true') continue;
      marked[set] = 1;
      any = true;
    }
  }
  return any ? marked : null;
}
