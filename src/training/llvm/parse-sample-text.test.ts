import { describe, expect, it } from 'vitest';
import { weightOf } from '../weighted-functions.ts';
import { isSampleText, parseSampleText } from './parse-sample-text.ts';

const text = `main:1200:3
 1: 100
 2.1: 300 run_add:200 run_sub:100
 3: small:800
  1: 700
  2: leaf:100
   4: 100
cold:0:0
 1: 0
`;
const bytes = new TextEncoder().encode(text);

describe('parseSampleText', () => {
  it('reads lines, discriminators and inlined calls', () => {
    expect(isSampleText(bytes)).toBe(true);
    const [main, cold] = parseSampleText(bytes);
    expect([...(main?.weights ?? [])]).toEqual([
      ['1', 100],
      ['2.1', 300],
      ['3 small\x001', 700],
      ['3 small\x002 leaf\x004', 100],
    ]);
    expect(main === undefined ? 0 : weightOf(main)).toBe(1200);
    expect(cold?.name).toBe('cold');
  });

  it('names the place of what is none', () => {
    const wrong = new TextEncoder().encode('main:1:1\n what: 3\n');
    expect(() => parseSampleText(wrong)).toThrow('sample profile at 0x9: neither a function');
    expect(isSampleText(new TextEncoder().encode('a;b 3\n'))).toBe(false);
  });
});
