import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import { perfScriptReader } from './parse.ts';

const recordings = new URL('../../../fixtures/recordings/', import.meta.url);
const files = ['cpp-orders-srcline', 'rust-words-switches', 'node-router'];

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'perf-script',
  seeds: () =>
    files.map((name) => {
      const text = gunzipSync(readFileSync(new URL(`${name}.perf-script.txt.gz`, recordings)));
      return text.subarray(0, 8192);
    }),
  async run(bytes) {
    for (const timeline of [true, false]) {
      const reader = perfScriptReader({ timeline, codec: zlibCodec });
      const middle = bytes.length >> 1;
      reader.push(bytes.subarray(0, middle));
      reader.push(bytes.subarray(middle));
      await reader.finish();
    }
  },
};
