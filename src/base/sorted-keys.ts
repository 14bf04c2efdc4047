export interface SortedKeys {
  readonly keys: Float64Array;
  /** What was given along with each key. */
  readonly order: Int32Array;
}

/**
 * Sorts rows by a whole number, and rows of one number by their place. A key and its place in the input
 * fit one double (key * 2^k + place), and numbers without a comparison function sort many times
 * faster than anything else. Keys too far apart for that take the slow way.
 */
export function sortedByKey(keys: Float64Array, row: Int32Array): SortedKeys {
  const count = keys.length;
  const scale = 2 ** Math.ceil(Math.log2(count + 1));
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let isSorted = true;
  for (let place = 0; place < count; place++) {
    const each = keys[place] as number;
    if (each < lowest) lowest = each;
    if (each >= highest) highest = each;
    else isSorted = false;
  }
  if (isSorted) return { keys, order: row };
  if ((highest - lowest + 1) * scale > 2 ** 53) return sortedSlowly(keys, row);
  const packed = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    packed[place] = ((keys[place] as number) - lowest) * scale + place;
  }
  packed.sort();
  const sorted = new Float64Array(count);
  const order = new Int32Array(count);
  for (let place = 0; place < count; place++) {
    const key = packed[place] as number;
    const distance = Math.floor(key / scale);
    sorted[place] = lowest + distance;
    order[place] = row[key - distance * scale] as number;
  }
  return { keys: sorted, order };
}

function sortedSlowly(keys: Float64Array, row: Int32Array): SortedKeys {
  const places = Int32Array.from(keys, (_, place) => place);
  places.sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
  return {
    keys: Float64Array.from(places, (place) => keys[place] as number),
    order: places.map((place) => row[place] as number),
  };
}
