import { describe, expect, it } from 'vitest';
import { sameBytes, sameText } from './same-bytes.ts';

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer);

describe.each([
  ['sameBytes', sameBytes],
  ['sameText', sameText],
])('%s', (_, same) => {
  it('sees every single difference, wherever the ranges lie', () => {
    for (const length of [0, 1, 3, 4, 7, 8, 9, 31, 32, 33, 67, 100]) {
      const left = Uint8Array.from({ length: length + 3 }, (__, at) => 32 + (at % 90));
      const right = Uint8Array.from({ length: length + 5 }, (__, at) => left[at - 2] ?? 1);
      expect(same(viewOf(left), 0, viewOf(right), 2, length)).toBe(true);
      for (let at = 0; at < length; at++) {
        const changed = right.slice();
        changed[at + 2] = 31;
        expect(same(viewOf(left), 0, viewOf(changed), 2, length), `${at} of ${length}`).toBe(false);
      }
    }
  });
});

describe('sameBytes', () => {
  it('is not fooled by what doubles take for equal or unequal', () => {
    const zero = new Uint8Array(8);
    const minusZero = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0x80);
    const notNumber = new Uint8Array(8).fill(0xff);
    expect(sameBytes(viewOf(zero), 0, viewOf(minusZero), 0, 8)).toBe(false);
    expect(sameBytes(viewOf(zero), 0, viewOf(zero.slice()), 0, 8)).toBe(true);
    expect(sameBytes(viewOf(notNumber), 0, viewOf(notNumber.slice()), 0, 8)).toBe(true);
  });
});
