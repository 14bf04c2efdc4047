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
