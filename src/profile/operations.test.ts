import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactProfile } from './compact.ts';
import { filterByName, showFrom } from './filter.ts';
import { granularities, mergeFrames } from './granularity.ts';
import { invertStacks } from './invert.ts';
import { mergeProfiles } from './merge.ts';
import { pruneFrom, pruneUninteresting } from './prune.ts';
import { normalizeProfile, scaleProfile } from './scale.ts';
import { subtractBase, subtractDiffBase } from './subtract.ts';
import type { Profile } from './tables.ts';
import { arbitraryProfile } from './testing/arbitrary-profile.ts';
import { canonicalProfile, totalsOf } from './testing/canonical.ts';
import { parseTransform } from './transform.ts';
import { validateProfile } from './validate.ts';

const anyProfile = arbitraryProfile();
const inMilliseconds = arbitraryProfile({ valueTypes: [['cpu', 'milliseconds']], times: false });
const runs = { numRuns: 150, seed: 20 };

/** Operations that may drop samples or frames but never invent any. */
const reducing: Readonly<Record<string, (profile: Profile) => Profile>> = {
  focus: (profile) => filterByName(profile, { focus: /parse|libc/ }).profile,
  ignore: (profile) => filterByName(profile, { ignore: /read/ }).profile,
  hide: (profile) => filterByName(profile, { hide: /^p|kernel/ }).profile,
  show: (profile) => filterByName(profile, { show: /a/ }).profile,
  'show from': (profile) => showFrom(profile, /parse|eval/).profile,
  'drop function': parseTransform('drop:malloc'),
};

/** Operations that keep every sample. */
const conserving: Readonly<Record<string, (profile: Profile) => Profile>> = {
  'prune from': (profile) => pruneFrom(profile, /^f|^\(anonymous namespace\)::g$/),
  'merge function': parseTransform('merge:/main|parse/'),
  recursion: parseTransform('recursion'),
  'recursion of one': parseTransform('recursion:read'),
  'collapse module': parseTransform('module:libc.so'),
  rename: parseTransform('rename:/m(a)/<$1>/'),
  mine: parseTransform('mine'),
  'hide by expression': parseTransform('hide:malloc|read'),
  compact: compactProfile,
  ...Object.fromEntries(
    granularities.map((level) => [level, (profile: Profile) => mergeFrames(profile, level)]),
  ),
};

/** Not idempotent, as in pprof: a place that was cut may be the user's own when looked at again. */
const conservingOnce: Readonly<Record<string, (profile: Profile) => Profile>> = {
  invert: invertStacks,
  uninteresting: (profile) =>
    pruneUninteresting({
      ...profile,
      meta: { ...profile.meta, dropFrames: 'malloc|read', keepFrames: 'read' },
    }),
};

describe('every operation', () => {
  it.each(Object.entries({ ...reducing, ...conserving }))(
    '%s is idempotent and gives a valid profile',
    (_name, operation) => {
      fc.assert(
        fc.property(anyProfile, (profile) => {
          const once = operation(profile);
          validateProfile(once);
          const twice = operation(once);
          validateProfile(twice);
          expect(canonicalProfile(twice)).toEqual(canonicalProfile(once));
          expect(Object.isFrozen(once)).toBe(true);
        }),
        runs,
      );
    },
  );

  it.each(Object.entries({ ...conserving, ...conservingOnce }))(
    '%s conserves totals',
    (_name, operation) => {
      fc.assert(
        fc.property(anyProfile, (profile) => {
          expect(totalsOf(operation(profile))).toEqual(totalsOf(profile));
          expect(operation(profile).samples.length).toBe(profile.samples.length);
        }),
        runs,
      );
    },
  );
});

describe('filters', () => {
  it('split the total between what passes a function and what does not', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const passing = totalsOf(filterByName(profile, { focus: /read/ }).profile);
        const others = totalsOf(filterByName(profile, { ignore: /read/ }).profile);
        const { stack, values } = profile.samples;
        const without = values.map((column) =>
          column.reduce((sum, value, row) => sum + (stack[row] === -1 ? value : 0), 0),
        );
        const sums = passing.map(
          (value, type) => value + (others[type] ?? 0) + (without[type] ?? 0),
        );
        expect(sums).toEqual(totalsOf(profile));
      }),
      runs,
    );
  });
});

describe('inversion', () => {
  it('twice is the identity', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const twice = invertStacks(invertStacks(profile));
        validateProfile(twice);
        expect(canonicalProfile(twice)).toEqual(canonicalProfile(profile));
      }),
      runs,
    );
  });
});

describe('merging', () => {
  it('adds totals, commutes and associates up to row order', () => {
    fc.assert(
      fc.property(anyProfile, anyProfile, anyProfile, (a, b, c) => {
        const ab = mergeProfiles([a, b]);
        const sums = totalsOf(a).map((value, type) => value + (totalsOf(b)[type] ?? 0));
        expect(totalsOf(ab)).toEqual(sums);
        expect(canonicalProfile(ab)).toEqual(canonicalProfile(mergeProfiles([b, a])));
        const left = canonicalProfile(mergeProfiles([ab, c]));
        expect(left).toEqual(canonicalProfile(mergeProfiles([a, mergeProfiles([b, c])])));
        expect(left).toEqual(canonicalProfile(mergeProfiles([a, b, c])));
      }),
      { numRuns: 80, seed: 20 },
    );
  });

  it('brings one quantity in two units to the finer one and keeps others apart', () => {
    fc.assert(
      fc.property(anyProfile, inMilliseconds, (ns, ms) => {
        const merged = mergeProfiles([ms, ns]);
        expect(merged.valueTypes).toEqual([
          { name: 'cpu', unit: 'nanoseconds' },
          { name: 'samples', unit: 'count' },
        ]);
        const [samples = 0, nanoseconds = 0] = totalsOf(ns);
        const [milliseconds = 0] = totalsOf(ms);
        expect(totalsOf(merged)).toEqual([nanoseconds + milliseconds * 1e6, samples]);
      }),
      runs,
    );
  });

  it('with the opposite adds up to nothing', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        const merged = mergeProfiles([profile, scaleProfile(profile, -1)]);
        for (const total of totalsOf(merged)) expect(Math.abs(total)).toBe(0);
      }),
      runs,
    );
  });
});

describe('subtracting', () => {
  const summed = arbitraryProfile({ times: false });

  it('a profile from itself leaves nothing, or both sides when the base is marked', () => {
    fc.assert(
      fc.property(summed, (profile) => {
        expect(subtractBase(profile, profile).samples.length).toBe(0);
        const marked = subtractDiffBase(profile, profile);
        validateProfile(marked);
        expect(totalsOf(marked).map(Math.abs)).toEqual(totalsOf(profile).map(() => 0));
        const zero = (row: number): boolean =>
          profile.samples.values.every((column) => column[row] === 0);
        const filled = Array.from(profile.samples.stack, (_, row) => row).filter(
          (row) => !zero(row),
        );
        const kept = canonicalProfile(marked).filter((line) => line.includes('pprof::base=true'));
        expect(kept.length).toBeLessThanOrEqual(filled.length);
        expect(kept.length > 0).toBe(filled.length > 0);
      }),
      runs,
    );
  });

  it('after normalizing compares equal amounts', () => {
    fc.assert(
      fc.property(summed, summed, (a, b) => {
        const scaled = normalizeProfile(a, b);
        totalsOf(scaled).forEach((total, type) => {
          const wanted = totalsOf(a)[type] === 0 ? 0 : (totalsOf(b)[type] ?? 0);
          expect(total).toBeCloseTo(wanted, 6);
        });
      }),
      runs,
    );
  });
});
