import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import { AddressSpaces } from './address-spaces.ts';
import { FrameTable } from './frame-table.ts';

describe('FrameTable', () => {
  it('gives equal addresses of a space one row', () => {
    const table = new FrameTable(new AddressSpaces());
    const row = table.frame(0x1234, 0x7fff, 3);
    expect(table.frame(0x1234, 0x7fff, 3)).toBe(row);
    expect(table.frame(0x1234, 0x7fff, 4)).not.toBe(row);
    expect(table.frame(0x1235, 0x7fff, 3)).not.toBe(row);
    expect([table.lo(row), table.hi(row), table.space(row), table.mapping(row)]).toEqual([
      0x1234, 0x7fff, 3, -1,
    ]);
    expect(table.avma(row)).toBe(0x7fff_0000_1234);
  });

  it('tells apart what its key words cannot: high spaces, kernel and absurd addresses', () => {
    const table = new FrameTable(new AddressSpaces(), 4);
    const asked = new Map<string, number>();
    const random = seededRandom(3);
    const highs = [0, 1, 0x7fff, 0xffff, 0xffff_8000 | 0, -1, 0x12345678, 0x8000_0000 | 0];
    const spaces = [0, 1, 2, 0x7fff, 0xfffd, 0xfffe, 0xffff, 0x10001, 0x20002];
    for (let round = 0; round < 20_000; round++) {
      const high = highs[Math.floor(random() * highs.length)] ?? 0;
      const space = spaces[Math.floor(random() * spaces.length)] ?? 0;
      const low = Math.floor(random() * 200) | (random() < 0.5 ? 0x8000_0000 : 0);
      const row = table.frame(low, high, space);
      const key = `${low} ${high} ${space}`;
      expect(asked.get(key) ?? row).toBe(row);
      asked.set(key, row);
      expect([table.lo(row), table.hi(row), table.space(row)]).toEqual([low, high, space]);
    }
    expect(table.length).toBe(asked.size);
  });

  it('knows the mapping of a row', () => {
    const spaces = new AddressSpaces();
    const mapping = { fileOffset: 0, path: '/bin/a', buildId: '', executable: true };
    spaces.addMapping(7, 0, { start: 0x7f00_0000_1000, length: 0x1000, ...mapping });
    const table = new FrameTable(spaces);
    const space = spaces.spaceAt(7, 0);
    expect(table.mapping(table.frame(0x1800, 0x7f00, space))).toBe(0);
    expect(table.mapping(table.frame(0x2800, 0x7f00, space))).toBe(-1);
  });
});
