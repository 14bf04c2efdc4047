import type { Diagnostics } from '../../base/diagnostics.ts';
import { PairIndex } from '../../base/tuple-index.ts';
import type { Profile } from '../../profile/index.ts';

export interface SampleGroups {
  /** A sample row that stands for each group. */
  readonly rows: Int32Array;
  /** One column per sample type, aligned with `rows`. */
  readonly values: readonly Float64Array[];
}

/**
 * pprof has no time: samples that differ in nothing but when they were taken are one. A profile
 * without times is written row by row, as it is.
 */
export function groupSamples(
  profile: Profile,
  values: readonly Float64Array[],
  diagnostics: Diagnostics,
): SampleGroups {
  const { samples } = profile;
  if (samples.timeNs === null) {
    return { rows: Int32Array.from({ length: samples.length }, (_, row) => row), values };
  }
  const message = 'pprof files have no times; samples alike were summed';
  diagnostics.count('dropped-time', message, samples.length);
  const groupOf = groupRows(profile);
  const rows: number[] = [];
  for (let row = 0; row < samples.length; row++) {
    if (groupOf[row] === rows.length) rows.push(row);
  }
  const sums = values.map((column) => {
    const sum = new Float64Array(rows.length);
    for (let row = 0; row < samples.length; row++) {
      const group = groupOf[row] as number;
      sum[group] = (sum[group] as number) + (column[row] as number);
    }
    return sum;
  });
  return { rows: Int32Array.from(rows), values: sums };
}

/** Numbers rows by stack, thread, CPU and labels, in the order of first use. */
function groupRows(profile: Profile): Int32Array {
  const { samples } = profile;
  let groups: Int32Array = samples.stack;
  for (const column of [samples.thread, samples.cpu, samples.labels]) {
    groups = combine(groups, column);
  }
  return groups;
}

function combine(groups: Int32Array, column: Int32Array | null): Int32Array {
  const index = new PairIndex(1024);
  let next = 0;
  return groups.map((group, row) => {
    const known = index.findOrAdd(group, column === null ? 0 : (column[row] as number), next);
    return known < 0 ? next++ : known;
  });
}
