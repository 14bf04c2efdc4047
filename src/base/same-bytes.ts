/**
 * Whether two ranges hold the same bytes. Hot: eight bytes at a time as doubles, which is the widest
 * load a DataView compares without allocating. Doubles lie in two cases, NaN (never equal to itself)
 * and ±0 (equal though the bytes differ), so those words are compared again as integers.
 */
export function sameBytes(
  left: DataView,
  leftAt: number,
  right: DataView,
  rightAt: number,
  length: number,
): boolean {
  let at = 0;
  for (const last = length - 8; at <= last; at += 8) {
    const word = left.getFloat64(leftAt + at, true);
    if (word === right.getFloat64(rightAt + at, true) && word !== 0) continue;
    if (left.getInt32(leftAt + at, true) !== right.getInt32(rightAt + at, true)) return false;
    if (left.getInt32(leftAt + at + 4, true) !== right.getInt32(rightAt + at + 4, true)) {
      return false;
    }
  }
  if (at + 4 <= length) {
    if (left.getInt32(leftAt + at, true) !== right.getInt32(rightAt + at, true)) return false;
    at += 4;
  }
  for (; at < length; at++) {
    if (left.getUint8(leftAt + at) !== right.getUint8(rightAt + at)) return false;
  }
  return true;
}

/**
 * As `sameBytes`, twice as fast for long texts, where `left` holds no zero byte: then none of its
 * words is ±0, and doubles that are equal have equal bytes. Unusual bytes (0x7f, 0xff) may make a
 * word NaN, for which the answer is false though the texts are the same.
 */
export function sameText(
  left: DataView,
  leftAt: number,
  right: DataView,
  rightAt: number,
  length: number,
): boolean {
  let at = 0;
  for (const last = length - 32; at <= last; at += 32) {
    const here = leftAt + at;
    const there = rightAt + at;
    if (left.getFloat64(here, true) !== right.getFloat64(there, true)) return false;
    if (left.getFloat64(here + 8, true) !== right.getFloat64(there + 8, true)) return false;
    if (left.getFloat64(here + 16, true) !== right.getFloat64(there + 16, true)) return false;
    if (left.getFloat64(here + 24, true) !== right.getFloat64(there + 24, true)) return false;
  }
  return sameBytes(left, leftAt + at, right, rightAt + at, length - at);
}
