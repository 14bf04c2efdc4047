import { expect, it } from 'vitest';
import { ProfileBuilder } from './builder.ts';
import { hotAddresses, hotFiles } from './hot-places.ts';
import { none, type Profile, type StackIndex } from './tables.ts';

/** Stacks root first, as `file@address`, `+` before what is inlined there; then their samples. */
function profileOf(...lines: readonly string[]): Profile {
  const builder = new ProfileBuilder({ aggregate: true });
  builder.addValueType('samples', 'count');
  const mapping = builder.addMapping({ file: builder.string('/bin/app') });
  for (const line of lines) {
    const words = line.split(' ');
    const count = Number(words.pop());
    let stack: StackIndex = none;
    let depth = 0;
    for (const word of words) {
      depth = word.startsWith('+') ? depth + 1 : 0;
      const [file = '', address = '0'] = word.replace('+', '').split('@');
      const called = builder.addFunction({
        name: builder.string(`in ${file}`),
        file: builder.string(file),
      });
      const frame = builder.addFrame({
        function: called,
        mapping,
        address: Number(address),
        inlineDepth: depth,
      });
      stack = builder.addStack(stack, frame);
    }
    const row = builder.addSample(stack, none, 0 as never);
    builder.samples.setCount(row, count);
  }
  return builder.finish();
}

it('ranks files by the samples in them and one call below', () => {
  const profile = profileOf(
    'main.c@1 work.c@10 +inline.h@10 libc.c@20 6',
    'main.c@1 work.c@11 3',
    'main.c@2 2',
  );
  expect(hotFiles(profile)).toEqual(['work.c', 'libc.c', 'inline.h', 'main.c']);
});

it('ranks addresses by the samples that stand there', () => {
  const profile = profileOf('main.c@1 work.c@10 2', 'work.c@10 2', 'main.c@7 3');
  expect(hotAddresses(profile)).toEqual([
    { mapping: 0, address: 10, count: 4 },
    { mapping: 0, address: 7, count: 3 },
  ]);
});
