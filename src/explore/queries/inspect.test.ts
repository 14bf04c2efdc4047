import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  explore,
  type TimedSample,
  timedSamples,
  timelineProfile,
  wholeScope,
} from '../testing/timeline.ts';
import { answerInspect, type InspectedFunction } from './inspect.ts';

const request = {
  scope: wholeScope,
  by: 'functions',
  module: '',
  buckets: 4,
  mostCalls: 9,
} as const;

async function inspect(samples: readonly TimedSample[], name: string, of = {}) {
  const exploration = explore(timelineProfile(samples));
  return answerInspect(exploration, { ...request, name, ...of });
}

function sample(path: string, value: number, timeNs: number, thread = 0): TimedSample {
  return { path: path.split(' '), value, timeNs, thread, cpu: 0 };
}

function sum(of: readonly TimedSample[]): number {
  return of.reduce((total, { value }) => total + value, 0);
}

describe('one function', () => {
  it('shares its total out to callers, and with self to callees', async () => {
    const found = (await inspect(
      [
        sample('main f', 1, 0),
        sample('main f g', 2, 10),
        sample('other f f h', 4, 20),
        sample('f', 8, 30),
        sample('main', 16, 99),
      ],
      'f',
    )) as InspectedFunction;
    expect(found).toMatchObject({ total: 15, self: 9, totalSamples: 4, selfSamples: 2, whole: 31 });
    expect(found.callers.rows.map(({ name, value }) => [name, value])).toEqual([
      ['other', 4],
      ['main', 3],
    ]);
    expect(found.callees.rows.map(({ name, value }) => [name, value])).toEqual([
      ['h', 4],
      ['g', 2],
    ]);
    expect(found.when).toEqual(Float64Array.of(7, 8, 0, 0));
  });

  it('is nothing where the scope has none of it', async () => {
    expect(await inspect([sample('main f', 1, 0)], 'g')).toBeNull();
    const late = { scope: { ...wholeScope, range: { startNs: 5, endNs: 9 } } };
    expect(await inspect([sample('main f', 1, 0), sample('g', 1, 7)], 'f', late)).toBeNull();
  });

  it('agrees with a walk over every sample', async () => {
    await fc.assert(
      fc.asyncProperty(timedSamples, async (samples) => {
        const found = await inspect(samples, 'a');
        const hits = samples.filter(({ path, value }) => value > 0 && path.includes('a'));
        expect(found?.total ?? 0).toBe(sum(hits));
        expect(found?.totalSamples ?? 0).toBe(hits.length);
        expect(found?.self ?? 0).toBe(sum(hits.filter(({ path }) => path.at(-1) === 'a')));
        for (const name of 'bcde') {
          const calls = hits.filter(({ path }) => path[path.lastIndexOf('a') + 1] === name);
          const callee = found?.callees.rows.find((row) => row.name === name);
          expect(callee?.value ?? 0).toBe(sum(calls));
          const called = hits.filter(({ path }) => path[path.indexOf('a') - 1] === name);
          const caller = found?.callers.rows.find((row) => row.name === name);
          expect(caller?.value ?? 0).toBe(sum(called));
        }
        const timed = hits.filter(({ timeNs }) => !Number.isNaN(timeNs));
        expect((found?.when ?? new Float64Array(0)).reduce((a, b) => a + b, 0)).toBe(
          found?.when === null ? 0 : sum(timed),
        );
      }),
    );
  });
});
