import { isCpuTime } from '../../analysis/index.ts';
import type { ValueType } from '../../profile/index.ts';
import type { Exploration } from '../exploration.ts';
import type { Scope } from '../scope.ts';

/** How long processors worked, and how long threads waited, in a scope; null = the profile does not say. */
export interface CpuUse {
  readonly cpuNs: number | null;
  readonly offCpuNs: number | null;
  /** Length of the scope's range, or of the whole recording; 0 = unknown. */
  readonly wallNs: number;
}

export function cpuUse(exploration: Exploration, scope: Scope): CpuUse {
  const { profile, extent } = exploration.file(scope.file);
  const sumOf = (isWanted: (type: ValueType) => boolean): number | null => {
    const type = profile.valueTypes.find(isWanted);
    if (type === undefined) return null;
    const { slot } = exploration.shape(scope);
    const { value } = exploration.sums({ ...scope, value: type.name });
    return slot.reduce((sum, from) => sum + (value[from] as number), 0);
  };
  const recordedNs =
    profile.meta.durationNs > 0
      ? profile.meta.durationNs
      : extent === null
        ? 0
        : extent.endNs - extent.startNs;
  return {
    cpuNs: sumOf(isCpuTime),
    offCpuNs: sumOf(({ name, unit }) => name === 'off-cpu' && unit === 'nanoseconds'),
    wallNs: scope.range === null ? recordedNs : scope.range.endNs - scope.range.startNs,
  };
}
