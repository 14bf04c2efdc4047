import { readFileSync } from 'node:fs';
import { sectionCodec } from '../../platform/zlib-codec.ts';
import { encodeIndexedProfile } from './encode-indexed.ts';
import { isIndexedProfile, parseIndexedProfile } from './indexed-profile.ts';
import { mergeProfiles } from './merge-profiles.ts';
import { parseRawProfiles } from './raw-profile.ts';

export const fuzzTarget = {
  name: 'llvm-instrumented-profile',
  seeds(): Uint8Array[] {
    const names = ['calc-v8.profraw', 'calc-v10.profraw', 'calc-v12.profdata'];
    return names.map((name) => readFileSync(new URL(`testdata/${name}`, import.meta.url)));
  },
  /** What can be read can be merged and written, and is read back with the same functions. */
  run(bytes: Uint8Array): void {
    const profiles = isIndexedProfile(bytes)
      ? [parseIndexedProfile(bytes)]
      : parseRawProfiles(bytes, sectionCodec);
    const merged = mergeProfiles(profiles);
    const again = parseIndexedProfile(encodeIndexedProfile(merged));
    const differs = again.functions.length !== merged.functions.length;
    if (differs) throw new Error('a written profile is read differently');
  },
};
