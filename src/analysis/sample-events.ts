import { defaultValueType, type Profile, sampleCounts } from '../profile/index.ts';

/** What one sample row says of one event. */
export interface SampleEvent {
  readonly event: string;
  /** How much of the event, or how long, the row stands for; NaN = the profile does not say. */
  readonly period: number;
  readonly count: number;
}

interface EventColumns {
  readonly event: string;
  readonly counts: Float64Array | undefined;
  readonly periods: Float64Array | undefined;
}

/** Time that no event triggered but that was worked out: shown for rows that have nothing else. */
const derivedTimes = ['off-cpu', 'runnable'];

/**
 * Tells by which events a row was sampled: each has value columns of its own. Profiles that name no
 * events, as those of pprof, are taken for samples of their default value.
 */
export function sampleEvents(profile: Profile): (row: number) => readonly SampleEvent[] {
  const events = eventColumns(profile);
  const derived = derivedTimes.flatMap((name): EventColumns[] => {
    const periods = columnOf(profile, name);
    return periods === undefined ? [] : [{ event: name, counts: undefined, periods }];
  });
  if (events.length === 0) events.push(defaultColumn(profile));
  return (row) => {
    const found = events.flatMap((columns) => eventsAt(columns, row));
    return found.length > 0 ? found : derived.flatMap((columns) => eventsAt(columns, row));
  };
}

function eventColumns(profile: Profile): EventColumns[] {
  return profile.meta.events.flatMap((event): EventColumns[] => {
    const counts = columnOf(profile, event);
    const periods = columnOf(profile, `${event}-period`);
    return counts === undefined ? [] : [{ event, counts, periods }];
  });
}

function defaultColumn(profile: Profile): EventColumns {
  const type = defaultValueType(profile);
  const event = profile.valueTypes[type]?.name ?? 'samples';
  return { event, counts: sampleCounts(profile), periods: profile.samples.values[type] };
}

function columnOf(profile: Profile, name: string): Float64Array | undefined {
  const index = profile.valueTypes.findIndex((type) => type.name === name);
  return profile.samples.values[index];
}

function eventsAt({ event, counts, periods }: EventColumns, row: number): SampleEvent[] {
  const period = periods === undefined ? Number.NaN : (periods[row] as number);
  const count = counts === undefined ? Number(period > 0) : (counts[row] as number);
  return count > 0 ? [{ event, period, count }] : [];
}
