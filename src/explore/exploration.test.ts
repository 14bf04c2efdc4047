import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { zlibCodec } from '../platform/zlib-codec.ts';
import type { Profile } from '../profile/index.ts';
import { Exploration } from './exploration.ts';
import type { Scope } from './scope.ts';
import {
  explore,
  type TimedSample,
  timedSamples,
  timelineProfile,
  wholeScope,
} from './testing/timeline.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Sums per process and path, the slow way. */
function bruteForce(samples: readonly TimedSample[], scope: Scope): Map<string, string> {
  const sums = new Map<string, { value: number; count: number }>();
  for (const { path, thread, cpu, timeNs, value } of samples) {
    if (value === 0) continue;
    if (scope.threads.length > 0 && !scope.threads.includes(thread)) continue;
    if (scope.cpus.length > 0 && !scope.cpus.includes(cpu)) continue;
    if (scope.range !== null && !(timeNs >= scope.range.startNs && timeNs < scope.range.endNs))
      continue;
    const id = `${[0, 0, 2, 3][thread] ?? -1} ${path.join(';')}`;
    const sum = sums.get(id) ?? { value: 0, count: 0 };
    sums.set(id, { value: sum.value + value, count: sum.count + 1 });
  }
  return new Map(Array.from(sums, ([id, { value, count }]) => [id, `${value} of ${count}`]));
}

function sumsOf(profile: Profile): Map<string, string> {
  const { samples, stacks, frames, functions, strings } = profile;
  return new Map(
    Array.from({ length: samples.length }, (_, row) => {
      const path: string[] = [];
      for (let at = samples.stack[row] as number; at >= 0; at = stacks.parent[at] as number) {
        const called = frames.function[stacks.frame[at] as number] as number;
        path.unshift(strings[functions.name[called] as number] ?? '');
      }
      const id = `${samples.thread?.[row] ?? -1} ${path.join(';')}`;
      return [id, `${samples.values[0]?.[row]} of ${samples.count?.[row]}`];
    }),
  );
}

describe('the samples of a scope', () => {
  it('add up to what one by one gives', () => {
    const range = fc.tuple(fc.integer({ min: -5, max: 105 }), fc.integer({ min: 0, max: 60 }));
    const few = fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 2 });
    fc.assert(
      fc.property(timedSamples, fc.option(range), few, few, (samples, time, threads, cpus) => {
        const profile = timelineProfile(samples);
        // A profile without any time is shown whole.
        const isTimed = profile.samples.timeNs !== null;
        const scope: Scope = {
          ...wholeScope,
          range: time === null || !isTimed ? null : { startNs: time[0], endNs: time[0] + time[1] },
          threads,
          cpus,
        };
        expect(sumsOf(explore(profile).scoped(scope))).toEqual(bruteForce(samples, scope));
      }),
      { numRuns: 300 },
    );
  });

  it('add up over several blocks of time, in order or not', () => {
    const random = seededRandom(3);
    for (const isOrdered of [true, false]) {
      const samples = Array.from({ length: 330_000 }, (_, at) => ({
        path: ['main', `f${Math.floor(random() * 9)}`],
        thread: Math.floor(random() * 4),
        cpu: 0,
        timeNs: isOrdered ? at : Math.floor(random() * 330_000),
        value: 1 + Math.floor(random() * 5),
      }));
      const exploration = explore(timelineProfile(samples));
      while (exploration.prepareStep());
      for (const [startNs, endNs] of [
        [0, 330_000],
        [65_536, 131_072],
        [70_000, 70_100],
        [1000, 320_000],
        [5, 5],
      ] as const) {
        const scope = { ...wholeScope, range: { startNs, endNs } };
        expect(sumsOf(exploration.scoped(scope))).toEqual(bruteForce(samples, scope));
      }
    }
  });

  it('go through transforms as if summed afterwards', () => {
    fc.assert(
      fc.property(
        timedSamples,
        fc.constantFrom('focus:a', 'drop:b', 'merge:c'),
        (samples, step) => {
          const profile = timelineProfile(samples);
          if (profile.samples.timeNs === null) return;
          const range = { startNs: 20, endNs: 70 };
          const scope = { ...wholeScope, range, transforms: [step] };
          const inRange = samples.filter(({ timeNs }) => timeNs >= 20 && timeNs < 70);
          const direct = explore(timelineProfile(inRange));
          const whole = direct.scoped({ ...wholeScope, transforms: [step] });
          expect(byPath(explore(profile).scoped(scope))).toEqual(byPath(whole));
        },
      ),
    );
  });
});

describe('closing a file', () => {
  const samples = [{ path: ['main', 'f'], thread: 0, cpu: 0, timeNs: 5, value: 3 }];

  it('lets go of the profile and of what was made from it', async () => {
    const exploration = new Exploration(zlibCodec);
    const freed: string[] = [];
    const registry = new FinalizationRegistry((name: string) => freed.push(name));
    const open = (): void => {
      const profile = timelineProfile(samples);
      registry.register(profile, 'profile');
      exploration.add({ name: 'x', formatName: 'folded', sizeBytes: 0, profile });
      const { skeleton } = exploration.callTree(wholeScope, 'functions');
      registry.register(skeleton, 'tree');
      registry.register(
        exploration.keyed(exploration.shape(wholeScope).profile, 'functions'),
        'keys',
      );
    };
    open();
    exploration.close(0);
    await vi.waitFor(() => {
      collectGarbage();
      expect(freed.toSorted()).toEqual(['keys', 'profile', 'tree']);
    });
    expect(() => exploration.scoped(wholeScope)).toThrow('no file 0 is open');
  });

  it('keeps the others, under their numbers', () => {
    const exploration = explore(timelineProfile(samples));
    const other = timelineProfile([...samples, ...samples]);
    exploration.add({ name: 'y', formatName: 'folded', sizeBytes: 0, profile: other });
    const before = sumsOf(exploration.scoped({ ...wholeScope, file: 1 }));
    exploration.close(0);
    expect(sumsOf(exploration.scoped({ ...wholeScope, file: 1 }))).toEqual(before);
    while (exploration.prepareStep());
    const next = { name: 'z', formatName: 'folded', sizeBytes: 0, profile: other };
    expect(exploration.add(next)).toBe(2);
  });
});

/** A transform may bring rows of different slots to the same path. */
function byPath(profile: Profile): Map<string, number> {
  const { samples, stacks, frames, functions, strings } = profile;
  const sums = new Map<string, number>();
  for (let row = 0; row < samples.length; row++) {
    let path = '';
    for (let at = samples.stack[row] as number; at >= 0; at = stacks.parent[at] as number) {
      const called = frames.function[stacks.frame[at] as number] as number;
      path = `${strings[functions.name[called] as number]};${path}`;
    }
    sums.set(path, (sums.get(path) ?? 0) + (samples.values[0]?.[row] ?? 0));
  }
  return sums;
}
