import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../../base/diagnostics.ts';
import {
  framesOf,
  noLabels,
  none,
  type Profile,
  ProfileBuilder,
  type StackIndex,
  symbolizedBits,
  textAt,
} from '../../profile/index.ts';
import { addPath, foldedPicture, profileFromPicture } from '../../profile/testing/picture.ts';
import { parsePprof } from './parse.ts';
import { encoded } from './testing/encoded.ts';
import { messageBytes, packed } from './testing/profile-message.ts';
import { pprofRecordings, recordedBytes } from './testing/recordings.ts';

/** A profile with every reference followed, so that only the numbering of rows is left out. */
function expanded(profile: Profile): unknown {
  const { samples, labelSets, frames, functions, mappings, threads } = profile;
  const mappingAt = (row: number) => (row < 0 ? null : expandRow(profile, mappings, row));
  const frameAt = (row: number) => ({
    ...expandRow(profile, frames, row),
    function:
      (frames.function[row] as number) < 0
        ? null
        : expandRow(profile, functions, frames.function[row] as number),
    mapping: mappingAt(frames.mapping[row] as number),
  });
  const labelAt = (at: number) => ({
    key: textAt(profile, labelSets.key[at] as number),
    text: labelSets.text[at] === -1 ? null : textAt(profile, labelSets.text[at] as number),
    number: labelSets.number[at],
    unit: textAt(profile, labelSets.unit[at] as number),
  });
  return {
    meta: { ...profile.meta, health: null },
    valueTypes: profile.valueTypes,
    mappings: range(0, mappings.length).map(mappingAt),
    samples: range(0, samples.length).map((row) => {
      const set = samples.labels?.[row] ?? 0;
      const thread = samples.thread?.[row] ?? -1;
      return {
        values: samples.values.map((column) => column[row]),
        stack: framesOf(profile, samples.stack[row] as StackIndex).map(frameAt),
        labels: range(labelSets.start[set] ?? 0, labelSets.start[set + 1] ?? 0).map(labelAt),
        thread: thread < 0 ? null : expandRow(profile, threads, thread),
      };
    }),
  };
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}

const stringColumns = ['name', 'linkageName', 'file', 'buildId', 'processName', 'threadName'];

function expandRow(profile: Profile, table: object, row: number): Record<string, unknown> {
  const columns = Object.entries(table).filter(([name]) => name !== 'length');
  return Object.fromEntries(
    columns.map(([name, column]: [string, readonly number[]]) => {
      const value = column[row] as number;
      return [name, stringColumns.includes(name) ? textAt(profile, value) : value];
    }),
  );
}

/** One stack of frames at one address, written and read again. */
function rewritten(depths: readonly number[]): Profile {
  const builder = new ProfileBuilder();
  const type = builder.addValueType('samples', 'count');
  let stack: Parameters<typeof builder.addStack>[0] = none;
  for (const inlineDepth of depths) {
    const called = builder.addFunction({ name: builder.string(`f${inlineDepth}`) });
    const frame = builder.addFrame({ function: called, address: 16, inlineDepth });
    stack = builder.addStack(stack, frame);
  }
  builder.samples.addValue(builder.addSample(stack, none, noLabels), type, 1);
  return parsePprof(encoded(builder.finish()));
}

function depthsAfter(...depths: number[]): unknown[] {
  const profile = rewritten(depths);
  const path = framesOf(profile, profile.samples.stack[0] as StackIndex);
  return path.map((frame) => profile.frames.inlineDepth[frame]);
}

describe('encodePprof', () => {
  it.each(pprofRecordings())(
    'writes %s so that it reads the same and writes the same again',
    (name) => {
      const first = parsePprof(recordedBytes(name));
      const written = encoded(first);
      const second = parsePprof(written);
      expect(expanded(second)).toEqual(expanded(first));
      expect(encoded(second)).toEqual(written);
    },
  );

  it('keeps every field', () => {
    const strings = ['', 'a', 'b', 'c', 'd', 'e', 'f', 'pid', 'cpu'];
    const bytes = messageBytes({
      1: [{ 1: 1, 2: 2 }, { 1: 1, 2: 3 }, {}],
      2: [
        {
          1: packed(3, 1, 2),
          2: packed(1, -2, 2n ** 52n),
          3: [
            { 1: 1, 2: 2 },
            { 1: 3, 3: -4, 4: 5 },
          ],
        },
        { 2: packed(0, 0, 0), 3: [{ 1: 1 }, { 1: 7, 3: 9 }, { 1: 8, 3: 2 }] },
        { 1: packed(1), 2: packed(1, 1, 1) },
        { 1: packed(1), 2: packed(1, 1, 1) },
      ],
      3: [
        { 1: 5, 2: 0xffffffff80000000n, 3: 2n ** 64n - 1n, 4: 3, 5: 1, 6: 2, 8: 1, 10: 1 },
        { 1: 4, 2: 1, 3: 2, 7: 1, 9: 1 },
      ],
      4: [
        {
          1: 1,
          2: 5,
          3: 0xffffffff81234567n,
          4: [
            { 1: 1, 2: 3 },
            { 2: 4, 3: 5 },
          ],
          5: 1,
        },
        { 1: 2, 3: 0xffffff0000000000n, 4: [{ 1: 1 }] },
        { 1: 3 },
      ],
      5: { 1: 1, 2: 1, 3: 2, 4: 3, 5: 17 },
      6: strings,
      7: 1,
      8: 2,
      9: 2n ** 62n,
      10: 12345678901,
      11: { 2: 2 },
      12: -5,
      13: [0, 3, 4],
      14: 1,
      15: 6,
    });
    const first = parsePprof(bytes);
    const written = encoded(first);
    expect(expanded(parsePprof(written))).toEqual(expanded(first));
    expect(encoded(parsePprof(written))).toEqual(written);
  });

  it('joins inlined frames into a location only where they still stand together', () => {
    expect(depthsAfter(0, 1, 2)).toEqual([0, 1, 2]);
    expect(depthsAfter(1, 2)).toEqual([0, 1]);
    expect(depthsAfter(0, 2)).toEqual([0, 0]);
    expect(depthsAfter(2, 0, 1)).toEqual([0, 0, 1]);
  });

  it('carries threads and CPUs as labels and drops times', () => {
    const builder = new ProfileBuilder();
    const type = builder.addValueType('cycles', 'count');
    const thread = builder.addThread({
      pid: 7,
      tid: 8,
      processName: builder.string('app'),
      threadName: builder.string('worker'),
    });
    for (const timeNs of [1, 2, 3]) {
      const row = builder.addSample(addPath(builder, ['main']), thread, noLabels);
      builder.samples.addValue(row, type, 10);
      builder.samples.setTime(row, timeNs);
      builder.samples.setCpu(row, timeNs === 3 ? 1 : 0);
    }
    const diagnostics = new Diagnostics();
    const profile = parsePprof(encoded(builder.finish(), diagnostics));
    expect(foldedPicture(profile)).toBe('main 20\nmain 10');
    const { labelSets, threads } = profile;
    const keys = Array.from(labelSets.key, (row) => profile.strings[row]);
    expect(keys.slice(0, 5)).toEqual(['process', 'pid', 'thread', 'tid', 'cpu']);
    expect(Array.from(threads.tid)).toEqual([8]);
    expect(diagnostics.list()).toMatchObject([{ code: 'dropped-time', count: 3 }]);
  });

  it('rounds fractions and says so, but keeps fractions of time as nanoseconds', () => {
    const diagnostics = new Diagnostics();
    const weights = profileFromPicture(`
      a    b    c
      1.5  2.4  3`);
    expect(foldedPicture(parsePprof(encoded(weights, diagnostics)))).toBe('a 2\nb 2\nc 3');
    expect(diagnostics.list()).toMatchObject([{ code: 'rounded-value', count: 2 }]);

    const builder = new ProfileBuilder();
    const time = builder.addValueType('wall', 'milliseconds');
    const row = builder.addSample(addPath(builder, ['a']), none, noLabels);
    builder.samples.addValue(row, time, 0.25);
    builder.samples.setCount(row, 3);
    const profile = parsePprof(encoded(builder.finish()));
    expect(profile.valueTypes).toEqual([
      { name: 'samples', unit: 'count' },
      { name: 'wall', unit: 'nanoseconds' },
    ]);
    expect(profile.samples.values.map((column) => column[0])).toEqual([3, 250_000]);
  });

  it('claims symbols of a mapping only where every frame has them', () => {
    const builder = new ProfileBuilder();
    const whole = builder.addMapping({ file: builder.string('whole') });
    const part = builder.addMapping({ file: builder.string('part') });
    builder.addMapping({ file: builder.string('unused') });
    const called = builder.addFunction({ name: builder.string('f'), file: builder.string('f.c') });
    builder.addFrame({ function: called, mapping: whole, address: 1, line: 3 });
    builder.addFrame({ function: called, mapping: part, address: 1, line: 3 });
    builder.addFrame({ function: none, mapping: part, address: 2 });
    const { symbolized } = parsePprof(encoded(builder.finish())).mappings;
    const { functions, files, lines, stated } = symbolizedBits;
    expect(Array.from(symbolized)).toEqual([functions | files | lines | stated, stated, stated]);
  });
});
