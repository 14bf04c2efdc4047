import type { Profile } from './tables.ts';

/**
 * How many observations stand behind each sample row: the file's own word if it has one, else the
 * value type `samples`/`count` (as Go writes it), else one per row. Every share that is shown
 * carries the sum of these, so that 50 % of two samples does not look like 50 % of a million.
 */
export function sampleCounts(profile: Profile): Float64Array {
  const { samples, valueTypes } = profile;
  if (samples.count !== null) return samples.count;
  const counted = valueTypes.findIndex((type) => type.name === 'samples' && type.unit === 'count');
  const column = samples.values[counted];
  return column ?? new Float64Array(samples.length).fill(1);
}

/** The value type to show when none was asked for: the file's default, else the last (as pprof). */
export function defaultValueType(profile: Profile): number {
  const chosen = profile.meta.defaultValueType;
  if (chosen >= 0 && chosen < profile.valueTypes.length) return chosen;
  return Math.max(0, profile.valueTypes.length - 1);
}
