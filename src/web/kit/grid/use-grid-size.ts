import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export interface GridSize {
  readonly width: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly characterPx: number;
}

export const headerHeight = 28;

/** Measures the scrolled element and its type, and again when its size or the page's tokens change. */
export function useGridSize(
  scroller: RefObject<HTMLElement | null>,
  density: 'row' | 'code-row',
): GridSize {
  const [size, setSize] = useState<GridSize>({
    width: 0,
    height: 0,
    rowHeight: 24,
    characterPx: 7.2,
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const next = {
        width: element.clientWidth,
        height: element.clientHeight,
        rowHeight: tokenPx(element, `--${density}`, density === 'row' ? 24 : 20),
        characterPx: characterWidth(element),
      };
      setSize((now) => (same(now, next) ? now : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [scroller, density]);
  return size;
}

function same(a: GridSize, b: GridSize): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.rowHeight === b.rowHeight &&
    a.characterPx === b.characterPx
  );
}

function tokenPx(element: HTMLElement, name: string, otherwise: number): number {
  const value = Number.parseFloat(getComputedStyle(element).getPropertyValue(name));
  return Number.isFinite(value) && value > 0 ? value : otherwise;
}

/** Width of one character of the monospace type that names are set in. */
function characterWidth(element: HTMLElement): number {
  const probe = document.createElement('span');
  probe.className = 'character-probe';
  probe.textContent = '0'.repeat(50);
  element.append(probe);
  const width = probe.getBoundingClientRect().width / 50;
  probe.remove();
  return width > 0 ? width : 7.2;
}

/** The highest element that this browser lays out. */
export function measureHeightLimit(): number {
  const probe = document.createElement('div');
  probe.className = 'height-probe';
  document.body.append(probe);
  const height = Math.floor(probe.getBoundingClientRect().height);
  probe.remove();
  // Near its limit a browser rounds: stay a little below.
  return Math.floor(height * 0.99);
}
