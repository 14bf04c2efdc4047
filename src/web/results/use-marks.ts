import type { TargetedFocusEvent, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useState } from 'preact/hooks';

/** What is pointed at in a chart: a row, and something in it. */
export interface Mark {
  readonly row: number;
  readonly item: number | undefined;
}

interface MarkOptions {
  /** What is at a point of the chart. */
  readonly find: (x: number, y: number) => Mark | undefined;
  /** What arrow keys lead to. */
  readonly move: (mark: Mark | undefined, across: number, down: number) => Mark;
  /** Where a mark is in the chart, for its card. */
  readonly place: (mark: Mark) => { readonly x: number; readonly y: number };
  readonly describe: (mark: Mark) => string;
  readonly announce: (message: string) => void;
}

interface Marks {
  readonly mark: Mark | undefined;
  /** In the window. */
  readonly point: { readonly x: number; readonly y: number };
  readonly handlers: {
    readonly tabIndex: number;
    readonly onPointerMove: (event: TargetedPointerEvent<HTMLElement>) => void;
    readonly onPointerDown: (event: TargetedPointerEvent<HTMLElement>) => void;
    readonly onPointerLeave: () => void;
    readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void;
    readonly onBlur: (event: TargetedFocusEvent<HTMLElement>) => void;
  };
}

const arrows: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Points at parts of a chart by pointer, touch and arrow keys: what one shows, the others do. */
export function useMarks({ find, move, place, describe, announce }: MarkOptions): Marks {
  const [mark, setMark] = useState<Mark | undefined>(undefined);
  const [point, setPoint] = useState({ x: 0, y: 0 });
  const follow = (event: TargetedPointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    setMark(find(event.clientX - box.left, event.clientY - box.top));
    setPoint({ x: event.clientX, y: event.clientY });
  };
  return {
    mark,
    point,
    handlers: {
      tabIndex: 0,
      onPointerMove: follow,
      onPointerDown: follow,
      onPointerLeave: () => setMark(undefined),
      onBlur: () => setMark(undefined),
      onKeyDown(event) {
        const arrow = arrows[event.key];
        if (event.key === 'Escape') setMark(undefined);
        if (arrow === undefined) return;
        event.preventDefault();
        const next = move(mark, ...arrow);
        const box = event.currentTarget.getBoundingClientRect();
        const { x, y } = place(next);
        setMark(next);
        setPoint({ x: box.left + x, y: box.top + y });
        announce(describe(next));
      },
    },
  };
}
