import type { Profile } from '../profile/index.ts';
import { keyFamilies } from '../render/index.ts';
import type { KeyedProfile } from './keyed-profile.ts';
import type { Shape } from './shape.ts';
import type { SlotSums } from './slot-sums.ts';

const own = keyFamilies.indexOf('own');
const libc = keyFamilies.indexOf('libc');
const kernel = keyFamilies.indexOf('kernel');

export interface KeyCosts {
  readonly value: Float64Array;
  readonly samples: Float64Array;
}

/**
 * Every sample counted for one function only: the innermost one of the user's own code on its stack, or
 * where there is none the one that ran. So the parts never overlap and may be added up. What ran last
 * before a wait is the scheduler, which explains nothing: a wait is that of the innermost function outside
 * of the kernel and libc.
 */
export function ownCosts(
  { profile, slot }: Shape,
  keyed: KeyedProfile,
  sums: SlotSums,
  isWait: boolean,
): KeyCosts {
  const { stacks, samples } = profile;
  const { keyOfFrame, packed } = keyed;
  const ownerOf = (isOwner: (family: number) => boolean): Int32Array =>
    innermost(stacks, keyOfFrame, (key) => isOwner(packed.family[key] as number));
  const owner = ownerOf((family) => family === own);
  const waiter = isWait ? ownerOf((family) => family !== kernel && family !== libc) : null;
  const value = new Float64Array(packed.length);
  const counted = new Float64Array(packed.length);
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row] as number;
    if (stack < 0) continue;
    const ran = keyOfFrame[stacks.frame[stack] as number] as number;
    const mine = owner[stack] as number;
    const waited = waiter === null ? -1 : (waiter[stack] as number);
    const key = mine >= 0 ? mine : waited >= 0 ? waited : ran;
    const from = slot[row] as number;
    value[key] = (value[key] as number) + (sums.value[from] as number);
    counted[key] = (counted[key] as number) + (sums.count[from] as number);
  }
  return { value, samples: counted };
}

/** Per stack the key of its innermost function of a kind; -1 = it has none. */
function innermost(
  stacks: Profile['stacks'],
  keyOfFrame: Int32Array,
  isWanted: (key: number) => boolean,
): Int32Array {
  const found = new Int32Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const key = keyOfFrame[stacks.frame[stack] as number] as number;
    const up = stacks.parent[stack] as number;
    found[stack] = isWanted(key) ? key : up < 0 ? -1 : (found[up] as number);
  }
  return found;
}
