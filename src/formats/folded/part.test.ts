import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../profile/index.ts';
import type { ReadOptions } from '../format.ts';
import { foldedReader } from './parse.ts';
import { foldedParts } from './part.ts';

const utf8 = new TextEncoder();
const readOptions = (timeline: boolean): ReadOptions => ({ timeline, codec: {} as never });

async function inOrder(text: Uint8Array, timeline: boolean): Promise<Profile> {
  const reader = foldedReader(readOptions(timeline));
  reader.push(text);
  return await reader.finish();
}

/** Cut after a line, the second part read as another thread would. */
async function inParts(
  text: Uint8Array,
  near: number,
  timeline: boolean,
): Promise<Profile | undefined> {
  const cut = foldedParts.findStart(text, near);
  if (cut < 0 || foldedParts.canCut?.(text) === false) return undefined;
  const reader = foldedReader(readOptions(timeline));
  reader.push(text.subarray(0, cut));
  const part = foldedParts.read({ timeline });
  part.push(text.subarray(cut));
  reader.absorb?.(structuredClone(part.detach()));
  return await reader.finish();
}

describe('folded stacks in parts', () => {
  it('give exactly the profile of reading in order, wherever they are cut', async () => {
    const frame = fc.constantFrom('a', 'b', 'c_[k]', 'd_[i]', 'e f', '', 'ü');
    const count = fc.constantFrom('1', '7', '2.5', '-3', '1e3', 'none');
    const line = fc.tuple(fc.array(frame, { minLength: 1, maxLength: 5 }), count);
    const lines = fc.array(line, { minLength: 4, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(lines, fc.nat(200), fc.boolean(), async (rows, near, timeline) => {
        const text = rows.map(([frames, number]) => `${frames.join(';')} ${number}`).join('\n');
        const bytes = utf8.encode(`main 1\n${text}`);
        const whole = await inOrder(bytes, timeline);
        const cut = await inParts(bytes, near % bytes.length, timeline);
        if (cut !== undefined) expect(cut).toEqual(whole);
      }),
    );
  });

  it('are not cut where only the whole can be understood', () => {
    expect(foldedParts.canCut?.(utf8.encode('a;b 1\nc 2\n'))).toBe(true);
    expect(foldedParts.canCut?.(utf8.encode('a;b 1 2\nc 2 3\n'))).toBe(false);
    expect(foldedParts.canCut?.(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toBe(false);
    expect(foldedParts.findStart(utf8.encode('a 1\nb'), 0)).toBe(4);
    expect(foldedParts.findStart(utf8.encode('a 1\n'), 0)).toBe(-1);
  });
});
