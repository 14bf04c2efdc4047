import { readFileSync } from 'node:fs';
import { type Format, formats } from '../../src/formats/index.ts';
import { zlibCodec } from '../../src/platform/zlib-codec.ts';
import type { Profile } from '../../src/profile/index.ts';
import { profileFromPicture } from '../../src/profile/testing/picture.ts';

const perfScript = `node 1234/1235 [001] 5678.123456:    1000000 cpu-clock:u: 
            55d4c0de1234 read+0x14 (/usr/bin/node)
            55d4c0de2234 parse+0x24 (/usr/bin/node)
            55d4c0de3234 main+0x34 (/usr/bin/node)

node 1234/1236 [000] 5678.124456:    1000000 cpu-clock:u: 
            55d4c0de4234 eval+0x14 (/usr/bin/node)
            55d4c0de3234 main+0x34 (/usr/bin/node)

`;

const perfData = new URL(
  '../../src/formats/perf-data/testdata/frame-pointers.data',
  import.meta.url,
);

const heapProfile = new URL('../../fixtures/recordings/node-held.heapprofile', import.meta.url);

/** A small file of the format, large enough to be cut in sixteen. */
export async function validInput(format: Format): Promise<Uint8Array> {
  if (format.name === 'perf-script') return Buffer.from(perfScript.repeat(8));
  if (format.name === 'perf.data') return readFileSync(perfData);
  if (format.name === 'heapprofile') return readFileSync(heapProfile);
  return await encoded(format, smallProfile());
}

export function smallProfile(): Profile {
  return profileFromPicture(`
    main@app   main@app   main@app      main@app   main@app
    parse@app  parse@app  eval@app      größer     main@app
    read@libc  7          collect@libc  3          12
    5                     2`);
}

export async function encoded(
  format: Format,
  profile: Profile,
  valueType = 0,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of format.encode?.(profile, { valueType, codec: zlibCodec }) ?? []) {
    chunks.push(Uint8Array.from(chunk));
  }
  return Buffer.concat(chunks);
}

export const writableFormats: readonly Format[] = formats.filter(
  (format) => format.encode !== undefined,
);
