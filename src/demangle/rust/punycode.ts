/** Bootstring parameters of RFC 3492 §5. */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;

/**
 * Code points of a punycode name: `basic` as it is, with those that `extended` inserts. Undefined when it
 * is not punycode. Digits are a–z then 0–9.
 */
export function findPunycode(basic: string, extended: string): string | undefined {
  const points = Array.from(basic, (char) => char.charCodeAt(0));
  let n = 128;
  let i = 0;
  let bias = 72;
  for (let at = 0; at < extended.length; ) {
    const before = i;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = at < extended.length ? digitOf(extended.charCodeAt(at)) : -1;
      if (digit < 0) return undefined;
      at += 1;
      i += digit * weight;
      if (i > 0x7fffffff) return undefined;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = points.length + 1;
    bias = adapt(i - before, length, before === 0);
    n += Math.floor(i / length);
    i %= length;
    if (n > 0x10ffff || (n >= 0xd800 && n < 0xe000)) return undefined;
    points.splice(i, 0, n);
    i += 1;
  }
  return points.map((point) => String.fromCodePoint(point)).join('');
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  delta = Math.floor(delta / (isFirst ? damp : 2));
  delta += Math.floor(delta / length);
  let k = 0;
  while (delta > ((base - tMin) * tMax) / 2) {
    delta = Math.floor(delta / (base - tMin));
    k += base;
  }
  return k + Math.floor(((base - tMin + 1) * delta) / (delta + skew));
}

function digitOf(char: number): number {
  if (char >= 97 && char <= 122) return char - 97;
  return char >= 48 && char <= 57 ? char - 22 : -1;
}
