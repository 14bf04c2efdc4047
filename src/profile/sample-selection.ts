import type { Profile, SampleTable } from './tables.ts';

/** The profile with only the samples whose `keep` entry is not 0. Everything else is shared. */
export function selectSamples(profile: Profile, keep: Uint8Array): Profile {
  const rows = keptRows(keep);
  if (rows.length === profile.samples.length) return profile;
  return Object.freeze({ ...profile, samples: pickSamples(profile.samples, rows) });
}

function keptRows(keep: Uint8Array): Int32Array {
  let kept = 0;
  for (let row = 0; row < keep.length; row++) if (keep[row] !== 0) kept++;
  const rows = new Int32Array(kept);
  let at = 0;
  for (let row = 0; row < keep.length; row++) if (keep[row] !== 0) rows[at++] = row;
  return rows;
}

function pickSamples(samples: SampleTable, rows: Int32Array): SampleTable {
  const { thread, timeNs, cpu, labels, count } = samples;
  return {
    length: rows.length,
    stack: pickInts(samples.stack, rows),
    thread: thread === null ? null : pickInts(thread, rows),
    timeNs: timeNs === null ? null : pickFloats(timeNs, rows),
    cpu: cpu === null ? null : pickInts(cpu, rows),
    labels: labels === null ? null : pickInts(labels, rows),
    count: count === null ? null : pickFloats(count, rows),
    values: samples.values.map((column) => pickFloats(column, rows)),
  };
}

function pickInts(column: Int32Array, rows: Int32Array): Int32Array {
  const picked = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at++) picked[at] = column[rows[at] as number] as number;
  return picked;
}

function pickFloats(column: Float64Array, rows: Int32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) picked[at] = column[rows[at] as number] as number;
  return picked;
}

/** Which stacks are on the path of at least one sample or marker: one backward pass. */
export function usedStacks(profile: Profile): Uint8Array {
  const { stacks, samples, markers } = profile;
  const used = new Uint8Array(stacks.length);
  for (const column of [samples.stack, markers.stack]) {
    for (let row = 0; row < column.length; row++) {
      const stack = column[row] as number;
      if (stack >= 0) used[stack] = 1;
    }
  }
  for (let stack = stacks.length - 1; stack >= 0; stack--) {
    const parent = stacks.parent[stack] as number;
    if (used[stack] === 1 && parent >= 0) used[parent] = 1;
  }
  return used;
}

/** Which frames stand on a used stack. */
export function usedFrames(profile: Profile): Uint8Array {
  const stacks = usedStacks(profile);
  const used = new Uint8Array(profile.frames.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    if (stacks[stack] === 1) used[profile.stacks.frame[stack] as number] = 1;
  }
  return used;
}
