import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exploration } from '../exploration.ts';
import { NameList } from '../packed-names.ts';
import type { Scope, TimeRange } from '../scope.ts';
import {
  explore,
  type TimedSample,
  timedSamples,
  timelineProfile,
  wholeScope,
} from '../testing/timeline.ts';
import { answerFlameChart, type FlameChartAnswer } from './flame-chart.ts';
import { answerHeat } from './heat.ts';
import { answerStrip } from './strip.ts';
import { answerTimeline } from './timeline.ts';
import { answerTracks } from './tracks.ts';

const window: fc.Arbitrary<TimeRange | null> = fc.option(
  fc
    .tuple(fc.integer({ min: -5, max: 110 }), fc.integer({ min: 1, max: 60 }))
    .map(([startNs, length]) => ({ startNs, endNs: startNs + length })),
);
const scope: fc.Arbitrary<Scope> = fc.record({
  file: fc.constant(0),
  range: fc.constant(null),
  threads: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
  cpus: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
  value: fc.constant(''),
  transforms: fc.constantFrom<string[][]>([], ['drop:a'], ['focus:b'], ['merge:c', 'drop:d']),
});

/** What the transforms above leave of a path; null = nothing. */
function transformed(path: readonly string[], steps: readonly string[]): string[] | null {
  let left: string[] | null = [...path];
  for (const step of steps) {
    const [word, name = ''] = step.split(':');
    if (left === null) return null;
    if (word === 'drop' && left.includes(name)) left = null;
    else if (word === 'focus') left = left.includes(name) ? left.slice(left.indexOf(name)) : null;
    else if (word === 'merge') left = left.filter((each) => each !== name);
  }
  return left;
}

function isInside(sample: TimedSample, { threads, cpus, transforms }: Scope): boolean {
  return (
    !Number.isNaN(sample.timeNs) &&
    (threads.length === 0 || threads.includes(sample.thread)) &&
    (cpus.length === 0 || cpus.includes(sample.cpu)) &&
    transformed(sample.path, transforms) !== null
  );
}

/** Sums per bucket of some samples, the slow way. */
function bruteForce(
  samples: readonly TimedSample[],
  extent: TimeRange,
  { startNs, bucketNs, buckets }: { startNs: number; bucketNs: number; buckets: number },
): number[] {
  const sums = Array.from({ length: buckets }, () => 0);
  const first = Math.round((startNs - extent.startNs) / bucketNs);
  for (const { timeNs, value } of samples) {
    const at = Math.floor((timeNs - extent.startNs) / bucketNs) - first;
    if (at >= 0 && at < buckets) sums[at] = (sums[at] ?? 0) + value;
  }
  return sums;
}

/** Families added up: rows × buckets become buckets. */
function folded(value: Float64Array, buckets: number): number[] {
  const sums = Array.from({ length: buckets }, () => 0);
  value.forEach((each, at) => {
    sums[at % buckets] = (sums[at % buckets] ?? 0) + each;
  });
  return sums;
}

function opened(
  samples: readonly TimedSample[],
): { exploration: Exploration; extent: TimeRange } | null {
  const exploration = explore(timelineProfile(samples));
  const { extent } = exploration.file(0);
  return extent === null ? null : { exploration, extent };
}

describe('strip', () => {
  it('adds up to what a loop over the samples finds, at every level', () => {
    fc.assert(
      fc.property(
        timedSamples,
        scope,
        window,
        fc.integer({ min: 1, max: 9000 }),
        (samples, asked, shown, wanted) => {
          const file = opened(samples);
          if (file === null) return;
          const request = { scope: asked, window: shown, buckets: wanted };
          const answer = answerStrip(file.exploration, request);
          if (answer === null || answer instanceof Promise) throw new Error('no answer');
          const chosen = samples.filter((sample) => isInside(sample, asked));
          expect(folded(answer.value, answer.buckets)).toEqual(
            bruteForce(chosen, file.extent, answer),
          );
          expect(answer.buckets).toBeLessThanOrEqual(wanted + 2);
        },
      ),
    );
  });

  it('covers the window, from edge to edge', () => {
    const file = opened([0, 25, 50, 99].map((timeNs) => ({ ...still, timeNs })));
    const answer =
      file && answerStrip(file.exploration, { scope: wholeScope, window: null, buckets: 4 });
    expect(answer).toMatchObject({ startNs: 0, bucketNs: 25, buckets: 4 });
    expect(answer && 'value' in answer && folded(answer.value, 4)).toEqual([1, 1, 1, 1]);
  });

  it('has no answer for a profile without times', () => {
    const exploration = explore(timelineProfile([{ ...still, timeNs: Number.NaN }]));
    expect(answerStrip(exploration, { scope: wholeScope, window: null, buckets: 9 })).toBeNull();
  });
});

const still: TimedSample = { path: ['a'], thread: 0, cpu: 0, timeNs: 0, value: 1 };

describe('timeline', () => {
  it('gives each thread and processor its own', () => {
    fc.assert(
      fc.property(
        timedSamples,
        window,
        fc.integer({ min: 1, max: 5000 }),
        (samples, shown, wanted) => {
          const file = opened(samples);
          if (file === null) return;
          const answer = answerTimeline(file.exploration, {
            scope: wholeScope,
            window: shown,
            buckets: wanted,
            tracks: [
              { id: '', kind: 'threads', threads: [0, 1] },
              { id: '', kind: 'threads', threads: [3] },
              { id: '', kind: 'threads', threads: [-1] },
              { id: '', kind: 'cpu', cpu: 1 },
              { id: '', kind: 'counter', type: 0 },
            ],
          });
          if (answer === null || answer instanceof Promise) throw new Error('no answer');
          const timed = samples.filter(({ timeNs }) => !Number.isNaN(timeNs));
          const expected = [
            timed.filter(({ thread }) => thread === 0 || thread === 1),
            timed.filter(({ thread }) => thread === 3),
            timed.filter(({ thread }) => thread === -1),
            timed.filter(({ cpu }) => cpu === 1),
            timed,
          ];
          const perTrack = answer.value.length / expected.length;
          expected.forEach((chosen, at) => {
            const part = answer.value.subarray(at * perTrack, (at + 1) * perTrack);
            const found = folded(part, answer.buckets);
            // Threads 0…3 exist; without a column of threads all samples are of none.
            const hasThreads = timed.some(({ thread }) => thread >= 0);
            if (hasThreads || at > 2)
              expect(found).toEqual(bruteForce(chosen, file.extent, answer));
          });
        },
      ),
    );
  });

  it('lists processes and their threads, the busiest first', () => {
    const exploration = explore(
      timelineProfile([
        { ...still, thread: 0, value: 2 },
        { ...still, thread: 1, value: 3, timeNs: 5 },
        { ...still, thread: 3, value: 9, cpu: 2, timeNs: 7 },
      ]),
    );
    const answer = answerTracks(exploration, { scope: { ...wholeScope, threads: [0] } });
    expect(answer).toMatchObject({
      processes: [
        { pid: 3, threads: [3], total: 9 },
        { pid: 1, threads: [1, 0], total: 5 },
      ],
      cpus: [0, 2],
      cpuTotal: new Float64Array([5, 9]),
      threadWaited: null,
    });
  });
});

describe('heat', () => {
  it('counts what a loop over the samples counts', () => {
    fc.assert(
      fc.property(timedSamples, scope, window, (samples, asked, shown) => {
        const file = opened(samples);
        if (file === null) return;
        const request = { scope: asked, window: shown, lineNs: 20, cellsPerLine: 5 };
        const answer = answerHeat(file.exploration, request);
        if (answer === null || answer instanceof Promise) throw new Error('no answer');
        const cells = { startNs: answer.startNs, bucketNs: 4, buckets: answer.lines * 5 };
        const { startNs, endNs } = shown ?? file.extent;
        const chosen = samples.filter(
          (each) => isInside(each, asked) && each.timeNs >= startNs && each.timeNs < endNs,
        );
        expect([...answer.value]).toEqual(bruteForce(chosen, cellsExtent(answer.startNs), cells));
        const ones = chosen.flatMap((each) => (each.value === 0 ? [] : [{ ...each, value: 1 }]));
        expect([...answer.count]).toEqual(bruteForce(ones, cellsExtent(answer.startNs), cells));
        expect(Number.isInteger(answer.startNs / 20)).toBe(true);
      }),
    );
  });
});

function cellsExtent(startNs: number): TimeRange {
  return { startNs, endNs: Number.POSITIVE_INFINITY };
}

describe('flameChart', () => {
  it('shows at the time of each sample the path it saw', () => {
    fc.assert(
      fc.property(timedSamples, scope, window, (samples, asked, shown) => {
        const file = opened(samples);
        if (file === null) return;
        const threads = [0, 1, 2, 3];
        const request = { scope: asked, window: shown, threads, pixels: 1e9 };
        const answer = answerFlameChart(file.exploration, request);
        if (answer === null || answer instanceof Promise) throw new Error('no answer');
        const names = new NameList(answer.keys.names);
        const { startNs, endNs } = answer.window;
        for (const sample of samples) {
          const { thread, timeNs, cpu, value } = sample;
          const isShown = timeNs >= startNs && timeNs < endNs && value !== 0 && thread >= 0;
          if (!isShown || (asked.cpus.length > 0 && !asked.cpus.includes(cpu))) continue;
          const atSameTime = samples.filter(
            (each) => each.timeNs === timeNs && each.thread === thread,
          );
          if (atSameTime.length > 1) continue;
          const found = pathAt(answer, names, thread, timeNs);
          expect(found).toEqual(transformed(sample.path, asked.transforms) ?? []);
        }
      }),
    );
  });

  it('has no more boxes than there is room for, each inside its caller', () => {
    fc.assert(
      fc.property(
        timedSamples,
        window,
        fc.integer({ min: 1, max: 30 }),
        (samples, shown, pixels) => {
          const file = opened(samples);
          if (file === null) return;
          const request = { scope: wholeScope, window: shown, threads: [0, 2], pixels };
          const answer = answerFlameChart(file.exploration, request);
          if (answer === null || answer instanceof Promise) throw new Error('no answer');
          const perRow = new Map<string, number>();
          for (let box = 0; box < answer.length; box++) {
            const depth = answer.depth[box] ?? 0;
            if (depth > 0) expect(callerOf(answer, box)).toBeDefined();
            const row = `${answer.lane[box]} ${depth}`;
            perRow.set(row, (perRow.get(row) ?? 0) + 1);
          }
          for (const count of perRow.values()) expect(count).toBeLessThanOrEqual(2 * pixels + 2);
        },
      ),
    );
  });

  it('merges neighbours, leaves honest gaps, gathers what is narrow', () => {
    const samples = [
      ...[0, 10, 20, 30].map((time) => at(time, time === 20 ? 'abd' : 'abc')),
      ...[200, 210, 220].map((time) => at(time, 'a')),
    ];
    expect(pictureOf(samples, 1000)).toEqual([
      '0 a 0–40',
      '0 a 200–221',
      '1 b 0–40',
      '2 c 0–20',
      '2 c 30–40',
      '2 d 20–30',
    ]);
    // 221 ns on 10 pixels: boxes under 22.1 ns are one block as long as they touch.
    expect(pictureOf(samples, 10)).toEqual(['0 a 0–40', '0 … 200–221', '1 b 0–40', '2 … 0–40']);
    // On 3 pixels the pause is too narrow to be seen.
    expect(pictureOf(samples, 3)[0]).toBe('0 a 0–221');
  });
});

/** The box of the caller that a box lies in; undefined = none does. */
function callerOf(answer: FlameChartAnswer, box: number): number | undefined {
  const all = Array.from({ length: answer.length }, (_, at) => at);
  return all.find(
    (at) =>
      answer.lane[at] === answer.lane[box] &&
      answer.depth[at] === (answer.depth[box] ?? 0) - 1 &&
      answer.key[at] !== -1 &&
      (answer.startNs[at] ?? 0) <= (answer.startNs[box] ?? 0) &&
      (answer.endNs[at] ?? 0) >= (answer.endNs[box] ?? 0),
  );
}

function at(timeNs: number, path: string): TimedSample {
  return { ...still, timeNs, path: path.split('') };
}

/** The names of the boxes of a lane at a time, the outermost first. */
function pathAt(answer: FlameChartAnswer, names: NameList, lane: number, timeNs: number): string[] {
  const found: string[] = [];
  const end = answer.laneStart[lane + 1] ?? 0;
  for (let box = answer.laneStart[lane] ?? 0; box < end; box++) {
    const isHere = (answer.startNs[box] ?? 0) <= timeNs && timeNs < (answer.endNs[box] ?? 0);
    if (isHere) found[answer.depth[box] ?? 0] = names.at(answer.key[box] ?? -1);
  }
  return found;
}

function pictureOf(samples: readonly TimedSample[], pixels: number): string[] {
  const exploration = explore(timelineProfile(samples));
  const request = { scope: wholeScope, window: null, threads: [0], pixels };
  const answer = answerFlameChart(exploration, request);
  if (answer === null || answer instanceof Promise) throw new Error('no answer');
  const names = new NameList(answer.keys.names);
  return Array.from({ length: answer.length }, (_, box) => {
    const key = answer.key[box] ?? -1;
    const name = key < 0 ? '…' : names.at(key);
    return `${answer.depth[box]} ${name} ${answer.startNs[box]}–${answer.endNs[box]}`;
  }).sort();
}
