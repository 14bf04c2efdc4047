import { sameUnitFamily, scale } from '../base/units.ts';
import type { ValueType, ValueTypeIndex } from './tables.ts';

/** Where a profile's column goes, and what its values are multiplied with on the way. */
export interface ValueColumn {
  readonly target: ValueTypeIndex;
  readonly ratio: number;
}

export interface MergedValueTypes {
  readonly types: readonly ValueType[];
  /** Per profile, per value type of it. */
  readonly columns: readonly (readonly ValueColumn[])[];
}

/**
 * Brings the value types of several profiles together: those of one name (a trailing s is no
 * difference, as in pprof) and convertible units become one, in the finest unit among them. A name
 * that a profile repeats is matched occurrence by occurrence.
 */
export function mergeValueTypes(lists: readonly (readonly ValueType[])[]): MergedValueTypes {
  const types: ValueType[] = [];
  const targets = lists.map((list) => {
    const taken = new Set<number>();
    return list.map((type) => {
      let target = types.findIndex((known, index) => !taken.has(index) && areAlike(known, type));
      if (target < 0) target = types.push(type) - 1;
      taken.add(target);
      const known = types[target] as ValueType;
      if (unitRatio(type.unit, known.unit) < 1) types[target] = { ...known, unit: type.unit };
      return target;
    });
  });
  const columns = lists.map((list, profile) =>
    list.map((type, column) => {
      const target = targets[profile]?.[column] ?? 0;
      const ratio = unitRatio(type.unit, (types[target] as ValueType).unit);
      return { target: target as ValueTypeIndex, ratio };
    }),
  );
  return { types, columns };
}

/** Whether values of the two can be added. */
export function areAlike(first: ValueType, second: ValueType): boolean {
  const sameName = first.name.replace(/s$/, '') === second.name.replace(/s$/, '');
  return sameName && sameUnitFamily(first.unit, second.unit);
}

/** What values in `from` are multiplied with to be in `to`, a unit of the same family. */
export function unitRatio(from: string, to: string): number {
  return from === to ? 1 : scale(1, from, to).value;
}
