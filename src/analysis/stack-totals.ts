import type { StackTable } from '../profile/index.ts';

export { sumByStack as selfTotals } from '../profile/index.ts';

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
