import { readFileSync } from 'node:fs';
import { parseHeapprofile } from './parse.ts';

const recording = new URL('../../../fixtures/recordings/node-held.heapprofile', import.meta.url);

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'heapprofile',
  seeds: () => [readFileSync(recording)],
  run(bytes) {
    parseHeapprofile(bytes);
  },
};
