import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect } from 'vitest';
import { fakeHost } from '../../src/cli/testing/fake-host.ts';
import { saveProfile } from '../../src/load/index.ts';
import type { Profile } from '../../src/profile/index.ts';
import { arbitraryProfile } from '../../src/profile/testing/arbitrary-profile.ts';
import { plateau, pprof, words } from './pprof-output.ts';
import { requires } from './requires.ts';

const itWithGo = requires('go');
const folder = mkdtempSync(join(tmpdir(), 'pprof-filters-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What recorded profiles seldom have: places where an inner function matches and the outer does not. */
const expressions = ['parse', 'read|eval', '^m', 'libc', '\\.c$', 'g$', 'nothing'];
const tags = [
  'handler=api',
  '4kb',
  ':1kb',
  '1kb:8kb',
  'bytes=4096b',
  'handler:/api',
  'api,handler',
];

const wishes = fc.record({
  focus: fc.option(fc.constantFrom(...expressions), { freq: 2 }),
  ignore: fc.option(fc.constantFrom(...expressions), { freq: 1 }),
  hide: fc.option(fc.constantFrom(...expressions), { freq: 2 }),
  show: fc.option(fc.constantFrom(...expressions), { freq: 1 }),
  show_from: fc.option(fc.constantFrom(...expressions), { freq: 2 }),
  prune_from: fc.option(fc.constantFrom(...expressions), { freq: 2 }),
  tagfocus: fc.option(fc.constantFrom(...tags), { freq: 1 }),
  tagignore: fc.option(fc.constantFrom(...tags), { freq: 1 }),
});

/** Some frames of which the profile itself says that they do not matter. */
function withUninteresting(profile: Profile, drop: boolean): Profile {
  if (!drop) return profile;
  const meta = { ...profile.meta, dropFrames: 'malloc|read|eval', keepFrames: 'eval' };
  return { ...profile, meta };
}

/** Without the line that names the program: which image that is, is not a matter of filters. */
function samples(text: string): string[] {
  return words(text).filter((line) => !line.startsWith('File: '));
}

describe('pprof agrees on generated profiles', () => {
  itWithGo('whatever is filtered', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        arbitraryProfile({ times: false, threads: false }),
        fc.boolean(),
        fc.array(wishes, { minLength: 3, maxLength: 3 }),
        async (profile, drop, filters) => {
          const file = join(folder, `${number++}.pb.gz`);
          await saveProfile(fakeHost([]), withUninteresting(profile, drop), file, { to: 'pprof' });
          for (const filter of filters) {
            const given = Object.entries(filter).filter(([, value]) => value !== null);
            const theirs = given.map(([name, value]) => `-${name}=${value}`);
            const ours = given.flatMap(([name, value]) => [
              `--${name.replace('_', '-')}`,
              `${value}`,
            ]);
            const expected = samples(pprof('-traces', ...theirs, file));
            expect(samples(await plateau('traces', ...ours, file)), theirs.join(' ')).toEqual(
              expected,
            );
          }
        },
      ),
      { numRuns: Number(process.env['RUNS'] ?? 25), seed: Number(process.env['SEED'] ?? 5) },
    );
  });
});
