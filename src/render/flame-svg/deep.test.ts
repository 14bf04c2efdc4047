import { describe, expect, it } from 'vitest';
import { buildCallTree } from '../../analysis/index.ts';
import { noLabels, none, ProfileBuilder } from '../../profile/index.ts';
import { addPath } from '../../profile/testing/picture.ts';
import { renderFlameSvg } from '../index.ts';

describe('a recursion deeper than any picture', () => {
  for (const [name, options] of [
    ['top-down', {}],
    ['bottom-up', { direction: 'bottom-up' }],
    ['in time order', { order: 'time' }],
  ] as const) {
    it(`is cut, and the picture says so: ${name}`, () => {
      const builder = new ProfileBuilder();
      const type = builder.addValueType('samples', 'count');
      const path = Array.from({ length: 3000 }, (_, depth) => `f${depth}`);
      const row = builder.addSample(addPath(builder, path), none, noLabels);
      builder.samples.addValue(row, type, 1);
      const { chunks, prunedFrames } = renderFlameSvg(buildCallTree(builder.finish(), options));
      expect([...chunks].join('')).toContain('or too deep are left out');
      expect(prunedFrames).toBe(1000);
    });
  }
});
