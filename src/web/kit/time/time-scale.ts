import type { TimeRange } from '../../../explore/index.ts';

/** Maps the times of a window to pixels from the left edge of what shows it. */
export interface TimeScale {
  readonly window: TimeRange;
  readonly widthPx: number;
  x(timeNs: number): number;
  timeAt(x: number): number;
}

export function timeScale(window: TimeRange, widthPx: number): TimeScale {
  const length = Math.max(window.endNs - window.startNs, Number.MIN_VALUE);
  return {
    window,
    widthPx,
    x: (timeNs) => ((timeNs - window.startNs) / length) * widthPx,
    timeAt: (x) => window.startNs + (Math.min(Math.max(x, 0), widthPx) / widthPx) * length,
  };
}
