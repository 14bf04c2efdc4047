import type { Diagnostics } from '../../base/diagnostics.ts';
import type { Profile, ValueType } from '../../profile/index.ts';

export interface IntegerColumn {
  readonly type: ValueType;
  /** Whole numbers within ±2^63, one per sample row. */
  readonly values: Float64Array;
}

/** Time units that a finer one holds without fractions. */
const nanosecondsPer: Readonly<Record<string, number>> = {
  seconds: 1e9,
  milliseconds: 1e6,
  microseconds: 1e3,
};

const largest = 2 ** 63 - 1024; // the largest double below 2^63

/**
 * The values of each type as pprof can hold them: int64. Fractions of a second become nanoseconds;
 * other fractions are rounded and counted.
 */
export function integerColumns(profile: Profile, diagnostics: Diagnostics): IntegerColumn[] {
  const columns = profile.valueTypes.map((type, at) =>
    integerColumn(type, profile.samples.values[at] ?? new Float64Array(0), diagnostics),
  );
  const { count } = profile.samples;
  const isCounted = profile.valueTypes.some((type) => type.unit === 'count');
  if (count === null || isCounted) return columns;
  // The observations behind the values would be lost: written first, as Go writes them.
  const type = { name: 'samples', unit: 'count' };
  return [integerColumn(type, count, diagnostics), ...columns];
}

function integerColumn(
  type: ValueType,
  values: Float64Array,
  diagnostics: Diagnostics,
): IntegerColumn {
  if (values.every((value) => Number.isSafeInteger(value))) return { type, values };
  const scale = values.every(Number.isInteger) ? undefined : nanosecondsPer[type.unit];
  const scaled = values.map((value) => wholeValue(value * (scale ?? 1)));
  const changed = scaled.reduce(
    (sum, value, row) => sum + (value === (values[row] as number) * (scale ?? 1) ? 0 : 1),
    0,
  );
  if (changed > 0) {
    const message = `${type.name} holds values that are not whole numbers; pprof rounds them`;
    diagnostics.count('rounded-value', message, changed);
  }
  return { type: scale === undefined ? type : { ...type, unit: 'nanoseconds' }, values: scaled };
}

function wholeValue(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.min(Math.max(Math.round(value), -largest), largest);
}
