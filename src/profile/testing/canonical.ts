import { framesOf } from '../frame-names.ts';
import { sampleCounts } from '../sample-counts.ts';
import type { FrameIndex, Profile, StackIndex } from '../tables.ts';
import { labelsOf } from '../tag-filter.ts';

/**
 * What a profile says, free of row numbers and row order: per distinct observation (frames, thread,
 * labels, absolute time, CPU) the sums of its values, as sorted lines.
 */
export function canonicalProfile(profile: Profile): string[] {
  const { samples, valueTypes, meta } = profile;
  const counts = sampleCounts(profile);
  const sums = new Map<string, number[]>();
  for (let row = 0; row < samples.length; row++) {
    const time = (samples.timeNs?.[row] ?? Number.NaN) + Number(meta.startEpochNs);
    const key = [
      framesOf(profile, samples.stack[row] as StackIndex)
        .map((frame) => frameText(profile, frame))
        .join(';'),
      threadText(profile, samples.thread?.[row] ?? -1),
      labelText(profile, samples.labels?.[row] ?? 0),
      time,
      samples.cpu?.[row] ?? -1,
    ].join(' | ');
    const values = [
      counts[row] as number,
      ...samples.values.map((column) => column[row] as number),
    ];
    const before = sums.get(key) ?? values.map(() => 0);
    sums.set(
      key,
      before.map((sum, index) => sum + (values[index] as number)),
    );
  }
  const units = valueTypes.map((type) => `${type.name}/${type.unit}`);
  const order = units
    .map((_, index) => index)
    .sort((a, b) => (units[a] ?? '').localeCompare(units[b] ?? ''));
  const line = (values: readonly number[]): string =>
    `×${values[0]} ${order.map((type) => `${units[type]} ${values[type + 1]}`).join(' ')}`;
  return Array.from(sums, ([key, values]) => `${key} ${line(values)}`).sort();
}

function frameText(profile: Profile, frame: FrameIndex): string {
  const { frames, functions, mappings, strings } = profile;
  const called = frames.function[frame] as number;
  const mapping = frames.mapping[frame] as number;
  const name = called < 0 ? '?' : strings[functions.name[called] as number];
  const file = called < 0 ? '?' : strings[functions.file[called] as number];
  const image = mapping < 0 ? '' : strings[mappings.file[mapping] as number];
  return `${name}(${file}:${frames.line[frame]})@${image}+${frames.address[frame]}#${frames.inlineDepth[frame]}`;
}

function threadText(profile: Profile, thread: number): string {
  const { pid, tid, threadName } = profile.threads;
  return thread < 0
    ? ''
    : `${pid[thread]}/${tid[thread]} ${profile.strings[threadName[thread] as number]}`;
}

function labelText(profile: Profile, set: number): string {
  return labelsOf(profile.labelSets, set)
    .map(
      ({ key, text, number }) =>
        `${profile.strings[key]}=${text === undefined ? number : profile.strings[text]}`,
    )
    .sort()
    .join(',');
}

/** The sum of each value type. */
export function totalsOf(profile: Profile): number[] {
  return profile.samples.values.map((column) => column.reduce((sum, value) => sum + value, 0));
}
