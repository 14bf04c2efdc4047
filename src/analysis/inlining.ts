import type { Profile } from '../profile/index.ts';

/**
 * Marks the stacks whose last frame was inlined into the frame before it: both stand at the same
 * place and it lies deeper. The depth alone is not enough, because a filter may have removed the
 * function it was inlined into; what is left then counts as called.
 */
export function inlinedStacks(profile: Profile): Uint8Array {
  const { stacks, frames } = profile;
  const { parent, frame } = stacks;
  const { inlineDepth, address, mapping } = frames;
  const inlined = new Uint8Array(stacks.length);
  for (let at = 0; at < inlined.length; at++) {
    const here = frame[at] as number;
    const depth = inlineDepth[here] as number;
    const up = parent[at] as number;
    if (depth === 0 || up < 0) continue;
    const above = frame[up] as number;
    const samePlace = address[here] === address[above] && mapping[here] === mapping[above];
    if (samePlace && depth > (inlineDepth[above] as number)) inlined[at] = 1;
  }
  return inlined;
}
