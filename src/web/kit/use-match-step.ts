import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { App } from '../app/app.ts';

/** `n` and `N`: calls `step` of the last drawing once per press. */
export function useMatchStep(app: App, step: (direction: 1 | -1) => void): void {
  const done = useRef(app.matchStep.peek().turn);
  const latest = useRef(step);
  latest.current = step;
  useSignalEffect(() => {
    const { direction, turn } = app.matchStep.value;
    if (turn === done.current) return;
    done.current = turn;
    latest.current(direction);
  });
}

/** The same in a table that the search filters: every row of it is a match. */
export function useRowSteps(
  app: App,
  rowCount: number,
  selectedRow: number,
  select: (row: number) => void,
): void {
  useMatchStep(app, (direction) => {
    if (rowCount === 0) return;
    const from = selectedRow < 0 && direction < 0 ? 0 : selectedRow;
    select((from + direction + rowCount) % rowCount);
  });
}
