/**
 * The value that a pc-value table of Go has at a distance from the function's entry: pairs of deltas,
 * value (zigzag) and pc (in smallest instructions), up to a zero. -1 when the table ends before.
 */
export function pcValue(
  table: Uint8Array,
  offset: number,
  quantum: number,
  distance: number,
): number {
  let at = offset;
  let pc = 0;
  let value = -1;
  const varint = (): number => {
    let result = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = table[at++];
      if (byte === undefined) return 0;
      result |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return result >>> 0;
  };
  for (let isFirst = true; at < table.length; isFirst = false) {
    const delta = varint();
    if (delta === 0 && !isFirst) return -1;
    value += (delta & 1) === 1 ? ~(delta >>> 1) : delta >>> 1;
    pc += varint() * quantum;
    if (distance < pc) return value | 0;
  }
  return -1;
}
