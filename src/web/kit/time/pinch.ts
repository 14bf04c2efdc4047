import type { TimeScale } from './time-scale.ts';
import type { WindowMoves } from './window-moves.ts';

/** Fingers nearer than this are one: their distance says nothing. */
const leastPx = 24;

interface PinchOptions {
  readonly moves: WindowMoves;
  readonly scale: () => TimeScale | null;
  /** Two fingers are down: what one of them began is not meant. */
  readonly onBegin: () => void;
}

/** Two fingers zoom and move a time axis; gives a function that stops it. */
export function watchPinch(
  element: HTMLElement,
  { moves, scale, onBegin }: PinchOptions,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const fingers = new Map<number, number>();
  let last = { middle: 0, apart: leastPx };
  const measure = (): typeof last => {
    const [first = 0, second = 0] = [...fingers.values()];
    return { middle: (first + second) / 2, apart: Math.max(leastPx, Math.abs(first - second)) };
  };
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'touch') return;
      fingers.set(event.pointerId, event.clientX);
      if (fingers.size !== 2) return;
      last = measure();
      onBegin();
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, event.clientX);
      const now = scale();
      if (fingers.size !== 2 || now === null) return;
      const { middle, apart } = measure();
      const x = last.middle - element.getBoundingClientRect().left;
      if (apart !== last.apart) moves.zoom(last.apart / apart, now.timeAt(x));
      if (middle !== last.middle) moves.pan((last.middle - middle) / now.widthPx);
      last = { middle, apart };
    },
    { signal },
  );
  for (const type of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(type, (event) => fingers.delete(event.pointerId), { signal });
  }
  return () => stop.abort();
}
