import type { Profile, StackTable } from '../profile/index.ts';

/** The sum of a sample column over the samples that end in each stack; aligned with stacks. */
export function selfTotals(profile: Profile, column: Float64Array): Float64Array {
  const { stack } = profile.samples;
  const self = new Float64Array(profile.stacks.length);
  for (let row = 0; row < stack.length; row++) {
    const at = stack[row] as number;
    if (at >= 0) self[at] = (self[at] as number) + (column[row] as number);
  }
  return self;
}

/**
 * The sum over each stack and everything it calls; aligned with stacks. One backward loop, because
 * a parent stands before its children.
 */
export function inclusiveTotals(stacks: StackTable, self: Float64Array): Float64Array {
  const { parent } = stacks;
  const inclusive = self.slice();
  for (let at = inclusive.length - 1; at >= 0; at--) {
    const up = parent[at] as number;
    if (up >= 0) inclusive[up] = (inclusive[up] as number) + (inclusive[at] as number);
  }
  return inclusive;
}
