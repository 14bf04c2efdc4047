import { keyFamilies } from '../render/index.ts';
import type { KeyedProfile } from './keyed-profile.ts';
import type { Shape } from './shape.ts';
import type { SlotSums } from './slot-sums.ts';

export interface KeyCosts {
  readonly value: Float64Array;
  readonly samples: Float64Array;
}

/**
 * Every sample counted for one function only: the innermost one of the user's own code on its stack, or
 * where there is none the one that ran. So the parts never overlap and may be added up.
 */
export function ownCosts({ profile, slot }: Shape, keyed: KeyedProfile, sums: SlotSums): KeyCosts {
  const { stacks, samples } = profile;
  const { keyOfFrame, packed } = keyed;
  const own = keyFamilies.indexOf('own');
  const owner = new Int32Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    const key = keyOfFrame[stacks.frame[stack] as number] as number;
    const up = stacks.parent[stack] as number;
    owner[stack] = packed.family[key] === own ? key : up < 0 ? -1 : (owner[up] as number);
  }
  const value = new Float64Array(packed.length);
  const counted = new Float64Array(packed.length);
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row] as number;
    if (stack < 0) continue;
    const ran = keyOfFrame[stacks.frame[stack] as number] as number;
    const key = (owner[stack] as number) < 0 ? ran : (owner[stack] as number);
    const from = slot[row] as number;
    value[key] = (value[key] as number) + (sums.value[from] as number);
    counted[key] = (counted[key] as number) + (sums.count[from] as number);
  }
  return { value, samples: counted };
}
