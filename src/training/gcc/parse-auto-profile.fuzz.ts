import { FunctionSamples } from '../llvm/function-samples.ts';
import { encodeAutoProfile } from './encode-auto-profile.ts';
import { parseAutoProfile } from './parse-auto-profile.ts';

export const fuzzTarget: {
  name: string;
  seeds(): Uint8Array[];
  run(bytes: Uint8Array): void;
} = {
  name: 'auto-profile',
  seeds() {
    const main = new FunctionSamples('main');
    main.addBody(4096, 9);
    main.addTarget(4096, 'abc', 9);
    main.inlinedAt(8192, 'f').addBody(0, 2);
    return [encodeAutoProfile({ functions: [main], sampleCount: 1, callCount: 1, lineless: 0 })];
  },
  run(bytes) {
    parseAutoProfile(bytes);
  },
};
