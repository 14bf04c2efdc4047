import { parseSampleText } from './parse-sample-text.ts';

const seed =
  'main:1200:3\n 1: 100\n 2.1: 300 run_add:200\n 3: small:800\n  1: 700\ncold:0:0\n 1: 0\n';

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'llvm-sample-text',
  seeds: () => [new TextEncoder().encode(seed)],
  run: (bytes) => void parseSampleText(bytes),
};
