import { zlibCodec } from '../../platform/zlib-codec.ts';
import { foldedReader } from './parse.ts';

const seeds = [
  'main;parse;read 12\nmain;parse 3.5\nmain;eval_[k] 1e3\n',
  '# made by a script\r\nmain;a_[j] 1 2\r\nmain;b_[i] 3 4\r\n',
  '\uFEFFmain;größer;😀 7\n\nmain;std::vector<int, 3>::at -2\n',
];

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'folded',
  seeds: () => [
    ...seeds.map((text) => Buffer.from(text)),
    Buffer.from(`\uFEFF${seeds[0]}`, 'utf16le'),
  ],
  async run(bytes) {
    for (const timeline of [true, false]) {
      const reader = foldedReader({ timeline, codec: zlibCodec });
      const middle = bytes.length >> 1;
      reader.push(bytes.subarray(0, middle));
      reader.push(bytes.subarray(middle));
      await reader.finish();
    }
  },
};
