import { describe, expect, it } from 'vitest';
import { nextSort, placeColumns } from './column.ts';
import { findMove, findRowByText } from './grid-move.ts';
import {
  clampTop,
  isScaled,
  largestTop,
  type RowSpace,
  rowsInView,
  scrolledHeight,
  scrollRatio,
  topShowing,
} from './row-window.ts';

const space: RowSpace = { rowCount: 1000, rowHeight: 24, viewHeight: 240, heightLimit: 1e7 };

describe('rows in view', () => {
  it.each([
    [0, 0, 10],
    [12, 0, 11],
    [24, 1, 11],
    [23_760, 990, 1000],
  ])('at %d pixels are %d to %d', (top, first, end) => {
    expect(rowsInView(space, top)).toEqual({ first, end });
  });

  it('show a row by moving as little as possible', () => {
    expect(topShowing(space, 0, 5)).toBe(0);
    expect(topShowing(space, 0, 10)).toBe(24);
    expect(topShowing(space, 240, 3)).toBe(72);
    expect(topShowing(space, 0, 999)).toBe(largestTop(space));
    expect(clampTop(space, 1e9)).toBe(23_760);
  });

  it('are scrolled exactly below the limit of height, in proportion above it', () => {
    const million = { ...space, rowCount: 1e6, heightLimit: 3.3e7 };
    expect([scrolledHeight(million), scrollRatio(million)]).toEqual([24e6, 1]);
    const more = { ...million, rowCount: 1e8 };
    expect(isScaled(more)).toBe(true);
    expect(scrolledHeight(more)).toBe(3.3e7);
    const end = (scrolledHeight(more) - more.viewHeight) * scrollRatio(more);
    expect(rowsInView(more, end).end).toBe(1e8);
  });
});

describe('columns', () => {
  const columns = [
    { id: 'name', title: 'Name' },
    { id: 'self', title: 'Self', width: 80, sort: 'descending' },
    { id: 'module', title: 'Module', width: 100, minimumGridWidth: 500 },
  ] as const;
  const widths = (width: number, resized = new Map<string, number>()): (string | number)[] =>
    placeColumns(columns, width, resized).flatMap(({ id, widthPx }) => [id, widthPx]);

  it('share the width, and go when there is too little', () => {
    expect(widths(600)).toEqual(['name', 420, 'self', 80, 'module', 100]);
    expect(widths(300)).toEqual(['name', 220, 'self', 80]);
    expect(widths(100)).toEqual(['name', 140, 'self', 80]);
    expect(widths(600, new Map([['self', 200]]))).toEqual([
      'name',
      300,
      'self',
      200,
      'module',
      100,
    ]);
  });

  it('are left out where a name would push them out of sight', () => {
    const list = [
      { id: 'name', title: 'Name' },
      { id: 'bar', title: '', width: 120, minimumGridWidth: 360 },
      { id: 'self', title: 'Self', width: 144 },
    ];
    const shown = (width: number): string[] =>
      placeColumns(list, width, new Map()).map(({ id }) => id);
    expect(shown(404)).toEqual(['name', 'bar', 'self']);
    expect(shown(403)).toEqual(['name', 'self']);
  });

  it('sort in their own direction first', () => {
    expect(nextSort(columns[1], '')).toBe('self-');
    expect(nextSort(columns[1], 'self-')).toBe('self');
    expect(nextSort(columns[1], 'self')).toBe('self-');
  });
});

describe('keys', () => {
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 9, 9],
    ['ArrowUp', 0, 0],
    ['PageDown', 1, 5],
    ['PageUp', 5, 1],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['x', 5, undefined],
  ])('%s at %d moves to %s', (key, row, to) => {
    expect(findMove(key, row, 10, 5)).toBe(to);
  });

  it('find the next row with a text, in a circle', () => {
    const texts = ['main', 'Parse', 'eval'];
    const find = (text: string, from: number): number =>
      findRowByText(text, from, 3, (row) => texts[row] ?? '');
    expect([find('a', 0), find('a', 1), find('pars', 2), find('z', 0)]).toEqual([0, 1, 1, -1]);
  });
});
