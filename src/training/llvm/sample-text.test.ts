import { describe, expect, it } from 'vitest';
import { noLabels, none, type Profile, ProfileBuilder } from '../../profile/index.ts';
import { baseDiscriminator, duplicationFactor } from './base-discriminator.ts';
import { FunctionSamples, lineKey, lineKeyText } from './function-samples.ts';
import { imageCalls } from './image-calls.ts';
import { withoutSuffix } from './linkage-suffix.ts';
import { encodeSampleText } from './sample-text.ts';

describe('places of samples', () => {
  it('have the base of a discriminator', () => {
    expect([0, 1, 2, 4, 514, 3].map(baseDiscriminator)).toEqual([0, 0, 1, 2, 1, 0]);
    // Seven bits more when the sixth is set: 32 is 0b1_100000 << 1.
    expect(baseDiscriminator(0b1100000 << 1)).toBe(32);
    // Base 1, then a factor of 3: 3 << 1 above the seven bits of the base.
    expect([0, 2, 2 | ((3 << 1) << 7)].map(duplicationFactor)).toEqual([1, 1, 3]);
  });

  it('count lines from the function, in 16 bits', () => {
    expect(lineKeyText(lineKey(12, 10, 0))).toBe('2');
    expect(lineKeyText(lineKey(12, 10, 3))).toBe('2.3');
    expect(lineKeyText(lineKey(8, 10, 1))).toBe('65534.1');
  });

  it('belong to names without what compilers append', () => {
    const names = [
      'f.llvm.123',
      'f.part.0',
      'f.isra.0.cold',
      'f.constprop.2',
      'f',
      'a.b',
      'f.cold',
    ];
    expect(names.map(withoutSuffix)).toEqual(['f', 'f', 'f', 'f', 'f', 'a.b', 'f']);
  });
});

describe('the text of a sample profile', () => {
  it('has bodies first, then what is inlined, the hottest function on top', () => {
    const main = new FunctionSamples('main');
    main.addBody(lineKey(11, 10, 0), 5);
    main.addBody(lineKey(11, 10, 0), 3);
    main.addBody(lineKey(13, 10, 2), 0);
    const inner = main.inlinedAt(lineKey(12, 10, 1), 'inner');
    inner.addBody(lineKey(1, 1, 0), 7);
    inner.addTarget(lineKey(2, 1, 0), 'b', 10);
    inner.addTarget(lineKey(2, 1, 0), 'a', 20);
    inner.inlinedAt(lineKey(3, 1, 0), 'deep').addBody(0, 1);
    main.settleCalls();
    const hot = new FunctionSamples('hot');
    hot.head = 4;
    hot.addBody(0, 100);
    const counts = { sampleCount: 1, callCount: 1, lineless: 0 };
    expect(encodeSampleText({ functions: [main, hot], ...counts }).split('\n')).toEqual([
      'hot:100:4',
      ' 0: 100',
      'main:43:0',
      ' 1: 5',
      ' 3.2: 0',
      ' 2.1: inner:38',
      '  0: 7',
      '  1: 30 a:20 b:10',
      '  2: deep:1',
      '   0: 1',
      '',
    ]);
    expect(() => encodeSampleText({ functions: [], ...counts })).toThrow('has a source line');
  });
});

/** Frames from the root: [address, inline depth] in the image, or null for another one. */
function recorded(...stacks: readonly (readonly ([number, number] | null)[])[]): Profile {
  const builder = new ProfileBuilder();
  const type = builder.addValueType('samples', 'count');
  const own = builder.addMapping({ file: builder.string('/bin/own'), offset: 0x1000n });
  const other = builder.addMapping({ file: builder.string('/lib/other') });
  for (const frames of stacks) {
    let stack = none as ReturnType<typeof builder.addStack>;
    for (const frame of frames) {
      const [address, inlineDepth] = frame ?? [1, 0];
      const mapping = frame === null ? other : own;
      stack = builder.addStack(
        stack,
        builder.addFrame({ function: none, mapping, address, inlineDepth }),
      );
    }
    const row = builder.addSample(stack, none, noLabels);
    builder.samples.addValue(row, type, 1);
  }
  return builder.finish();
}

describe('calls that stacks show', () => {
  it('lead from the frame below the physical function of the leaf', () => {
    const profile = recorded(
      [null, [1, 0], [2, 0], [2, 1]],
      [null, [1, 0], [2, 0], [2, 1]],
      [null, [3, 0]],
      [[4, 0], null],
      [[5, 0]],
    );
    const { leaves, calls, sampleCount } = imageCalls(profile, '/bin/own');
    expect(sampleCount).toBe(4);
    expect(Object.fromEntries(leaves)).toEqual({ 4098: 2, 4099: 1, 4101: 1 });
    expect(calls).toEqual([
      { caller: 0x1001, callee: 0x1002, count: 2 },
      { caller: -1, callee: 0x1003, count: 1 },
    ]);
  });
});
