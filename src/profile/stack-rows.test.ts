import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { StackRows } from './stack-rows.ts';
import { type FrameIndex, none, type StackIndex } from './tables.ts';

describe('StackRows', () => {
  it('stores each path once, however many children a row has', () => {
    const random = seededRandom(5);
    const rows = new StackRows();
    const known = new Map<string, StackIndex>();
    for (let path = 0; path < 3000; path++) {
      let stack: StackIndex = none;
      let key = '';
      for (let depth = 0; depth < 5; depth++) {
        // Many different roots and leaves, few in between.
        const frame = Math.floor(random() ** 3 * (depth % 4 === 0 ? 200 : 3));
        stack = rows.add(stack, frame as FrameIndex);
        key += `;${frame}`;
        expect(known.get(key) ?? stack).toBe(stack);
        known.set(key, stack);
      }
    }
    const table = rows.finish();
    expect(table.length).toBe(known.size);
    for (const [key, stack] of known) {
      const path: number[] = [];
      for (let at: number = stack; at >= 0; at = table.parent[at] as number) {
        path.unshift(table.frame[at] as number);
      }
      expect(`;${path.join(';')}`).toBe(key);
    }
  });
});
