export interface SortedAddresses {
  readonly address: Float64Array;
  /** What was given along with each address. */
  readonly order: Int32Array;
}

/**
 * Sorts rows by address, and rows of one address by number. An address and its place in the input
 * fit one double (address * 2^k + place), and numbers without a comparison function sort many times
 * faster than anything else. Addresses too far apart for that take the slow way.
 */
export function sortedByAddress(address: Float64Array, row: Int32Array): SortedAddresses {
  const count = address.length;
  const scale = 2 ** Math.ceil(Math.log2(count + 1));
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  let isSorted = true;
  for (let place = 0; place < count; place++) {
    const each = address[place] as number;
    if (each < lowest) lowest = each;
    if (each >= highest) highest = each;
    else isSorted = false;
  }
  if (isSorted) return { address, order: row };
  if (count > 0 && (highest - lowest + 1) * scale > 2 ** 53) return sortedSlowly(address, row);
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    keys[place] = ((address[place] as number) - lowest) * scale + place;
  }
  keys.sort();
  const sorted = new Float64Array(count);
  const order = new Int32Array(count);
  for (let place = 0; place < count; place++) {
    const key = keys[place] as number;
    const distance = Math.floor(key / scale);
    sorted[place] = lowest + distance;
    order[place] = row[key - distance * scale] as number;
  }
  return { address: sorted, order };
}

function sortedSlowly(address: Float64Array, row: Int32Array): SortedAddresses {
  const places = Int32Array.from(address, (_, place) => place);
  places.sort((a, b) => (address[a] as number) - (address[b] as number) || a - b);
  return {
    address: Float64Array.from(places, (place) => address[place] as number),
    order: places.map((place) => row[place] as number),
  };
}
