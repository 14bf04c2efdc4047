/** MD5 (RFC 1321), for formats that name things by it; nothing here is meant to be secret. */
const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const;

/** floor(2^32 × |sin(i + 1)|), section 3.4. */
const sines: Uint32Array = Uint32Array.from({ length: 64 }, (_, i) =>
  Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32),
);

/** The sixteen bytes of the digest. */
export function md5(bytes: Uint8Array): Uint8Array {
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  const padded = pad(bytes);
  const view = new DataView(padded.buffer);
  const words = new Uint32Array(16);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + 4 * i, true);
    mix(state, words);
  }
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, i) => {
    digest.setUint32(4 * i, word, true);
  });
  return new Uint8Array(digest.buffer);
}

/** The first eight bytes of the digest as a little-endian number, as LLVM and others hash names. */
export function md5Low64(bytes: Uint8Array): bigint {
  return new DataView(md5(bytes).buffer).getBigUint64(0, true);
}

function pad(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n, true);
  return padded;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d] = state as unknown as [number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    let f: number;
    let word: number;
    if (round === 0) {
      f = (b & c) | (~b & d);
      word = i;
    } else if (round === 1) {
      f = (d & b) | (~d & c);
      word = 5 * i + 1;
    } else if (round === 2) {
      f = b ^ c ^ d;
      word = 3 * i + 5;
    } else {
      f = c ^ (b | ~d);
      word = 7 * i;
    }
    const sum = (a + f + (sines[i] as number) + (words[word & 15] as number)) | 0;
    const shift = shifts[4 * round + (i & 3)] as number;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
}
