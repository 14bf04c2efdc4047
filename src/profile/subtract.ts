import { mergeProfiles } from './merge.ts';
import { type Label, LabelSetRows } from './row-builders.ts';
import { selectSamples } from './sample-selection.ts';
import { scaleProfile } from './scale.ts';
import { TableExtension } from './table-extension.ts';
import type { Profile } from './tables.ts';
import { labelsOf } from './tag-filter.ts';

/** The label by which pprof tells the samples of the base from the others. */
export const diffBaseLabel = 'pprof::base';

/**
 * pprof's `-base`: the base's samples count negative. Stacks that are equally expensive in both
 * cancel out and are gone; percentages refer to what is left.
 */
export function subtractBase(profile: Profile, base: Profile): Profile {
  return withoutZeroSamples(mergeProfiles([profile, scaleProfile(base, -1)]));
}

/**
 * pprof's `-diff_base`: the same, with the base's samples kept apart by a label, so that
 * percentages refer to the base.
 */
export function subtractDiffBase(profile: Profile, base: Profile): Profile {
  const marked = addLabel(base, diffBaseLabel, 'true');
  return withoutZeroSamples(mergeProfiles([profile, scaleProfile(marked, -1)]));
}

/** The profile with one more label on every sample; a label of that key is replaced. */
export function addLabel(profile: Profile, key: string, text: string): Profile {
  const extension = new TableExtension(profile);
  const label: Label = { key: extension.string(key), text: extension.string(text) };
  const rows = new LabelSetRows();
  const added = Int32Array.from({ length: profile.labelSets.length }, (_, set) => {
    const others = labelsOf(profile.labelSets, set).filter((each) => each.key !== label.key);
    return rows.add([...others, label]);
  });
  const { samples } = profile;
  const labels = Int32Array.from(samples.stack, (_, row) => added[samples.labels?.[row] ?? 0] ?? 0);
  return Object.freeze({
    ...profile,
    strings: extension.tables().strings,
    labelSets: rows.finish(),
    samples: { ...samples, labels },
  });
}

/** As pprof's merge: what adds up to nothing in every value type is not a sample. */
function withoutZeroSamples(profile: Profile): Profile {
  const { samples } = profile;
  const keep = new Uint8Array(samples.length);
  for (const column of samples.values) {
    for (let row = 0; row < keep.length; row++) if (column[row] !== 0) keep[row] = 1;
  }
  return selectSamples(profile, keep);
}
