import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameList } from '../packed-names.ts';
import {
  explore,
  type TimedSample,
  timedSamples,
  timelineProfile,
  wholeScope,
} from '../testing/timeline.ts';
import { answerSummary, type SummaryAnswer } from './summary.ts';

async function summarize(samples: readonly TimedSample[], scope = {}): Promise<SummaryAnswer> {
  const exploration = explore(timelineProfile(samples));
  return answerSummary(exploration, { scope: { ...wholeScope, ...scope }, most: 12, buckets: 5 });
}

function sumBy(
  samples: readonly TimedSample[],
  keyOf: (sample: TimedSample) => string | number | undefined,
): Map<string | number, number> {
  const sums = new Map<string | number, number>();
  for (const sample of samples) {
    const key = keyOf(sample);
    if (key !== undefined && sample.value > 0) sums.set(key, (sums.get(key) ?? 0) + sample.value);
  }
  return sums;
}

function at(name: string, value: number): TimedSample {
  return { path: ['main', name], value, timeNs: 0, thread: 0, cpu: 0 };
}

describe('summary', () => {
  it('agrees with a walk over every sample', async () => {
    await fc.assert(
      fc.asyncProperty(timedSamples, async (samples) => {
        const answer = await summarize(samples);
        const names = new NameList(answer.keys.names);
        const listed = (key: Int32Array, column: Float64Array): Map<string, number> =>
          new Map(Array.from(key, (each, row) => [names.at(each), column[row] as number]));
        // All functions here are own code: the place of a sample is the function that ran.
        const self = sumBy(samples, ({ path }) => path.at(-1));
        expect(listed(answer.bySelf.key, answer.bySelf.self)).toEqual(self);
        expect(listed(answer.places.key, answer.places.value)).toEqual(self);
        for (const [name, total] of listed(answer.mine.key, answer.mine.total)) {
          const hits = samples.filter(({ path }) => path.includes(name));
          expect(total).toBe(hits.reduce((sum, { value }) => sum + value, 0));
        }
        const threads = sumBy(samples, ({ thread }) => (thread < 0 ? undefined : thread));
        expect(new Map(answer.threads.rows.map((row) => [row.thread, row.value]))).toEqual(threads);
        expect(answer.whole).toBe(samples.reduce((sum, { value }) => sum + value, 0));
      }),
    );
  });

  it('says how many places hold half', async () => {
    const { places } = await summarize([at('a', 30), at('b', 25), at('c', 25), at('d', 20)]);
    expect(places).toMatchObject({ count: 4, halfCount: 2 });
  });

  it('follows range, threads and transforms', async () => {
    const samples = Array.from({ length: 40 }, (_, i) => ({
      path: ['main', i % 2 === 0 ? 'a' : 'b'],
      value: 1,
      timeNs: i,
      thread: i % 4,
      cpu: 0,
    }));
    const scope = { range: { startNs: 10, endNs: 30 }, threads: [0, 1], transforms: ['drop:b'] };
    const { threads, whole, cpu } = await summarize(samples, scope);
    // Of 10 … 29 the multiples of four.
    expect(threads.rows.map(({ thread, value }) => [thread, value])).toEqual([[0, 5]]);
    expect(whole).toBe(5);
    expect(cpu).toMatchObject({ cpuNs: 5, wallNs: 20 });
    expect(threads.when).toEqual(Float64Array.of(1, 1, 1, 1, 1));
  });
});
