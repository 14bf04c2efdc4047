import type { DeflateHint } from './codec.ts';

const sampleBytes = 8192;
/** Below this many bytes a few more do not matter, and DEFLATE finds out by itself. */
const smallStream = 2048;
const windowBytes = 16;

/** Bits per byte that an ideal code of single bytes needs (Shannon's entropy). */
export function byteEntropy(bytes: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    counts[byte] = (counts[byte] as number) + 1;
  }
  let bits = 0;
  for (const count of counts) {
    if (count > 0) bits -= count * Math.log2(count / bytes.length);
  }
  return bytes.length === 0 ? 0 : bits / bytes.length;
}

/** How to compress a stream, judged by a part of it; undefined when it would not shrink. */
export function hintFor(bytes: Uint8Array): DeflateHint | undefined {
  if (bytes.length <= smallStream) return 'text';
  const start = Math.max(0, (bytes.length - sampleBytes) >> 1);
  const sample = bytes.subarray(start, start + sampleBytes);
  const entropy = byteEntropy(sample);
  if (entropy > 1 && repeatedShare(sample) > 0.25) return 'repeats';
  return entropy > 7.6 ? undefined : 'skewed';
}

/** The share of places whose next 16 bytes were seen before: what a dictionary coder can use. */
function repeatedShare(bytes: Uint8Array): number {
  const seen = new Int32Array(1 << 14).fill(-1);
  const places = bytes.length - windowBytes;
  let repeated = 0;
  // A rolling polynomial hash: `leaving` takes out the byte that drops from the window.
  let leaving = 1;
  for (let at = 0; at < windowBytes; at++) leaving = Math.imul(leaving, 0x01000193);
  let hash = 0;
  for (let at = 0; at < windowBytes; at++) hash = Math.imul(hash, 0x01000193) + (bytes[at] ?? 0);
  for (let at = 0; at < places; at++) {
    const slot = Math.imul(hash, 0x9e3779b1) >>> 18;
    if (seen[slot] === hash) repeated++;
    else seen[slot] = hash | 0;
    const gone = Math.imul(leaving, bytes[at] as number);
    hash = (Math.imul(hash, 0x01000193) + (bytes[at + windowBytes] as number) - gone) | 0;
  }
  return places > 0 ? repeated / places : 0;
}
