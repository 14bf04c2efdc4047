import { expect, it } from 'vitest';
import { noLabels, type Profile, ProfileBuilder } from '../../profile/index.ts';
import { addPath } from '../../profile/testing/picture.ts';
import { NameList } from '../packed-names.ts';
import type { Comparison, Scope } from '../scope.ts';
import { explored, scopeOf } from '../testing/explored.ts';
import { noiseWords } from './compare.ts';
import { answerCompareThreads } from './compare-threads.ts';

/** Samples a millisecond apart: so many of each thread, one thread after the other. */
function threaded(process: string, threads: readonly (readonly [string, number])[]): Profile {
  const builder = new ProfileBuilder();
  const type = builder.addValueType('cpu', 'nanoseconds');
  const stack = addPath(builder, ['main']);
  let timeNs = 0;
  for (const [at, [name, count]] of threads.entries()) {
    const thread = builder.addThread({
      pid: 1,
      tid: name === process ? 1 : 10 + at,
      processName: builder.string(process),
      threadName: builder.string(name),
    });
    for (let sample = 0; sample < count; sample++) {
      const row = builder.addSample(stack, thread, noLabels);
      builder.samples.addValue(row, type, 1e6);
      timeNs += 1e6;
      builder.samples.setTime(row, timeNs);
    }
  }
  return builder.finish();
}

async function picture(profiles: readonly Profile[], sides: Comparison): Promise<string[]> {
  const answer = await answerCompareThreads(explored(...profiles), sides);
  const names = new NameList(answer.names);
  return Array.from({ length: answer.length }, (_, row) =>
    [
      names.at(row),
      (answer.base[row] ?? 0) / 1e6,
      (answer.after[row] ?? 0) / 1e6,
      noiseWords[answer.noise[row] as number],
      JSON.stringify([answer.baseThreads[row], answer.afterThreads[row]]),
    ].join(' '),
  );
}

const old = threaded('app-1', [
  ['app-1', 300],
  ['worker', 200],
  ['worker', 100],
  ['log', 50],
]);
const now = threaded('app-2', [
  ['worker', 100],
  ['app-2', 310],
]);

it('sums threads of one name on each side', async () => {
  const sides = { base: scopeOf(0), after: scopeOf(1), normalize: false };
  expect(await picture([old, now], sides)).toEqual([
    'worker 300 100 real [[1,2],[0]]',
    'log 50 0 real [[3],[]]',
    'app-2 300 310 noise [[0],[1]]',
  ]);
});

it('looks at the chosen threads only, and at shares if asked to', async () => {
  const sides = {
    base: scopeOf(0, { threads: [1, 2] }),
    after: scopeOf(1, { threads: [0] }),
    normalize: true,
  };
  expect(await picture([old, now], sides)).toEqual(['worker 300 300 noise [[1,2],[0]]']);
});

/** In milliseconds. */
function between(start: number, end: number): Scope {
  return scopeOf(0, { range: { startNs: start * 1e6, endNs: end * 1e6 } });
}

it('keeps threads of one file apart, in both of its times', async () => {
  const sides = { base: between(101, 401), after: between(401, 601), normalize: false };
  expect(await picture([old], sides)).toEqual([
    'app-1 200 0 real [[0],[0]]',
    'worker 12 0 100 real [[2],[2]]',
    'worker 11 100 100 noise [[1],[1]]',
  ]);
});
