import { expect, it } from 'vitest';
import { ToolError } from '../../base/tool-error.ts';
import { FunctionSamples, lineKey } from '../llvm/function-samples.ts';
import { parseSampleText } from '../llvm/parse-sample-text.ts';
import { encodeSampleText } from '../llvm/sample-text.ts';
import { encodeAutoProfile } from './encode-auto-profile.ts';
import { isAutoProfile, parseAutoProfile } from './parse-auto-profile.ts';

function samples(): Parameters<typeof encodeAutoProfile>[0] {
  const main = new FunctionSamples('main');
  main.addBody(lineKey(12, 10, 0), 9);
  main.addBody(lineKey(13, 10, 0), 0);
  main.addTarget(lineKey(12, 10, 0), 'abc', 9);
  const inner = main.inlinedAt(lineKey(14, 10, 0), 'f');
  inner.addBody(lineKey(1, 1, 0), 2);
  inner.inlinedAt(lineKey(3, 1, 0), 'g').addBody(lineKey(5, 5, 0), 7);
  const other = new FunctionSamples('other');
  other.addBody(lineKey(1, 1, 0), 1);
  return { functions: [main, other], sampleCount: 1, callCount: 1, lineless: 0 };
}

it('reads what is written for gcc as what is written for clang', () => {
  const bytes = encodeAutoProfile(samples());
  expect(isAutoProfile(bytes)).toBe(true);
  const text = new TextEncoder().encode(encodeSampleText(samples()));
  expect(parseAutoProfile(bytes)).toEqual(parseSampleText(text));
});

it('refuses every beginning of it', () => {
  const bytes = encodeAutoProfile(samples());
  // Behind the functions stand two empty sections.
  for (let length = 0; length < bytes.length - 20; length++) {
    expect(() => parseAutoProfile(bytes.subarray(0, length))).toThrow(ToolError);
  }
});
