import type { Profile, ValueType } from '../profile/index.ts';
import type { SampleSlots } from './sample-slots.ts';
import { parseScopeTransform } from './scope-transform.ts';
import type { SlotSums } from './slot-sums.ts';

/**
 * The stacks of a file after some transforms: what every range, thread and value of it has in common.
 * Transforms look at stacks and never at values, so they run once per list of transforms.
 */
export interface Shape {
  /** One sample row per slot that is left, without values. */
  readonly profile: Profile;
  /** Per sample row its slot. */
  readonly slot: Int32Array;
}

export function shapeOf(
  profile: Profile,
  slots: SampleSlots,
  transforms: readonly string[],
): Shape {
  const bare: Profile = {
    ...profile,
    valueTypes: [],
    meta: { ...profile.meta, defaultValueType: 0 },
    samples: {
      length: slots.length,
      stack: slots.stack,
      thread: profile.threads.length === 0 ? null : slots.thread,
      timeNs: null,
      // Travels through the transforms and says which slots are left.
      cpu: Int32Array.from({ length: slots.length }, (_, slot) => slot),
      labels: null,
      count: null,
      values: [],
    },
  };
  const shaped = transforms.reduce((step, text) => parseScopeTransform(text)(step), bare);
  const slot = shaped.samples.cpu ?? new Int32Array(0);
  return { profile: { ...shaped, samples: { ...shaped.samples, cpu: null } }, slot };
}

/** The rows of a shape that have a value, with it: a profile like any other, of one value type. */
export function weighShape(
  { profile, slot }: Shape,
  sums: SlotSums,
  valueType: ValueType,
): Profile {
  const { samples } = profile;
  const rows = liveRows(slot, sums);
  const stack = new Int32Array(rows.length);
  const thread = samples.thread === null ? null : new Int32Array(rows.length);
  const value = new Float64Array(rows.length);
  const count = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    const from = slot[row] as number;
    stack[at] = samples.stack[row] as number;
    if (thread !== null) thread[at] = samples.thread?.[row] as number;
    value[at] = sums.value[from] as number;
    count[at] = sums.count[from] as number;
  }
  return Object.freeze({
    ...profile,
    valueTypes: [valueType],
    samples: { ...samples, length: rows.length, stack, thread, count, values: [value] },
  });
}

function liveRows(slot: Int32Array, { value, count }: SlotSums): Int32Array {
  const rows = new Int32Array(slot.length);
  let live = 0;
  for (let row = 0; row < slot.length; row++) {
    const from = slot[row] as number;
    if (value[from] !== 0 || count[from] !== 0) rows[live++] = row;
  }
  return rows.subarray(0, live);
}
