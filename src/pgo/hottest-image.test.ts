import { expect, it } from 'vitest';
import { none, type Profile, ProfileBuilder } from '../profile/index.ts';
import { findHottestImage } from './hottest-image.ts';

/** One row each: the image, an address in it, and how many samples the row stands for. */
function profileOf(...rows: readonly [image: string, address: number, count: number][]): Profile {
  const builder = new ProfileBuilder({ aggregate: true });
  builder.addValueType('samples', 'count');
  for (const [image, address, count] of rows) {
    const mapping = builder.addMapping({ file: builder.string(image) });
    const stack = builder.addStack(none, builder.addFrame({ function: none, mapping, address }));
    builder.samples.setCount(builder.addSample(stack, none, 0 as never), count);
  }
  return builder.finish();
}

it('goes by samples, not by the rows that readers sum them to', () => {
  const profile = profileOf(['/lib/libc.so', 1, 2], ['/lib/libc.so', 2, 3], ['/bin/app', 1, 9]);
  expect(findHottestImage(profile)).toBe('/bin/app');
});

it('leaves out what is no file', () => {
  expect(findHottestImage(profileOf(['[vdso]', 1, 9], ['/bin/app', 1, 1]))).toBe('/bin/app');
  expect(findHottestImage(profileOf(['[vdso]', 1, 9]))).toBeUndefined();
});
