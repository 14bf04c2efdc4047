import { encodeTar, parseTar } from './tar-file.ts';

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'tar-file',
  seeds: () => [
    encodeTar([{ name: 'a#b.gcda', bytes: new Uint8Array(600).fill(7) }]),
    encodeTar([
      { name: `deep/${'folder/'.repeat(20)}x.gcda`, bytes: new Uint8Array(12) },
      { name: 'empty.gcda', bytes: new Uint8Array(0) },
    ]),
  ],
  run(bytes) {
    parseTar(bytes);
  },
};
