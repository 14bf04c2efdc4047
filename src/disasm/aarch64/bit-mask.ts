/** The constant of a logical instruction (DecodeBitMasks of the Arm manual); undefined = not allocated. */
export function findBitMask(
  n: number,
  imms: number,
  immr: number,
  is64: boolean,
): bigint | undefined {
  const combined = (n << 6) | (~imms & 0x3f);
  const length = 31 - Math.clz32(combined);
  if (length < 1 || (n === 1 && !is64)) return undefined;
  const size = 1 << length;
  const levels = size - 1;
  const ones = (imms & levels) + 1;
  if (ones === size) return undefined;
  const rotation = BigInt(immr & levels);
  const width = BigInt(size);
  const run = (1n << BigInt(ones)) - 1n;
  const rotated = BigInt.asUintN(size, (run >> rotation) | (run << (width - rotation)));
  let mask = 0n;
  for (let at = 0n; at < 64n; at += width) mask |= rotated << at;
  return BigInt.asUintN(is64 ? 64 : 32, mask);
}

/** Whether movz or movn can make it too: then it is not written as `mov` of a mask. */
export function isMoveWide(value: bigint, is64: boolean): boolean {
  const width = is64 ? 64 : 32;
  const fits = (number: bigint): boolean => {
    for (let shift = 0n; shift < BigInt(width); shift += 16n) {
      if ((number & ~(0xffffn << shift)) === 0n) return true;
    }
    return false;
  };
  return fits(value) || fits(BigInt.asUintN(width, ~value));
}
