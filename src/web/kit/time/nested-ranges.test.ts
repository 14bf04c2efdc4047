import { describe, expect, it } from 'vitest';
import type { TimeRange } from '../../../explore/index.ts';
import {
  clampRange,
  movedBy,
  scaledAt,
  selectionOf,
  windowOf,
  withSelection,
  zoomedIn,
  zoomedOut,
} from './nested-ranges.ts';
import { withWindow } from './window-moves.ts';

const range = (startNs: number, endNs: number): TimeRange => ({ startNs, endNs });
const extent = range(0, 100);

describe('nested ranges', () => {
  it('are a window and a selection in it', () => {
    expect(windowOf([], extent)).toEqual(extent);
    expect(selectionOf([], extent)).toBeNull();
    const selected = withSelection([], range(10, 60));
    expect(windowOf(selected, extent)).toEqual(extent);
    expect(selectionOf(selected, extent)).toEqual(range(10, 60));
  });

  it('zoom in and out again', () => {
    const inside = zoomedIn([range(10, 60)], extent);
    expect(windowOf(inside, extent)).toEqual(range(10, 60));
    expect(selectionOf(inside, extent)).toBeNull();
    const nested = withSelection(inside, range(20, 30));
    expect(selectionOf(nested, extent)).toEqual(range(20, 30));
    expect(withSelection(nested, null)).toEqual(inside);
    expect(zoomedOut(inside)).toEqual([range(10, 60)]);
    expect(zoomedIn([], extent)).toEqual([]);
  });

  it('keep the selection where the window moves over it', () => {
    expect(withWindow([], range(20, 40), extent)).toEqual([range(20, 40), range(20, 40)]);
    expect(withWindow([range(10, 30)], range(20, 40), extent)).toEqual([
      range(20, 40),
      range(20, 30),
    ]);
    expect(withWindow([range(20, 40), range(20, 30)], extent, extent)).toEqual([range(20, 30)]);
    expect(withWindow([range(20, 40), range(20, 40)], extent, extent)).toEqual([]);
  });

  it('stay inside their limits', () => {
    expect(clampRange(range(-5, 3), extent)).toEqual(range(0, 3));
    expect(clampRange(range(99.9, 99.9), extent)).toEqual(range(99, 100));
    expect(movedBy(range(10, 30), 90, extent)).toEqual(range(80, 100));
    expect(scaledAt(range(0, 80), 0.5, 20, extent)).toEqual(range(10, 50));
    expect(scaledAt(range(10, 90), 4, 50, extent)).toEqual(extent);
  });
});
