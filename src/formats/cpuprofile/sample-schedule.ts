import {
  frameName,
  framesOf,
  type Profile,
  type SampleIndex,
  type StackIndex,
} from '../../profile/index.ts';

/** The samples in the order of the file. Whole microseconds, as V8 writes them. */
export interface SampleSchedule {
  readonly rows: readonly SampleIndex[];
  readonly deltasUs: readonly number[];
  readonly startUs: number;
  readonly endUs: number;
}

/** What one unit of a value lasts on a timeline made up for it. */
const unitUs: Readonly<Record<string, number>> = {
  nanoseconds: 1e-3,
  microseconds: 1,
  milliseconds: 1e3,
  seconds: 1e6,
};
const countUs = 1000;
const idleName = '(idle)';

/**
 * In this format a sample weighs the time until the next. A recording of one thread whose samples
 * weigh just that keeps its own times; anything else (sums, several threads, values that are no
 * times or other times) is laid end to end, each sample as long as its value.
 */
export function scheduleSamples(profile: Profile, valueType: number): SampleSchedule {
  const timed = timedSchedule(profile);
  if (timed !== undefined && keepsValues(profile, valueType, timed)) return timed;
  return laidEndToEnd(profile, valueType);
}

/** The times until the next sample are the values, but for rounding; `(idle)` has time, no value. */
function keepsValues(profile: Profile, valueType: number, schedule: SampleSchedule): boolean {
  const values = profile.samples.values[valueType];
  const factor = unitUs[profile.valueTypes[valueType]?.unit ?? ''];
  if (values === undefined || factor === undefined) return false;
  let timeUs = 0;
  return schedule.rows.every((row, at) => {
    timeUs += schedule.deltasUs[at] as number;
    const isLast = at + 1 === schedule.rows.length;
    const lastedUs = isLast
      ? schedule.endUs - schedule.startUs - timeUs
      : (schedule.deltasUs[at + 1] as number);
    const valueUs = (values[row] as number) * factor;
    return Math.abs(lastedUs - valueUs) <= 1 || (valueUs === 0 && isIdle(profile, row));
  });
}

function isIdle(profile: Profile, row: SampleIndex): boolean {
  const [root] = framesOf(profile, profile.samples.stack[row] as StackIndex);
  return root !== undefined && frameName(profile, root) === idleName;
}

function timedSchedule(profile: Profile): SampleSchedule | undefined {
  const { timeNs, thread, length } = profile.samples;
  if (timeNs === null || length === 0 || timeNs.some(Number.isNaN)) return undefined;
  if (thread !== null && new Set(thread).size > 1) return undefined;
  const rows = Array.from({ length }, (_, row) => row as SampleIndex);
  rows.sort((a, b) => (timeNs[a] as number) - (timeNs[b] as number) || a - b);
  const startUs = Number(profile.meta.startEpochNs / 1000n);
  const times = rows.map((row) => Math.round((timeNs[row] as number) / 1000));
  const last = rows.at(-1) ?? 0;
  const tailUs = Math.max(
    0,
    ...profile.samples.values.map((column, type) =>
      profile.valueTypes[type]?.unit === 'nanoseconds' ? (column[last] as number) / 1000 : 0,
    ),
  );
  const endUs = Math.max(
    Math.round(profile.meta.durationNs / 1000),
    Math.round((times.at(-1) ?? 0) + tailUs),
  );
  return {
    rows,
    deltasUs: times.map((time, at) => time - (times[at - 1] ?? 0)),
    startUs,
    endUs: startUs + endUs,
  };
}

function laidEndToEnd(profile: Profile, valueType: number): SampleSchedule {
  const { samples, valueTypes } = profile;
  const values = samples.values[valueType];
  const factor = unitUs[valueTypes[valueType]?.unit ?? ''] ?? periodUs(profile);
  const startUs = Number(profile.meta.startEpochNs / 1000n);
  const rows: SampleIndex[] = [];
  const deltasUs: number[] = [];
  let now = 0;
  let before = 0;
  for (let row = 0; row < samples.length; row++) {
    const weight = values?.[row] ?? 0;
    if (!(weight > 0 && Number.isFinite(weight))) continue;
    rows.push(row as SampleIndex);
    const at = Math.round(now);
    deltasUs.push(at - before);
    before = at;
    now += weight * factor;
  }
  return { rows, deltasUs, startUs, endUs: startUs + Math.round(now) };
}

/** How long one count lasted: the sampling period when it is a time. */
function periodUs(profile: Profile): number {
  const { period, periodType } = profile.meta;
  return periodType?.unit === 'nanoseconds' && period > 0 ? period / 1000 : countUs;
}
