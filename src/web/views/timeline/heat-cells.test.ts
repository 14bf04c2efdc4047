import { describe, expect, it } from 'vitest';
import { boxOf, cellAt, heatLayout, leastLength, usualLineNs } from './heat-cells.ts';

const answer = { lines: 7, cellsPerLine: 50 };

describe.each(['rows', 'columns'] as const)('cells in %s', (direction) => {
  const layout = heatLayout(answer, direction, 900, 300);

  it('finds each cell where it is drawn', () => {
    for (let cell = 0; cell < 350; cell++) {
      const [line, at] = [Math.floor(cell / 50), cell % 50];
      const { x, y, width, height } = boxOf(layout, line, at, at + 1);
      expect(cellAt(layout, x + width / 2, y + height / 2)).toBe(cell);
      expect(x + width).toBeLessThanOrEqual(900);
      expect(y + height).toBeLessThanOrEqual(300);
    }
  });

  it('takes the nearest cell for a place outside', () => {
    const corner = direction === 'rows' ? [0, 0] : [0, 300];
    expect(cellAt(layout, corner[0] ?? 0, corner[1] ?? 0)).toBe(0);
    const last = direction === 'rows' ? [2000, 2000] : [2000, -5];
    expect(cellAt(layout, last[0] ?? 0, last[1] ?? 0)).toBe(349);
  });

  it('has room for every line, however many there are', () => {
    const length = leastLength(4000, direction);
    const many = { ...answer, lines: 4000 };
    const [wide, high] = direction === 'rows' ? [900, length] : [length, 300];
    const long = heatLayout(many, direction, wide, high);
    const { x, y, width, height } = boxOf(long, 3999, 0, 1);
    expect(direction === 'rows' ? y + height : x + width).toBeLessThanOrEqual(length);
  });
});

it('begins columns at the bottom', () => {
  const layout = heatLayout(answer, 'columns', 900, 300);
  expect(boxOf(layout, 0, 0, 1).y).toBeGreaterThan(boxOf(layout, 0, 49, 50).y);
  expect(boxOf(layout, 1, 0, 1).x).toBeGreaterThan(boxOf(layout, 0, 0, 1).x);
});

it('has no cells too short to catch a sample', () => {
  expect(usualLineNs(0.3e9, 'rows')).toBe(1e7);
  expect(usualLineNs(0.3e9, 'rows', 1e6)).toBe(1e8);
});

it('chooses longer lines for longer times, and shows more of them as columns', () => {
  expect(usualLineNs(30e9, 'rows')).toBe(1e9);
  expect(usualLineNs(100e9, 'rows')).toBe(1e10);
  expect(usualLineNs(100e9, 'columns')).toBe(1e9);
});
