import { scale } from '../base/units.ts';

/**
 * The unit of all numbers of a report when none is asked for: the one that suits the smallest
 * non-zero number, or a hundred times it where the numbers span more than that.
 */
export function chooseOutputUnit(smallest: Iterable<number>, total: number, unit: string): string {
  let least = 0;
  for (const value of smallest) {
    const size = Math.abs(value);
    if (size > 0 && (least === 0 || size < least)) least = size;
  }
  if (least === 0) least = total;
  const small = scale(least, unit, 'minimum').unit;
  const large = scale(total, unit, 'minimum').unit;
  const wide = small !== large && least * 100 < total;
  const chosen = wide ? scale(100 * least, unit, 'minimum').unit : small;
  return chosen === '' ? unit : chosen;
}
