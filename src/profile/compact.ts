import { ProfileBuilder } from './builder.ts';
import { ProfileImport } from './profile-import.ts';
import type { LabelSetIndex, Profile, StackIndex, ThreadIndex } from './tables.ts';

/**
 * The same samples without rows that nothing refers to any more: filters and transforms share
 * tables and leave unused rows behind, which a file should not carry.
 */
export function compactProfile(profile: Profile): Profile {
  const builder = new ProfileBuilder();
  const imported = new ProfileImport(builder, profile);
  const { samples } = profile;
  const stack = samples.stack.map((row) => imported.stack(row as StackIndex));
  const thread = samples.thread?.map((row) => imported.thread(row as ThreadIndex)) ?? null;
  const labels = samples.labels?.map((row) => imported.labelSet(row as LabelSetIndex)) ?? null;
  imported.addMarkers();
  imported.addSourcesAndCode();
  return Object.freeze({
    ...builder.finish(),
    meta: profile.meta,
    valueTypes: profile.valueTypes,
    samples: { ...samples, stack, thread, labels },
  });
}
