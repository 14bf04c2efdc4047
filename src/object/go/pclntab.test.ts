import { describe, expect, it } from 'vitest';
import { sourceOf } from '../byte-source.ts';
import { parseElf } from '../elf-file.ts';
import { GoLineTable } from './pclntab.ts';
import type { GoLayout } from './pclntab-table.ts';
import { smallGoImage, textStart } from './testing/small-image.ts';

function chainAt(layout: GoLayout, distance: number): string {
  const table = GoLineTable.find(parseElf(sourceOf(smallGoImage(layout))));
  const places = table?.places(textStart + distance) ?? [];
  return places.map(({ name, line }) => `${name}:${line}`).join(' ');
}

describe('GoLineTable', () => {
  it.each(['1.2', '1.16', '1.18', '1.20'] as const)('reads the layout of Go %s', (layout) => {
    expect(chainAt(layout, 0)).toBe('main.spin:10');
    expect(chainAt(layout, 40)).toBe('main.spin:12');
    expect(chainAt(layout, 64)).toBe('main.main:20');
    expect(chainAt(layout, 128)).toBe('');
    const table = GoLineTable.find(parseElf(sourceOf(smallGoImage(layout))));
    expect(table?.places(textStart + 70)[0]?.file).toBe('/src/main.go');
  });

  it.each(['1.18', '1.20'] as const)('unfolds inlined calls of Go %s', (layout) => {
    expect(chainAt(layout, 17)).toBe('main.spin:10 main.weigh:5');
    expect(chainAt(layout, 30)).toBe('main.spin:10 main.weigh:5 main.square:3');
  });

  it('knows where functions begin since Go 1.20', () => {
    const table = GoLineTable.find(parseElf(sourceOf(smallGoImage('1.20'))));
    expect(table?.places(textStart + 30).map(({ startLine }) => startLine)).toEqual([9, 4, 2]);
  });
});
