import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../base/tool-error.ts';
import { frameFile, frameName, framesOf, type Profile } from '../../profile/index.ts';
import { foldedPicture } from '../../profile/testing/picture.ts';
import { detectFormat } from '../registry.ts';
import { parseHeapprofile } from './parse.ts';

const recording = readFileSync(
  new URL('../../../fixtures/recordings/node-held.heapprofile', import.meta.url),
);
const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const parse = (value: unknown): Profile => parseHeapprofile(bytesOf(value));

function node(functionName: string, id: number, selfSize: number, children: object[] = []): object {
  const url = functionName.startsWith('(') ? '' : 'file:///a/b%20c.js';
  const line = url === '' ? -1 : 9;
  const callFrame = { functionName, scriptId: '1', url, lineNumber: line, columnNumber: line };
  return { callFrame, selfSize, id, children };
}

/** main holds 100 bytes itself and 300 by hold. */
const small = {
  head: node('(root)', 1, 0, [
    node('main', 2, 100, [node('hold', 3, 300)]),
    node('(V8 API)', 4, 50),
  ]),
  samples: [
    { size: 100, nodeId: 2, ordinal: 3 },
    { size: 200, nodeId: 3, ordinal: 1 },
    { size: 100, nodeId: 3, ordinal: 2 },
    { size: 50, nodeId: 4, ordinal: 4 },
  ],
};

describe('a V8 heap profile', () => {
  it('has the bytes that are held, and how many objects say so', () => {
    const profile = parse(small);
    expect(foldedPicture(profile, 1)).toBe('main 100\nmain;hold 300\n(V8 API) 50');
    expect(foldedPicture(profile, 0)).toBe('main 1\nmain;hold 2\n(V8 API) 1');
    expect(profile.meta.defaultValueType).toBe(1);
  });

  it('does without samples', () => {
    const profile = parse({ head: small.head });
    expect(foldedPicture(profile, 0)).toBe('main 100\nmain;hold 300\n(V8 API) 50');
  });

  it('names files by their paths', () => {
    const profile = parse(small);
    const files = Array.from(profile.samples.stack, (stack) =>
      framesOf(profile, stack as never).map((frame) => frameFile(profile, frame)),
    );
    expect(files).toContainEqual(['/a/b c.js', '/a/b c.js']);
  });

  it('keeps what the root itself holds', () => {
    expect(foldedPicture(parse({ head: node('(root)', 1, 8) }), 0)).toBe('(root) 8');
  });

  it.each([
    ['{}', /no head/],
    ['{"head":[]}', /a node/],
    ['{"head":{"selfSize":"much"}}', /selfSize/],
    ['{"head":{"children":[{]}}', /JSON/],
  ])('refuses %s', (text, reason) => {
    const read = (): Profile => parseHeapprofile(new TextEncoder().encode(text));
    expect(read).toThrow(ToolError);
    expect(read).toThrow(reason);
  });

  it('of Node is told from a CPU profile, and shows what is held', () => {
    expect(detectFormat(recording.subarray(0, 65_536)).name).toBe('heapprofile');
    const profile = parseHeapprofile(recording);
    const held = new Map<string, number>();
    for (let row = 0; row < profile.samples.length; row++) {
      const value = profile.samples.values[1]?.[row] as number;
      for (const frame of framesOf(profile, profile.samples.stack[row] as never)) {
        const name = frameName(profile, frame);
        held.set(name, (held.get(name) ?? 0) + value);
      }
    }
    const three = held.get('holdThree') ?? 0;
    const one = held.get('holdOne') ?? 0;
    expect(three / (three + one)).toBeCloseTo(0.75, 1);
    expect(held.get('letGo') ?? 0).toBeLessThan(one / 4);
  });
});
