import { ToolError } from '../base/tool-error.ts';
import { ProfileBuilder } from './builder.ts';
import { mappingMerger } from './merge-mappings.ts';
import { mergeMeta } from './merge-meta.ts';
import { mergeValueTypes, type ValueColumn } from './merge-value-types.ts';
import { ProfileImport } from './profile-import.ts';
import { sampleCounts } from './sample-counts.ts';
import type { LabelSetIndex, Profile, StackIndex, ThreadIndex } from './tables.ts';

/**
 * One profile with the samples of all. Value types of one name are brought to the finest of their
 * units; those that some profiles lack count 0 there. Times are relative to the earliest start; a
 * profile that does not say when it started is taken to start with the earliest.
 * Samples alike are summed unless some profile has times or CPUs, which summing would lose.
 */
export function mergeProfiles(profiles: readonly Profile[]): Profile {
  const [first] = profiles;
  if (first === undefined) throw new ToolError('usage', 'no profiles to merge');
  if (profiles.length === 1) return first;
  const timeline = profiles.some(({ samples }) => samples.timeNs !== null || samples.cpu !== null);
  const builder = new ProfileBuilder({ aggregate: !timeline });
  const { types, columns } = mergeValueTypes(profiles.map((profile) => profile.valueTypes));
  for (const type of types) builder.appendValueType(type);
  const shifts = mergeMeta(builder, profiles, columns);
  const addMapping = mappingMerger(builder);
  profiles.forEach((profile, index) => {
    const shiftNs = shifts[index] ?? 0;
    const imported = new ProfileImport(builder, profile, { shiftNs, addMapping });
    appendSamples(builder, imported, columns[index] ?? []);
    imported.addMarkers();
    imported.addSourcesAndCode();
  });
  return builder.finish();
}

function appendSamples(
  builder: ProfileBuilder,
  imported: ProfileImport,
  columns: readonly ValueColumn[],
): void {
  const { samples } = imported.profile;
  const { stack, thread, timeNs, cpu, labels, values } = samples;
  const counts = sampleCounts(imported.profile);
  const rows = builder.samples;
  for (let row = 0; row < samples.length; row++) {
    const added = builder.addSample(
      imported.stack(stack[row] as StackIndex),
      imported.thread((thread?.[row] ?? -1) as ThreadIndex),
      imported.labelSet((labels?.[row] ?? 0) as LabelSetIndex),
    );
    const count = counts[row] as number;
    if (count !== 1) rows.addCount(added, count - 1);
    if (timeNs !== null) rows.setTime(added, (timeNs[row] as number) + imported.shiftNs);
    if (cpu !== null) rows.setCpu(added, cpu[row] as number);
    for (let column = 0; column < columns.length; column++) {
      const { target, ratio } = columns[column] as ValueColumn;
      rows.addValue(added, target, ((values[column] as Float64Array)[row] as number) * ratio);
    }
  }
}
