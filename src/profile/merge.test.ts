import { describe, expect, it } from 'vitest';
import { ProfileBuilder } from './builder.ts';
import { compactProfile } from './compact.ts';
import { filterByName } from './filter.ts';
import { mergeProfiles } from './merge.ts';
import { noLabels, none, type Profile } from './tables.ts';
import { foldedPicture, profileFromPicture } from './testing/picture.ts';
import { validateProfile } from './validate.ts';

/** A recording that began at `start`, of an image loaded at `base`. */
function recording(start: bigint, base: bigint, period: number, unit: string): Profile {
  const builder = new ProfileBuilder();
  const { meta } = builder;
  Object.assign(meta, { producer: 'perf', host: 'box', durationNs: 50, events: ['cycles'] });
  Object.assign(meta, { startEpochNs: start, period, periodType: { name: 'cpu', unit } });
  Object.assign(meta, { lostSamples: 2, throttled: 1, truncatedStacks: 3, comments: ['same'] });
  builder.diagnostics.count('odd-record', 'record 7', 4);
  const type = builder.addValueType('cpu', unit);
  const thread = builder.addThread({ pid: 1, tid: 1, startNs: 0, endNs: 50 });
  const mapping = builder.addMapping({
    file: builder.string('/bin/app'),
    buildId: builder.string('abc'),
    start: base,
    limit: base + 0x2000n,
  });
  const called = builder.addFunction({ name: builder.string('main') });
  const stack = builder.addStack(
    none,
    builder.addFrame({ function: called, mapping, address: 16 }),
  );
  const row = builder.addSample(stack, thread, noLabels);
  builder.samples.addValue(row, type, 10);
  builder.samples.setTime(row, 5);
  builder.addMarker({ name: builder.string('gc'), thread, startNs: 1, endNs: 2, stack });
  builder.addSource({ file: builder.string('main.c'), text: 'int main;' });
  builder.addCode({ mapping, address: 16, bytes: Uint8Array.of(0xc3) });
  return builder.finish();
}

/** One sample with these labels. */
function labelled(keys: readonly string[]): Profile {
  const builder = new ProfileBuilder();
  builder.addValueType('x', 'count');
  const labels = keys.map((key) => ({ key: builder.string(key), text: builder.string('1') }));
  builder.addSample(none, none, builder.addLabelSet(labels));
  return builder.finish();
}

describe('mergeProfiles', () => {
  const early = recording(1_000n, 0x400000n, 1, 'milliseconds');
  const late = recording(1_100n, 0x500000n, 2_000_000, 'nanoseconds');
  const merged = mergeProfiles([late, early]);

  it('combines what is known of the whole by the rules of pprof', () => {
    expect(merged.meta).toMatchObject({
      producer: 'perf',
      startEpochNs: 1_000n,
      durationNs: 100,
      period: 2_000_000,
      periodType: { name: 'cpu', unit: 'nanoseconds' },
      events: ['cycles'],
      comments: ['same'],
    });
    expect(merged.meta.health).toEqual({
      lostSamples: 4,
      throttled: 2,
      truncatedStacks: 6,
      diagnostics: [{ code: 'odd-record', message: 'record 7', count: 8 }],
    });
  });

  it('counts all times from the earliest start', () => {
    expect(Array.from(merged.samples.timeNs ?? [])).toEqual([105, 5]);
    expect(Array.from(merged.markers.startNs)).toEqual([101, 1]);
    expect(Array.from(merged.threads.startNs)).toEqual([100, 0]);
  });

  it('knows one image at two addresses', () => {
    expect(merged.mappings.length).toBe(1);
    expect(merged.frames.length).toBe(1);
    expect(merged.stacks.length).toBe(1);
  });

  it('brings values to the finer unit', () => {
    expect(merged.valueTypes).toEqual([{ name: 'cpu', unit: 'nanoseconds' }]);
    expect(Array.from(merged.samples.values[0] ?? [])).toEqual([10, 10e6]);
  });

  it('has no period when the profiles sampled different things', () => {
    const other = recording(1_000n, 0n, 7, 'count');
    expect(mergeProfiles([early, other]).meta).toMatchObject({ period: 0, periodType: null });
    expect(mergeProfiles([early, other]).valueTypes).toHaveLength(2);
  });

  it('carries embedded sources and code', () => {
    expect(merged.sources).toHaveLength(1);
    expect(merged.code).toHaveLength(1);
  });

  it('sums samples whose labels differ in order only', () => {
    expect(mergeProfiles([labelled(['a', 'b']), labelled(['b', 'a'])]).samples.length).toBe(1);
  });

  it('needs at least one', () => {
    expect(() => mergeProfiles([])).toThrow('no profiles');
  });
});

describe('compactProfile', () => {
  it('drops what nothing refers to', () => {
    const { profile } = filterByName(
      profileFromPicture(`
        main  main
        read  write@libc
        1     2
      `),
      { focus: /read/ },
    );
    expect(profile.functions.length).toBe(3);
    const compact = compactProfile(profile);
    validateProfile(compact);
    expect(foldedPicture(compact)).toBe('main;read 1');
    expect(compact.functions.length).toBe(2);
    expect(compact.stacks.length).toBe(2);
    expect(compact.strings).not.toContain('write');
  });
});
