import type { ProfileBuilder } from './builder.ts';
import { areAlike, unitRatio, type ValueColumn } from './merge-value-types.ts';
import type { Profile, ProfileMeta, ValueType } from './tables.ts';

/**
 * Fills in what is known of the whole, by pprof's rules (profile/merge.go): the earliest start, the
 * sum of the durations, the largest period. Returns per profile by how many nanoseconds its times
 * move, so that all count from the earliest start.
 */
export function mergeMeta(
  builder: ProfileBuilder,
  profiles: readonly Profile[],
  columns: readonly (readonly ValueColumn[])[],
): number[] {
  const metas = profiles.map((profile) => profile.meta);
  const { meta } = builder;
  const starts = metas.map((each) => each.startEpochNs).filter((start) => start !== 0n);
  meta.startEpochNs = starts.reduce(
    (least, start) => (start < least ? start : least),
    starts[0] ?? 0n,
  );
  meta.durationNs = sum(metas, (each) => each.durationNs);
  meta.producer = distinct(metas, (each) => each.producer).join(', ');
  meta.host = distinct(metas, (each) => each.host).join(', ');
  meta.command = distinct(metas, (each) => each.command).join('; ');
  meta.events = [...new Set(metas.flatMap((each) => each.events))];
  meta.comments = [...new Set(metas.flatMap((each) => each.comments))];
  meta.dropFrames = distinct(metas, (each) => each.dropFrames).join('|');
  meta.keepFrames = distinct(metas, (each) => each.keepFrames).join('|');
  meta.docUrl = distinct(metas, (each) => each.docUrl)[0] ?? '';
  meta.lostSamples = sum(metas, (each) => each.health.lostSamples);
  meta.throttled = sum(metas, (each) => each.health.throttled);
  meta.truncatedStacks = sum(metas, (each) => each.health.truncatedStacks);
  for (const each of metas) builder.diagnostics.addAll(each.health.diagnostics);
  meta.defaultValueType = mergedDefault(metas, columns);
  Object.assign(meta, mergedPeriod(metas));
  return metas.map((each) =>
    each.startEpochNs === 0n ? 0 : Number(each.startEpochNs - meta.startEpochNs),
  );
}

function sum(metas: readonly ProfileMeta[], of: (meta: ProfileMeta) => number): number {
  return metas.reduce((total, meta) => total + of(meta), 0);
}

function distinct(metas: readonly ProfileMeta[], of: (meta: ProfileMeta) => string): string[] {
  return [...new Set(metas.map(of))].filter((text) => text !== '');
}

function mergedDefault(
  metas: readonly ProfileMeta[],
  columns: readonly (readonly ValueColumn[])[],
): number {
  const said = metas.findIndex((meta) => meta.defaultValueType >= 0);
  const column = metas[said]?.defaultValueType ?? -1;
  return columns[said]?.[column]?.target ?? -1;
}

/** The largest period in the finest unit; none when the profiles sampled different things. */
function mergedPeriod(metas: readonly ProfileMeta[]): Pick<ProfileMeta, 'period' | 'periodType'> {
  const withType = metas.filter((meta) => meta.periodType !== null);
  let type: ValueType | null = withType[0]?.periodType ?? null;
  for (const { periodType } of withType) {
    if (type === null || periodType === null || !areAlike(type, periodType)) {
      return { period: 0, periodType: null };
    }
    if (unitRatio(periodType.unit, type.unit) < 1) type = periodType;
  }
  const unit = type?.unit ?? '';
  const periods = metas.map((meta) => meta.period * unitRatio(meta.periodType?.unit ?? unit, unit));
  return { period: Math.max(0, ...periods), periodType: type };
}
