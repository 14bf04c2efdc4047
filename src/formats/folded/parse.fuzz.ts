import { zlibCodec } from '../../platform/zlib-codec.ts';
import { detectFolded } from './detect.ts';
import { encodeFolded } from './encode.ts';
import { foldedReader } from './parse.ts';

const texts = [
  'main;parse;read 12\nmain;parse 3\nmain;eval 0.5\n',
  '# difference\na;b 1 2\r\na;c 0 5e3\r\n',
  'a;b_[j];c_[i];d_[k] 3\n-;;x y 1 2\n',
];

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): Promise<void>;
} = {
  name: 'folded',
  seeds: () => [
    ...texts.map((text) => new TextEncoder().encode(text)),
    new Uint8Array(Buffer.from('\ufeffmain;größe 1\n', 'utf16le')),
  ],
  async run(bytes) {
    detectFolded(bytes);
    const reader = foldedReader({ timeline: true, codec: zlibCodec });
    for (let at = 0; at < bytes.length; at += 61) reader.push(bytes.subarray(at, at + 61));
    const profile = await reader.finish();
    const written = Array.from(encodeFolded(profile, { valueType: 0, codec: zlibCodec }));
    // What is written is read again.
    const again = foldedReader({ timeline: true, codec: zlibCodec });
    for (const chunk of written) again.push(chunk);
    await again.finish();
  },
};
