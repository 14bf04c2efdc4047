import {
  type FrameKeys,
  keyFrames,
  keyRanks,
  type SampleGroups,
  sampleGroups,
  type TreeGranularity,
} from '../analysis/index.ts';
import type { Profile } from '../profile/index.ts';
import { type PackedKeys, packKeys } from './packed-keys.ts';

/** A profile's frames by what they are shown as. Belongs to the exploration: read it, hand out `packed`. */
export interface KeyedProfile {
  readonly keys: FrameKeys;
  readonly keyOfFrame: Int32Array;
  readonly rootKey: number;
  /** Per key its place in the order of names. */
  readonly nameRank: Int32Array;
  /** Per thread the keys between the root and its stacks; for samples of no thread there are none. */
  readonly pathOfThread: readonly (readonly number[])[];
  /** The keys as a page gets them: the only part of an answer that may be shared between answers. */
  readonly packed: PackedKeys;
}

/** Makes the keys; all profiles with the same tables (all parts of a file, most transforms) have the same. */
export function keyProfile(profile: Profile, by: TreeGranularity): KeyedProfile {
  const groups: SampleGroups = sampleGroups(profile, true, false);
  const { keys, keyOfFrame } = keyFrames(profile, by, ['all', ...groups.names]);
  const rootKey = keys.firstOther;
  const pathOfThread = Array.from(groups.groupOfThread, (group) =>
    (groups.path[group] ?? []).map((name) => rootKey + 1 + name),
  );
  const nameRank = keyRanks(keys);
  return { keys, keyOfFrame, rootKey, nameRank, pathOfThread, packed: packKeys(keys) };
}
