import { fixed2, general2 } from './decimal.ts';
import { type Unit, type UnitFamily, unitFamilies, unspokenUnits } from './units-table.ts';

/** A value in a unit; the unit is '' where it says nothing beside the number. */
export interface Scaled {
  readonly value: number;
  readonly unit: string;
}

/**
 * A value in another unit, by the rules of pprof's measurement.Scale. `auto` and `minimum` take the
 * largest unit that leaves at least 1; a unit of another family gives the family's usual unit.
 */
export function scale(value: number, fromUnit: string, toUnit: string): Scaled {
  if (value < 0) {
    const positive = scale(-value, fromUnit, toUnit);
    return { value: -positive.value, unit: positive.unit };
  }
  for (const family of unitFamilies) {
    const from = findUnit(family, fromUnit);
    if (from !== undefined) return convert(family, value * from.factor, toUnit);
  }
  return { value, unit: unspokenUnits.has(toUnit) ? '' : toUnit };
}

function convert(family: UnitFamily, baseValue: number, toUnit: string): Scaled {
  const auto = toUnit === 'auto' || toUnit === 'minimum';
  const to = auto ? largestUnit(family, baseValue) : findUnit(family, toUnit);
  const { factor, name } = to ?? family.fallback;
  return { value: baseValue / factor, unit: name };
}

function largestUnit(family: UnitFamily, baseValue: number): Unit | undefined {
  return family.units.findLast((unit) => baseValue / unit.factor >= 1);
}

function findUnit(family: UnitFamily, name: string): Unit | undefined {
  const lower = name.toLowerCase();
  const singular = lower.length > 2 && lower.endsWith('s') ? lower.slice(0, -1) : lower;
  return family.units.find((unit) => unit.aliases.includes(singular));
}

/** Whether two units measure the same thing, so that values can be converted. */
export function sameUnitFamily(first: string, second: string): boolean {
  return (
    first === second ||
    unitFamilies.some(
      (family) => findUnit(family, first) !== undefined && findUnit(family, second) !== undefined,
    )
  );
}

/** `1.50s`, `12MB`, `42`: at most two decimals, none when they are zero. */
export function scaledLabel(value: number, fromUnit: string, toUnit: string): string {
  const scaled = scale(value, fromUnit, toUnit);
  const text = fixed2(scaled.value).replace(/\.00$/, '');
  return text === '0' || text === '-0' ? '0' : `${text}${scaled.unit}`;
}

/** The label in whatever unit reads best. */
export function label(value: number, unit: string): string {
  return scaledLabel(value, unit, 'auto');
}

/** A share, six characters wide where pprof's is: `12.50%`, `  100%`, ` 0.25%`. Never negative. */
export function percentage(value: number, total: number): string {
  const percent = total === 0 ? 0 : Math.abs(value / total) * 100;
  if (percent >= 99.95 && percent <= 100.05) return '  100%';
  return `${(percent >= 1 ? fixed2(percent) : general2(percent)).padStart(5)}%`;
}
