import { readdirSync, readFileSync } from 'node:fs';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import { detectPerfData } from './detect.ts';
import { perfDataReader } from './parse.ts';

const testdata = new URL('testdata/', import.meta.url);
/** Longer files would spend the time on records that are alike. */
const seedBytes = 12_000;

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'perf.data',
  seeds: () =>
    readdirSync(testdata).map((name) => {
      return new Uint8Array(readFileSync(new URL(name, testdata)).subarray(0, seedBytes));
    }),
  async run(bytes) {
    detectPerfData(bytes);
    const whole = perfDataReader({ timeline: true, codec: zlibCodec });
    whole.push(bytes);
    await whole.finish();
    const pieces = perfDataReader({ timeline: false, codec: zlibCodec });
    for (let at = 0; at < bytes.length; at += 97) pieces.push(bytes.subarray(at, at + 97));
    await pieces.finish();
  },
};
