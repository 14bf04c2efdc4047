import { type Profile, placeNameless } from '../profile/index.ts';
import type { TimeRange } from './scope.ts';
import { isOrdered } from './time-order.ts';

/** A profile that is open in the page. */
export interface OpenFile {
  readonly name: string;
  /** The format it was read from. */
  readonly formatName: string;
  readonly sizeBytes: number;
  /** As it was read, but that functions without a name are named after their place. */
  readonly profile: Profile;
  /** From the first sample to the last; null = the profile has no times. */
  readonly extent: TimeRange | null;
}

export function openFile(file: Omit<OpenFile, 'extent'>): OpenFile {
  return { ...file, profile: placeNameless(file.profile), extent: extentOf(file.profile) };
}

function extentOf(profile: Profile): TimeRange | null {
  const { timeNs } = profile.samples;
  if (timeNs === null) return null;
  // As recorders write them; a file that is not stops being looked at where it is not.
  if (timeNs.length > 0 && isOrdered(timeNs)) {
    return { startNs: timeNs[0] as number, endNs: (timeNs.at(-1) as number) + 1 };
  }
  let startNs = Number.POSITIVE_INFINITY;
  let endNs = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < timeNs.length; row++) {
    const at = timeNs[row] as number;
    if (at < startNs) startNs = at;
    if (at > endNs) endNs = at;
  }
  // The last sample belongs to the range, whose end does not.
  return endNs >= startNs ? { startNs, endNs: endNs + 1 } : null;
}
