/** Adds the values of every node to its parent, in place, in one pass: parents stand before children. */
export function sumUpwards(values: Float64Array, parent: Int32Array): Float64Array {
  for (let node = values.length - 1; node > 0; node--) {
    const up = parent[node] as number;
    if (up >= 0) values[up] = (values[up] as number) + (values[node] as number);
  }
  return values;
}
