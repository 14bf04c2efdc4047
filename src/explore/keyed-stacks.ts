import { outermostOccurrences, stackOrder } from '../analysis/index.ts';
import type { StackTable } from '../profile/index.ts';
import type { KeyedProfile } from './keyed-profile.ts';

/** Aligned with the stacks. */
export interface KeyedStacks {
  readonly key: Int32Array;
  /** 1 = the key does not stand further up: summing only these counts recursion once. */
  readonly outermost: Uint8Array;
}

export function keyStacks(stacks: StackTable, { keyOfFrame, keys }: KeyedProfile): KeyedStacks {
  const key = new Int32Array(stacks.length);
  for (let stack = 0; stack < stacks.length; stack++) {
    key[stack] = keyOfFrame[stacks.frame[stack] as number] as number;
  }
  return { key, outermost: outermostOccurrences(stackOrder(stacks), key, keys.length) };
}
