import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  clampTop,
  isScaled,
  type RowSpace,
  safeHeight,
  scrollRatio,
  topShowing,
} from './row-window.ts';
import { type GridSize, measureHeightLimit } from './use-grid-size.ts';

export interface RowScroll {
  readonly space: RowSpace;
  /** Pixels of rows above the view. */
  readonly top: number;
  readonly showRow: (row: number) => void;
  readonly onScroll: () => void;
}

/**
 * Follows the scroll bar. Rows that are together higher than the browser's limit are scrolled in
 * proportion; the wheel then still moves by pixels.
 */
export function useRowScroll(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  size: GridSize,
  headerPx: number,
): RowScroll {
  const { rowHeight } = size;
  const isHigh = rowCount * rowHeight > safeHeight;
  const heightLimit = useMemo(() => (isHigh ? measureHeightLimit() : safeHeight), [isHigh]);
  const viewHeight = Math.max(0, size.height - headerPx);
  const space: RowSpace = { rowCount, rowHeight, viewHeight, heightLimit };
  const [kept, setTop] = useState(0);
  const top = clampTop(space, kept);
  const placed = useRef(0);

  const moveTo = (to: number): void => {
    const element = scroller.current;
    if (element === null) return;
    const next = clampTop(space, to);
    element.scrollTop = next / scrollRatio(space);
    placed.current = element.scrollTop;
    setTop(isScaled(space) ? next : element.scrollTop);
  };
  const current = useRef({ space, top, moveTo });
  current.current = { space, top, moveTo };

  // A range or a search may leave fewer rows than are scrolled past.
  useLayoutEffect(() => {
    if (kept > top) moveTo(top);
  });
  useEffect(() => wheelByPixels(scroller.current, current), [scroller]);

  return {
    space,
    top,
    showRow: (row) => {
      const next = topShowing(space, top, row);
      if (next !== top) moveTo(next);
    },
    onScroll: () => {
      const element = scroller.current;
      if (element === null || element.scrollTop === placed.current) return;
      placed.current = element.scrollTop;
      setTop(element.scrollTop * scrollRatio(space));
    },
  };
}

interface Current {
  readonly space: RowSpace;
  readonly top: number;
  readonly moveTo: (top: number) => void;
}

function wheelByPixels(
  element: HTMLElement | null,
  current: RefObject<Current>,
): (() => void) | undefined {
  if (element === null) return undefined;
  const onWheel = (event: WheelEvent): void => {
    const now = current.current;
    if (now === null || !isScaled(now.space) || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const unit = [1, now.space.rowHeight, now.space.viewHeight][event.deltaMode] ?? 1;
    now.moveTo(now.top + event.deltaY * unit);
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => element.removeEventListener('wheel', onWheel);
}
