import { describe, expect, it } from 'vitest';
import { noLabels, ProfileBuilder } from '../profile/index.ts';
import { none, type StackIndex } from '../profile/tables.ts';
import { addPath } from '../profile/testing/picture.ts';
import { keyFamilies } from '../render/index.ts';
import { NameList } from './packed-names.ts';
import { answerFunctions, type FunctionsAnswer } from './queries/functions.ts';
import { answerHeat } from './queries/heat.ts';
import { answerMarkers } from './queries/markers.ts';
import { answerStrip } from './queries/strip.ts';
import { answerSummary, type SummaryAnswer } from './queries/summary.ts';
import { answerTimeline, laneStates } from './queries/timeline.ts';
import { answerTracks } from './queries/tracks.ts';
import { answerWait } from './queries/wait.ts';
import type { TimeRange } from './scope.ts';
import { explore, wholeScope } from './testing/timeline.ts';
import { threadWaits, waitKinds } from './thread-waits.ts';

/** A thread from 0 to 100 that waits for a lock, sleeps, and waits for a processor. */
function waitingProfile(): ProfileBuilder {
  const builder = new ProfileBuilder();
  const cpu = builder.addValueType('cpu', 'nanoseconds');
  const off = builder.addValueType('off-cpu', 'nanoseconds');
  const runnable = builder.addValueType('runnable', 'nanoseconds');
  builder.meta.defaultValueType = cpu;
  const thread = builder.addThread({ pid: 1, tid: 1, startNs: 0, endNs: 100 });
  const add = (path: readonly string[], timeNs: number, type: typeof cpu, value: number): void => {
    const row = builder.addSample(addPath(builder, path), thread, noLabels);
    builder.samples.addValue(row, type, value);
    builder.samples.setTime(row, timeNs);
  };
  add(['main', 'lock', 'futex_wait'], 10, off, 25);
  add(['main', 'nap', 'do_nanosleep', 'schedule'], 50, off, 20);
  add(['main'], 80, runnable, 5);
  add(['main'], 0, cpu, 10);
  add(['main'], 99, cpu, 10);
  builder.addMarker({ name: builder.string('begin'), thread, startNs: 5, endNs: 5 });
  builder.addMarker({ name: builder.string('phase'), thread, startNs: 30, endNs: 70 });
  return builder;
}

describe('waits', () => {
  it('are told apart by what the thread waited for', () => {
    const waits = threadWaits(waitingProfile().finish()).get(0);
    expect(Array.from(waits?.startNs ?? [])).toEqual([10, 50, 80]);
    expect(Array.from(waits?.endNs ?? [])).toEqual([35, 70, 85]);
    expect(Array.from(waits?.kind ?? [], (kind) => waitKinds[kind])).toEqual([
      'waiting',
      'asleep',
      'runnable',
    ]);
  });

  it('fill the lane of their thread; the rest of its life it runs', () => {
    const exploration = explore(waitingProfile().finish());
    const answer = answerTimeline(exploration, {
      scope: wholeScope,
      window: null,
      buckets: 4,
      tracks: [{ id: 'x', kind: 'threads', threads: [0] }],
    });
    if (answer === null || answer instanceof Promise) throw new Error('no answer');
    const { lanes, buckets } = answer;
    expect(answer).toMatchObject({ bucketNs: 25, buckets: 4, ids: ['x'] });
    const picture = laneStates.map(
      (state, at) => `${state} ${lanes.subarray(at * buckets, (at + 1) * buckets).join(',')}`,
    );
    expect(picture).toEqual([
      'running 10,15,5,20',
      'runnable 0,0,0,5',
      'waiting 15,10,0,0',
      'asleep 0,0,20,0',
    ]);
    expect(answerTracks(exploration, { scope: wholeScope })).toMatchObject({
      threadWaited: new Float64Array([50, 0]),
    });
  });

  it('are spread over the time they took where they are the value', () => {
    const exploration = explore(waitingProfile().finish());
    const scope = { ...wholeScope, value: 'off-cpu' };
    const tracks = [{ id: 'x', kind: 'threads' as const, threads: [0] }];
    const useOf = (window: TimeRange | null, buckets: number): number[] => {
      const answer = answerTimeline(exploration, { scope, window, buckets, tracks });
      if (answer === null || answer instanceof Promise) throw new Error('no answer');
      return Array.from({ length: answer.buckets }, (_, bucket) => {
        let sum = 0;
        for (let at = bucket; at < answer.value.length; at += answer.buckets) {
          sum += answer.value[at] ?? 0;
        }
        return sum / answer.bucketNs;
      });
    };
    expect(useOf(null, 4)).toEqual([0.6, 0.4, 0.8, 0]);
    // Finer than what is kept ready: the wait began long before the window.
    expect(useOf({ startNs: 25, endNs: 27 }, 2).every((use) => Math.abs(use - 1) < 1e-9)).toBe(
      true,
    );
  });
});

describe('a wait at a time', () => {
  it('is the one the thread was in, named by what called the kernel', async () => {
    const exploration = explore(waitingProfile().finish());
    const at = (timeNs: number): ReturnType<typeof answerWait> =>
      answerWait(exploration, { scope: wholeScope, timeNs });
    expect(await at(30)).toMatchObject({ kind: 'waiting', startNs: 10, endNs: 35, threads: 1 });
    expect(await at(69)).toMatchObject({ kind: 'asleep', name: 'schedule' });
    expect(await at(40)).toBe(null);
    expect(await at(95)).toBe(null);
  });

  it('has the colour of the first function outside of the kernel', () => {
    const builder = new ProfileBuilder();
    const off = builder.addValueType('off-cpu', 'nanoseconds');
    const thread = builder.addThread({ pid: 1, tid: 1, startNs: 0, endNs: 100 });
    const kernel = builder.addMapping({ file: builder.string('[kernel]'), kind: 'kernel' });
    const user = builder.addMapping({ file: builder.string('/bin/app') });
    let stack: StackIndex = none;
    for (const [name, mapping] of [
      ['main', user],
      ['futex_wait', kernel],
      ['schedule', kernel],
    ] as const) {
      const called = builder.addFunction({ name: builder.string(name) });
      stack = builder.addStack(stack, builder.addFrame({ function: called, mapping }));
    }
    const row = builder.addSample(stack, thread, noLabels);
    builder.samples.addValue(row, off, 60);
    builder.samples.setTime(row, 10);
    const last = builder.addSample(stack, thread, noLabels);
    builder.samples.addValue(last, off, 1);
    builder.samples.setTime(last, 99);
    const exploration = explore(builder.finish());
    const answer = answerStrip(exploration, { scope: wholeScope, window: null, buckets: 1 });
    if (answer === null || answer instanceof Promise) throw new Error('no answer');
    const families = keyFamilies.filter((_, at) =>
      answer.value
        .subarray(at * answer.buckets, (at + 1) * answer.buckets)
        .some((cell) => cell > 0),
    );
    expect(families).toEqual(['own']);
    expect(answerWait(exploration, { scope: wholeScope, timeNs: 40 })).toMatchObject({
      name: 'main',
      isWaitValue: true,
    });
    const selfBy = (hasWaiters: boolean): unknown => {
      const request = { scope: wholeScope, by: 'functions', hasWaiters } as const;
      const { key, keys, self, selfSamples } = answerFunctions(
        exploration,
        request,
      ) as FunctionsAnswer;
      return [new NameList(keys.names).at(key[0] as number), self[0], selfSamples[0]];
    };
    expect(selfBy(false)).toEqual(['schedule', 61, 2]);
    expect(selfBy(true)).toEqual(['main', 61, 2]);
    // The Summary names who waits, and when.
    const summary = { scope: wholeScope, most: 3, buckets: 4 };
    const { bySelf, keys, places, threads } = answerSummary(exploration, summary) as SummaryAnswer;
    const nameOf = (key: Int32Array): string => new NameList(keys.names).at(key[0] as number);
    expect([nameOf(bySelf.key), nameOf(places.key)]).toEqual(['main', 'main']);
    expect(threads.when?.filter((part) => part > 0)).toHaveLength(4);
  });
});

describe('heat', () => {
  it('lies where threads waited, not where that began', () => {
    const exploration = explore(waitingProfile().finish());
    const scope = { ...wholeScope, value: 'off-cpu' };
    const request = { scope, window: null, lineNs: 100, cellsPerLine: 4 };
    const answer = answerHeat(exploration, request);
    if (answer === null || answer instanceof Promise) throw new Error('no answer');
    expect(Array.from(answer.value)).toEqual([15, 10, 20, 0]);
    expect(Array.from(answer.count)).toEqual([1, 0, 1, 0]);
    expect(answer.isWait).toBe(true);
  });
});

describe('markers', () => {
  it('are those that touch the window, the earliest first', () => {
    const exploration = explore(waitingProfile().finish());
    const startsIn = (startNs: number, endNs: number): number[] => {
      const answer = answerMarkers(exploration, { file: 0, window: { startNs, endNs } });
      return answer instanceof Promise ? [] : Array.from(answer.startNs);
    };
    expect(startsIn(0, 100)).toEqual([5, 30]);
    expect(startsIn(5, 6)).toEqual([5]);
    expect(startsIn(6, 30)).toEqual([]);
    expect(startsIn(60, 65)).toEqual([30]);
    expect(startsIn(71, 100)).toEqual([]);
  });
});
