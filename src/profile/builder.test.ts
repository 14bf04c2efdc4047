import { describe, expect, it } from 'vitest';
import { ProfileBuilder } from './builder.ts';
import { noLabels, none, type StackIndex } from './tables.ts';
import { addPath, foldedPicture, profileFromPicture } from './testing/picture.ts';

describe('ProfileBuilder', () => {
  it('stores each path once, parents first', () => {
    const profile = profileFromPicture(`
      main   main   main
      parse  parse  eval
      read
    `);
    expect(foldedPicture(profile)).toBe('main;parse;read 1\nmain;parse 1\nmain;eval 1');
    expect(Array.from(profile.stacks.parent)).toEqual([-1, 0, 1, 0]);
    expect(profile.functions.length).toBe(4);
  });

  it('sums samples of one stack when it aggregates, and counts them', () => {
    const builder = new ProfileBuilder({ aggregate: true });
    const bytes = builder.addValueType('alloc', 'bytes');
    for (const [name, value] of [
      ['a', 5],
      ['b', 1],
      ['a', 7],
    ] as const) {
      const row = builder.addSample(addPath(builder, [name]), none, noLabels);
      builder.samples.addValue(row, bytes, value);
      builder.samples.setTime(row, 1);
    }
    const profile = builder.finish();
    expect(foldedPicture(profile)).toBe('a 12\nb 1');
    expect(Array.from(profile.samples.count ?? [])).toEqual([2, 1]);
    expect(profile.samples.timeNs).toBeNull();
  });

  it('fills columns that appear late with unknown', () => {
    const builder = new ProfileBuilder();
    const first = builder.addSample(none, none, noLabels);
    const thread = builder.addThread({ pid: 1, tid: 2 });
    const second = builder.addSample(none, thread, noLabels);
    builder.samples.setCpu(second, 3);
    builder.samples.addValue(second, builder.addValueType('x', 'count'), 9);
    const { samples } = builder.finish();
    expect(first).toBe(0);
    expect(Array.from(samples.thread ?? [])).toEqual([-1, 0]);
    expect(Array.from(samples.cpu ?? [])).toEqual([-1, 3]);
    expect(Array.from(samples.values[0] ?? [])).toEqual([0, 9]);
  });

  it('refuses a stack whose parent is not there', () => {
    const builder = new ProfileBuilder();
    const frame = builder.addFrame({
      function: builder.addFunction({ name: builder.string('f') }),
    });
    builder.addStack(7 as StackIndex, frame);
    expect(() => builder.finish()).toThrow('stacks.parent');
  });
});
