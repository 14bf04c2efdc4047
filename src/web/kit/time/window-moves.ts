import type { TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { axisExtent } from './axis-extent.ts';
import {
  movedBy,
  sameRange,
  scaledAt,
  selectionOf,
  windowOf,
  withSelection,
} from './nested-ranges.ts';

/** Which range of the state a view shows: the window with the selection in it, or the selection. */
export type Shown = 'window' | 'selection';

/** Moves within this time of each other are one step back. */
const oneStepMs = 700;
/** How much longer the window gets per notch of a wheel. */
const wheelFactor = 1.25;

export function shownRange(app: App, shown: Shown): TimeRange | null {
  const extent = axisExtent(app);
  if (extent === null) return null;
  const { ranges } = app.state.value;
  return shown === 'window' ? windowOf(ranges, extent) : (ranges.at(-1) ?? extent);
}

/** The ranges with another window; the selection stays as far as it is in it. */
export function withWindow(
  ranges: readonly TimeRange[],
  window: TimeRange,
  extent: TimeRange,
): readonly TimeRange[] {
  const outer = ranges.slice(0, -2);
  const limits = outer.at(-1) ?? extent;
  const selection = selectionOf(ranges, extent);
  const isWhole = sameRange(window, limits);
  const around = isWhole ? outer : [...outer, window];
  const inside =
    selection !== null && selection.startNs < window.endNs && selection.endNs > window.startNs
      ? {
          startNs: Math.max(selection.startNs, window.startNs),
          endNs: Math.min(selection.endNs, window.endNs),
        }
      : null;
  if (inside !== null) return [...around, inside];
  return around.length === 0 ? [] : [...around, around.at(-1) ?? window];
}

/** Zooms and pans what a view shows; the state has it, so every other view follows. */
export class WindowMoves {
  readonly #app: App;
  readonly #shown: Shown;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(app: App, shown: Shown) {
    this.#app = app;
    this.#shown = shown;
  }

  /** `factor` below 1 zooms in; without a time at the middle. */
  zoom(factor: number, atNs?: number): void {
    const window = shownRange(this.#app, this.#shown);
    if (window === null) return;
    const middle = (window.startNs + window.endNs) / 2;
    this.#show(scaledAt(window, factor, atNs ?? middle, this.#limits()));
  }

  /** By a part of what is shown. */
  pan(share: number): void {
    const window = shownRange(this.#app, this.#shown);
    if (window === null) return;
    const byNs = (window.endNs - window.startNs) * share;
    this.#show(movedBy(window, byNs, this.#limits()));
  }

  /** Ctrl zooms at the pointer, Shift (or a wheel that goes sideways) pans; else nothing. */
  wheel(event: WheelEvent, atNs: number, widthPx: number): void {
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (event.ctrlKey) this.zoom(wheelFactor ** Math.sign(event.deltaY), atNs);
    else if (isSideways) this.pan(event.deltaX / widthPx);
    else if (event.shiftKey) this.pan(event.deltaY / widthPx);
    else return;
    event.preventDefault();
  }

  #limits(): TimeRange {
    const { ranges } = this.#app.state.peek();
    const extent = axisExtent(this.#app) ?? { startNs: 0, endNs: 1 };
    if (this.#shown === 'selection') return windowOf(ranges, extent);
    return ranges.at(-3) ?? extent;
  }

  #show(window: TimeRange): void {
    const { ranges } = this.#app.state.peek();
    const extent = axisExtent(this.#app);
    if (extent === null) return;
    const isWhole = sameRange(window, windowOf(ranges, extent));
    const next =
      this.#shown === 'window'
        ? withWindow(ranges, window, extent)
        : withSelection(ranges, isWhole ? null : window);
    const now = performance.now();
    this.#app.change({ ranges: next }, now - this.#lastMs < oneStepMs ? 'replace' : 'push');
    this.#lastMs = now;
  }
}
