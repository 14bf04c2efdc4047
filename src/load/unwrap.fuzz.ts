import { gzipSync } from 'node:zlib';
import { wrapperOf } from '../formats/wrapper.ts';
import { unwrap } from './unwrap.ts';

/** One raw and one run-length block; written by hand because Node 20 cannot make zstd. */
const zstd = [0x28, 0xb5, 0x2f, 0xfd, 0, 0x38, 0x28, 0, 0, 109, 97, 105, 110, 32, 0x83, 0, 0, 49];

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'unwrap',
  seeds: () => [gzipSync('main;parse;read 12\n'.repeat(50)), Uint8Array.from(zstd)],
  async run(bytes) {
    const wrapper = wrapperOf(bytes);
    if (wrapper === undefined) return;
    let size = 0;
    for await (const chunk of unwrap(wrapper, inHalves(bytes))) size += chunk.length;
    if (size > 2000 * (bytes.length + 131_072)) throw new Error(`${size} bytes came out`);
  },
};

async function* inHalves(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const middle = bytes.length >> 1;
  yield bytes.subarray(0, middle);
  yield bytes.subarray(middle);
}
