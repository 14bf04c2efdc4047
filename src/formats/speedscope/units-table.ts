import type { ValueType } from '../../profile/index.ts';

/** speedscope's ValueUnit. */
export type SpeedscopeUnit =
  | 'none'
  | 'nanoseconds'
  | 'microseconds'
  | 'milliseconds'
  | 'seconds'
  | 'bytes';

export interface UnitMeaning {
  readonly valueType: ValueType;
  /** What one unit of the file is in the model's unit. */
  readonly factor: number;
  readonly isTime: boolean;
}

const time: ValueType = { name: 'time', unit: 'nanoseconds' };

/** Times of any unit become nanoseconds, so that the threads of one file can be compared. */
export const unitMeanings: Readonly<Record<SpeedscopeUnit, UnitMeaning>> = {
  none: { valueType: { name: 'samples', unit: 'count' }, factor: 1, isTime: false },
  nanoseconds: { valueType: time, factor: 1, isTime: true },
  microseconds: { valueType: time, factor: 1e3, isTime: true },
  milliseconds: { valueType: time, factor: 1e6, isTime: true },
  seconds: { valueType: time, factor: 1e9, isTime: true },
  bytes: { valueType: { name: 'space', unit: 'bytes' }, factor: 1, isTime: false },
};

/** The unit to write for a unit of the model; what speedscope has no word for is `none`. */
export function speedscopeUnitOf(unit: string): SpeedscopeUnit {
  return Object.hasOwn(unitMeanings, unit) ? (unit as SpeedscopeUnit) : 'none';
}
