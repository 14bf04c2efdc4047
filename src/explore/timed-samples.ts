import type { Profile } from '../profile/index.ts';
import { keyFamilies } from '../render/index.ts';
import type { Exploration } from './exploration.ts';
import type { KeyedProfile } from './keyed-profile.ts';
import type { Scope, TimeRange } from './scope.ts';
import { isWaitValue } from './thread-waits.ts';
import { firstAtOrAfter, type TimeOrder } from './time-order.ts';

/** In `stackOfSlot`: the transforms left nothing of the slot's samples. */
export const droppedSlot = -2;

/**
 * The samples of a file one by one, with the stacks that a scope's transforms make of them. The
 * scope's range, threads and processors play no part. Belongs to the exploration: read only.
 */
export interface TimedSamples {
  readonly extent: TimeRange;
  readonly timeNs: Float64Array;
  readonly order: TimeOrder;
  /** The scope's value. */
  readonly value: Float64Array;
  /** Whether the value is how long a thread did not run from the sample's time on. */
  readonly isWait: boolean;
  readonly thread: Int32Array | null;
  readonly cpu: Int32Array | null;
  readonly slotOfSample: Int32Array;
  /** Rows of `stacks` of the profile below; -1 = no stack, or `droppedSlot`. */
  readonly stackOfSlot: Int32Array;
  /** The file with its stacks transformed. */
  readonly profile: Profile;
  readonly keyed: KeyedProfile;
}

/** Null for a profile without times. */
export function timedSamples(exploration: Exploration, scope: Scope): TimedSamples | null {
  const { extent, profile: whole } = exploration.file(scope.file);
  const index = exploration.samples(scope.file);
  const { samples } = whole;
  if (extent === null || samples.timeNs === null || index.order === null) return null;
  const shape = exploration.shape(scope);
  const stackOfSlot = new Int32Array(index.slots.length).fill(droppedSlot);
  const { stack } = shape.profile.samples;
  for (let row = 0; row < shape.slot.length; row++) {
    stackOfSlot[shape.slot[row] as number] = stack[row] as number;
  }
  return {
    extent,
    timeNs: samples.timeNs,
    order: index.order,
    value: samples.values[index.valueType(scope.value)] ?? new Float64Array(samples.length),
    isWait: isWaitValue(exploration.valueTypeOf(scope).name),
    thread: samples.thread,
    cpu: samples.cpu,
    slotOfSample: index.slots.ofSample,
    stackOfSlot,
    profile: shape.profile,
    keyed: exploration.keyed(shape.profile, 'functions'),
  };
}

/**
 * Per slot the key of the function that ran; -1 = no stack, or `droppedSlot`. Every wait ends in the
 * kernel's scheduler: there it is the first function outside of the kernel, if there is one.
 */
function leafKeys({ stackOfSlot, profile, keyed, isWait }: TimedSamples): Int32Array {
  const { frame, parent } = profile.stacks;
  const kernel = keyFamilies.indexOf('kernel');
  const keyOf = (stack: number): number => keyed.keyOfFrame[frame[stack] as number] as number;
  return stackOfSlot.map((leaf) => {
    if (leaf < 0) return leaf;
    if (!isWait) return keyOf(leaf);
    let stack = leaf;
    while (stack >= 0 && keyed.packed.family[keyOf(stack)] === kernel) {
      stack = parent[stack] as number;
    }
    return keyOf(stack < 0 ? leaf : stack);
  });
}

/** Stands in `leafFamilies` for slots that the transforms dropped. */
export const droppedFamily = 255;

/** Per slot whose code ran: index into `keyFamilies`, or `droppedFamily`. */
export function leafFamilies(timed: TimedSamples): Uint8Array {
  const { family } = timed.keyed.packed;
  const neutral = keyFamilies.indexOf('neutral');
  return Uint8Array.from(leafKeys(timed), (key) => {
    if (key === droppedSlot) return droppedFamily;
    return key < 0 ? neutral : (family[key] as number);
  });
}

/** The places in the order of time of the samples of a window. */
export function placesIn({ order, timeNs }: TimedSamples, window: TimeRange): [number, number] {
  const from = firstAtOrAfter(order, timeNs, window.startNs);
  return [from, Math.max(from, firstAtOrAfter(order, timeNs, window.endNs))];
}
