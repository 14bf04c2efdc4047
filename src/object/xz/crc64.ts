/** Halves of the table for the reflected polynomial of ECMA-182. */
const tables: { readonly low: Uint32Array; readonly high: Uint32Array } = makeTables();

function makeTables(): { low: Uint32Array; high: Uint32Array } {
  const low = new Uint32Array(256);
  const high = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let lowHalf = byte;
    let highHalf = 0;
    for (let bit = 0; bit < 8; bit++) {
      const isOdd = (lowHalf & 1) === 1;
      lowHalf = ((lowHalf >>> 1) | (highHalf << 31)) >>> 0;
      highHalf >>>= 1;
      if (!isOdd) continue;
      lowHalf ^= 0xd7870f42;
      highHalf ^= 0xc96c5795;
    }
    low[byte] = lowHalf;
    high[byte] = highHalf;
  }
  return { low, high };
}

/** CRC-64 as xz uses it. In two halves of 32 bits, because 64-bit integers are slow. */
export function crc64(bytes: Uint8Array): bigint {
  const { low, high } = tables;
  let lowHalf = 0xffff_ffff;
  let highHalf = 0xffff_ffff;
  for (let at = 0; at < bytes.length; at++) {
    const row = (lowHalf ^ (bytes[at] as number)) & 0xff;
    lowHalf = ((lowHalf >>> 8) | (highHalf << 24)) ^ (low[row] as number);
    highHalf = (highHalf >>> 8) ^ (high[row] as number);
  }
  return (BigInt(~highHalf >>> 0) << 32n) | BigInt(~lowHalf >>> 0);
}
