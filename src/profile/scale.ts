import { ToolError } from '../base/tool-error.ts';
import { areAlike, unitRatio } from './merge-value-types.ts';
import { sampleCounts } from './sample-counts.ts';
import type { Profile } from './tables.ts';

/**
 * Every value times `factor`, or each value type times its own. How many observations stand behind
 * a row does not change by that.
 */
export function scaleProfile(profile: Profile, factor: number | readonly number[]): Profile {
  const factors = typeof factor === 'number' ? profile.valueTypes.map(() => factor) : factor;
  const values = profile.samples.values.map((column, type) => {
    const by = factors[type] ?? 1;
    return by === 1 ? column : column.map((value) => value * by);
  });
  const count = sampleCounts(profile);
  return Object.freeze({ ...profile, samples: { ...profile.samples, count, values } });
}

/** The profile scaled so that each value type adds up to what it adds up to in `target`. */
export function normalizeProfile(profile: Profile, target: Profile): Profile {
  const factors = profile.valueTypes.map((type, index) => {
    const wanted = target.valueTypes.findIndex((each) => areAlike(each, type));
    const unit = target.valueTypes[wanted]?.unit;
    if (unit === undefined) {
      throw new ToolError('no-data', `the profile to normalize to has no ${type.name}`, {
        hint: `it has ${target.valueTypes.map((each) => each.name).join(', ')}`,
      });
    }
    const own = sum(profile.samples.values[index]);
    return own === 0 ? 0 : (sum(target.samples.values[wanted]) * unitRatio(unit, type.unit)) / own;
  });
  return scaleProfile(profile, factors);
}

/**
 * The scaled profile with whole numbers where the original has them, rounded half away from zero.
 * Reports that are compared with pprof's want it; it moves totals by at most half a unit per row.
 */
export function wholeAsBefore(scaled: Profile, original: Profile): Profile {
  const values = scaled.samples.values.map((column, type) => {
    const whole = original.samples.values[type]?.every((value) => Number.isInteger(value)) === true;
    if (!whole) return column;
    return column.map((value) => Math.sign(value) * Math.round(Math.abs(value)));
  });
  return Object.freeze({ ...scaled, samples: { ...scaled.samples, values } });
}

function sum(column: Float64Array | undefined): number {
  return column?.reduce((total, value) => total + value, 0) ?? 0;
}
