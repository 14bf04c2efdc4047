import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { zlibCodec } from '../../platform/zlib-codec.ts';
import { detectPerfScript } from './detect.ts';
import { perfScriptReader } from './parse.ts';
import { perfScriptParts } from './part.ts';

const recordings = new URL('../../../fixtures/recordings/', import.meta.url);
const names = ['cpp-orders-srcline', 'rust-words', 'rust-words-flat', 'rust-words-switches'];
const seedBytes = 6000;
const shapes = [
  '# hostname : x\n#\napp 1/2 [000] 1.5: 7 cycles:u: \n\tffffffff815fce60 f+0x1 ([kernel.kallsyms])\n',
  '\t20 g (inlined)\n  a.c:7 (inlined)\n\t20 f(int (&) [3])+0x1 (/tmp/a b (deleted))\n\n',
  'app 1 1.5: PERF_RECORD_LOST lost 12\n\t10 LA;::a->LB;::b (/tmp/perf-1.map)\r\n\r\n',
];

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'perf-script',
  seeds: () => [
    new TextEncoder().encode(shapes.join('')),
    ...names.map((name) => {
      const file = readFileSync(new URL(`${name}.perf-script.txt.gz`, recordings));
      return new Uint8Array(gunzipSync(file).subarray(0, seedBytes));
    }),
  ],
  async run(bytes) {
    detectPerfScript(bytes);
    const whole = perfScriptReader({ timeline: true, codec: zlibCodec });
    whole.push(bytes);
    await whole.finish();
    const cut = Math.max(0, perfScriptParts.findStart(bytes, bytes.length >> 1));
    const first = perfScriptReader({ timeline: false, codec: zlibCodec });
    first.push(bytes.subarray(0, cut));
    const rest = perfScriptParts.read({ timeline: false });
    for (let at = cut; at < bytes.length; at += 97) rest.push(bytes.subarray(at, at + 97));
    first.absorb?.(rest.detach());
    await first.finish();
  },
};
