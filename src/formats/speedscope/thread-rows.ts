import type { Profile, SampleIndex } from '../../profile/index.ts';

/** The samples of one thread in the order to write them. */
export interface ThreadRows {
  readonly thread: number;
  readonly valueType: number;
  readonly rows: readonly SampleIndex[];
  /** The time of the first; 0 = unknown. */
  readonly startNs: number;
}

/** Groups samples by thread in the order threads appear; by time where times are known. */
export function rowsByThread(profile: Profile, valueType: number): ThreadRows[] {
  const { samples } = profile;
  const groups = new Map<number, SampleIndex[]>();
  for (let row = 0; row < samples.length; row++) {
    const thread = samples.thread?.[row] ?? -1;
    const group = groups.get(thread);
    if (group === undefined) groups.set(thread, [row as SampleIndex]);
    else group.push(row as SampleIndex);
  }
  return Array.from(groups, ([thread, group]) => {
    const rows = inTimeOrder(profile, group);
    const first = rows[0] === undefined ? Number.NaN : (samples.timeNs?.[rows[0]] ?? Number.NaN);
    return {
      thread,
      valueType: typeWithValues(profile, rows, valueType),
      rows,
      startNs: Number.isNaN(first) ? 0 : first,
    };
  });
}

function inTimeOrder(profile: Profile, rows: SampleIndex[]): SampleIndex[] {
  const { timeNs } = profile.samples;
  if (timeNs === null || rows.some((row) => Number.isNaN(timeNs[row]))) return rows;
  return rows.sort((a, b) => (timeNs[a] as number) - (timeNs[b] as number) || a - b);
}

function typeWithValues(profile: Profile, rows: readonly SampleIndex[], wanted: number): number {
  const { values } = profile.samples;
  const hasValues = (type: number): boolean => rows.some((row) => (values[type]?.[row] ?? 0) !== 0);
  if (hasValues(wanted)) return wanted;
  const other = values.findIndex((_, type) => hasValues(type));
  return other < 0 ? wanted : other;
}
