import { readFileSync } from 'node:fs';
import { parseCpuprofile } from './parse.ts';

const recording = new URL('../../../fixtures/recordings/node-shares.cpuprofile', import.meta.url);
const tree =
  '{"head":{"functionName":"(root)","id":1,"hitCount":0,"children":[{"functionName":"f","id":2,' +
  '"hitCount":2,"lineNumber":3,"url":"x.js","children":[]}]},"startTime":1,"endTime":2,' +
  '"samples":[2,2],"timestamps":[1000000,1500000]}';

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'cpuprofile',
  seeds: () => [readFileSync(recording), new TextEncoder().encode(tree)],
  run(bytes) {
    parseCpuprofile(bytes, true);
    parseCpuprofile(bytes, false);
  },
};
