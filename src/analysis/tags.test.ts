import { expect, it } from 'vitest';
import { noLabels, none, ProfileBuilder, type ValueTypeIndex } from '../profile/index.ts';
import { measureOf } from './measure.ts';
import { tagsOf } from './tags.ts';

const count = 0 as ValueTypeIndex;

it('numbers share the unit of their key, threads appear as labels', () => {
  const builder = new ProfileBuilder();
  builder.addValueType('samples', 'count');
  const key = builder.string('size');
  const thread = builder.addThread({ pid: 7, tid: 8, threadName: builder.string('io') });
  for (const [number, unit] of [
    [2048n, 'bytes'],
    [2048n, ''],
    [1n, 'bytes'],
  ] as const) {
    const labels = builder.addLabelSet([{ key, number, unit: builder.string(unit) }]);
    builder.samples.addValue(builder.addSample(none, thread, labels), count, 2);
  }
  builder.samples.addValue(builder.addSample(none, none, noLabels), count, 1);
  const profile = builder.finish();
  const measure = measureOf(profile, count);
  const tags = tagsOf({ profile, measure, total: 7, unit: 'minimum', filters: [] });
  const shown = tags.map(({ key, weight, values }) => {
    return `${key} ${weight}: ${values.map((each) => `${each.value}=${each.weight}`).join(' ')}`;
  });
  expect(shown).toEqual(['process 6: 7=6', 'size 6: 2kB=4 1B=2', 'thread 6: io (8)=6']);
});
