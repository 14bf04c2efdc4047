/** The last index in [from, to) whose value is not above `value`; `from - 1` when all are. */
export function lastAtOrBelow(
  sorted: Float64Array,
  from: number,
  to: number,
  value: number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function runningMaximum(values: Float64Array): Float64Array {
  const result = new Float64Array(values.length);
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    highest = Math.max(highest, values[i] as number);
    result[i] = highest;
  }
  return result;
}

/** The order that sorts values, the earlier of equals first; undefined when they are sorted already. */
export function ascendingOrder(values: Float64Array): Int32Array | undefined {
  let i = 1;
  while (i < values.length && (values[i] as number) >= (values[i - 1] as number)) i++;
  if (i >= values.length) return undefined;
  const order = new Int32Array(values.length);
  for (let each = 0; each < order.length; each++) order[each] = each;
  return order.sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
}
