import type { TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { axisExtent } from './axis-extent.ts';
import {
  clampRange,
  selectionOf,
  windowOf,
  withSelection,
  zoomedIn,
  zoomedOut,
} from './nested-ranges.ts';
import { formatTimeSpan } from './time-axis.ts';
import type { TimeScale } from './time-scale.ts';

/** How far a pointer moves before a press is a drag. */
const dragPx = 3;
/** A second click within this time is a double click. */
const doubleClickMs = 280;

type Grip = 'start' | 'end';

const noDrag = (): void => {};

/**
 * Selects a range by pointer: a drag selects, a grip resizes, a click clears, a double click zooms into
 * the range, or out where there is none. The state changes at most once per frame; the whole drag is
 * one step back.
 */
export class RangeDrag {
  readonly #app: App;
  readonly #scale: () => TimeScale | null;
  #frame = 0;
  #cancel: () => void = noDrag;
  #clearing: ReturnType<typeof setTimeout> | undefined = undefined;

  /** `scale` maps the pixels of the element that is dragged on. */
  constructor(app: App, scale: () => TimeScale | null) {
    this.#app = app;
    this.#scale = scale;
  }

  /** A press on the element; with a grip only that end moves. */
  press(event: PointerEvent, element: HTMLElement, grip: Grip | null = null): void {
    const scale = this.#scale();
    // A second finger is a pinch, not another drag.
    if (event.button !== 0 || !event.isPrimary || scale === null) return;
    const left = element.getBoundingClientRect().left;
    const selection = this.#selection();
    const fixedNs =
      grip === null || selection === null
        ? scale.timeAt(event.clientX - left)
        : grip === 'start'
          ? selection.endNs
          : selection.startNs;
    const isMoved = (now: PointerEvent): boolean => Math.abs(now.clientX - event.clientX) >= dragPx;
    let isDrag = false;
    const move = (now: PointerEvent): void => {
      if (!isDrag && !isMoved(now)) return;
      const isFirst = !isDrag;
      isDrag = true;
      const atNs = scale.timeAt(now.clientX - left);
      const range = { startNs: Math.min(fixedNs, atNs), endNs: Math.max(fixedNs, atNs) };
      if (isFirst) this.#select(range, 'push');
      else this.#selectInFrame(range);
    };
    const { ranges: before } = this.#app.state.peek();
    const end = (): void => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', release);
      element.removeEventListener('pointercancel', release);
      this.#cancel = noDrag;
    };
    this.#cancel = () => {
      end();
      cancelAnimationFrame(this.#frame);
      if (isDrag) this.#app.change({ ranges: before });
    };
    const release = (now: PointerEvent): void => {
      end();
      if (isDrag) this.#say();
      else if (now.type === 'pointerup' && grip === null) this.#click(fixedNs);
    };
    element.setPointerCapture(event.pointerId);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', release);
    element.addEventListener('pointercancel', release);
  }

  /** Takes back the drag that is going on, if any. */
  cancel(): void {
    this.#cancel();
  }

  doubleClick(): void {
    clearTimeout(this.#clearing);
    this.#clearing = undefined;
    const { ranges } = this.#app.state.peek();
    const extent = axisExtent(this.#app);
    if (extent === null) return;
    const next = this.#selection() === null ? zoomedOut(ranges) : zoomedIn(ranges, extent);
    if (next.length !== ranges.length) this.#app.change({ ranges: next }, 'push');
    this.#app.announce(`Showing ${formatTimeSpan(windowOf(next, extent))}`);
  }

  /** A click into the selection waits for a second one, which zooms into it instead. */
  #click(atNs: number): void {
    const selection = this.#selection();
    if (selection === null) return;
    const isInside = atNs >= selection.startNs && atNs < selection.endNs;
    clearTimeout(this.#clearing);
    this.#clearing = setTimeout(() => this.#clear(), isInside ? doubleClickMs : 0);
  }

  #clear(): void {
    const { ranges } = this.#app.state.peek();
    this.#app.change({ ranges: withSelection(ranges, null) }, 'push');
    this.#app.announce('Range cleared');
  }

  #selection(): TimeRange | null {
    const extent = axisExtent(this.#app);
    return extent === null ? null : selectionOf(this.#app.state.peek().ranges, extent);
  }

  #selectInFrame(range: TimeRange): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#select(range, 'replace'));
  }

  #select(range: TimeRange, kind: 'push' | 'replace'): void {
    const { ranges } = this.#app.state.peek();
    const extent = axisExtent(this.#app);
    if (extent === null) return;
    const selection = clampRange(range, windowOf(ranges, extent));
    this.#app.change({ ranges: withSelection(ranges, selection) }, kind);
  }

  #say(): void {
    const selection = this.#selection();
    if (selection !== null) this.#app.announce(`Range ${formatTimeSpan(selection)}`);
  }
}
