import type { FlameScene } from './flame-scene.ts';
import { type Extent, extentOf, type FlameModel, inside } from './flame-table.ts';
import { widerCaller } from './frame-moves.ts';

/** The box under the pointer, and where the pointer is in the window. */
export interface Pointed {
  readonly box: number;
  readonly x: number;
  readonly y: number;
}

export interface PointerTarget {
  model(): FlameModel;
  zoom(): number;
  selected(): number;
  point(pointed: Pointed | null): void;
  onSelect(row: number): void;
  onZoom(row: number): void;
  onOpen(row: number): void;
  onMenu(row: number, x: number, y: number): void;
  focus(): void;
}

/** A press that moves further is a drag. */
const dragPx = 4;
/** The second click of a double click still means the frame of the first. */
const doubleClickMs = 500;

/** Mouse, wheel, pen and touch on a flame surface; gives a function that stops it. */
export function watchPointer(
  element: HTMLElement,
  scene: FlameScene,
  target: PointerTarget,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const boxUnder = (event: MouseEvent): number => {
    const { left, top } = element.getBoundingClientRect();
    return scene.boxAt(event.clientX - left, event.clientY - top);
  };
  const leave = (): void => {
    scene.hover(-1);
    target.point(null);
  };
  const drags = new Drags(element, scene, target);
  const clicks = new Clicks(scene, target);
  element.addEventListener('pointerdown', (event) => drags.down(event), { signal });
  element.addEventListener(
    'pointermove',
    (event) => {
      if (drags.move(event)) return leave();
      if (event.pointerType === 'touch') return;
      const box = boxUnder(event);
      scene.hover(box);
      target.point(box < 0 ? null : { box, x: event.clientX, y: event.clientY });
    },
    { signal },
  );
  for (const type of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(type, (event) => drags.up(event), { signal });
  }
  element.addEventListener('pointerleave', leave, { signal });
  element.addEventListener(
    'click',
    (event) => {
      const { left } = element.getBoundingClientRect();
      if (!drags.wasDrag) clicks.click(boxUnder(event), event, event.clientX - left);
    },
    { signal },
  );
  element.addEventListener('dblclick', () => clicks.open(), { signal });
  element.addEventListener(
    'contextmenu',
    (event) => {
      const row = clicks.rowOf(boxUnder(event));
      if (row < 0) return;
      event.preventDefault();
      leave();
      target.onSelect(row);
      target.onMenu(row, event.clientX, event.clientY);
    },
    { signal },
  );
  element.addEventListener(
    'scroll',
    () => {
      leave();
      scene.scrolled();
    },
    { signal, passive: true },
  );
  element.addEventListener('wheel', (event) => wheel(event, element, scene, target), {
    signal,
    passive: false,
  });
  return () => stop.abort();
}

class Clicks {
  readonly #scene: FlameScene;
  readonly #target: PointerTarget;
  #last = { row: -1, timeMs: 0 };

  constructor(scene: FlameScene, target: PointerTarget) {
    this.#scene = scene;
    this.#target = target;
  }

  /** The frame of a box; of a block its caller. */
  rowOf(box: number): number {
    const boxes = this.#scene.drawing?.boxes;
    if (boxes === undefined || box < 0 || box >= boxes.length) return -1;
    const isBlock = (boxes.small[box] as number) > 0;
    return (isBlock ? boxes.caller[box] : boxes.row[box]) as number;
  }

  click(box: number, event: MouseEvent, x: number): void {
    // The second click of a double click falls on what the first one brought there.
    const now = performance.now();
    if (event.detail > 1 && now - this.#last.timeMs < doubleClickMs) return;
    const row = this.rowOf(box);
    if (row < 0) return;
    this.#last = { row, timeMs: now };
    const isBlock = (this.#scene.drawing?.boxes.small[box] ?? 0) > 0;
    if (isBlock && row === this.#target.zoom()) {
      // Their caller has all the width already: spread them out instead.
      this.#scene.spread(box, x);
      return;
    }
    const isTouch = (event as PointerEvent).pointerType === 'touch';
    const isSecondTap = this.#target.selected() === row;
    this.#target.focus();
    this.#target.onSelect(row);
    if (!isTouch || isSecondTap) this.#target.onZoom(row);
  }

  open(): void {
    if (this.#last.row >= 0) this.#target.onOpen(this.#last.row);
  }
}

/** One finger or button pans, two fingers zoom. */
class Drags {
  readonly #element: HTMLElement;
  readonly #scene: FlameScene;
  readonly #target: PointerTarget;
  readonly #at = new Map<number, number>();
  #start: { readonly extent: Extent; readonly xs: readonly number[] } | null = null;
  wasDrag = false;

  constructor(element: HTMLElement, scene: FlameScene, target: PointerTarget) {
    this.#element = element;
    this.#scene = scene;
    this.#target = target;
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#at.set(event.pointerId, event.clientX);
    if (this.#at.size === 1) this.wasDrag = false;
    this.#begin();
  }

  /** Whether this is a drag and not a move. */
  move(event: PointerEvent): boolean {
    if (!this.#at.has(event.pointerId) || this.#start === null) return false;
    this.#at.set(event.pointerId, event.clientX);
    const [first = 0, second] = [...this.#at.values()];
    const [from = 0, from2] = this.#start.xs;
    if (second === undefined && !this.wasDrag && Math.abs(first - from) < dragPx) return false;
    const { extent } = this.#start;
    const { left } = this.#element.getBoundingClientRect();
    const { width } = this.#scene;
    const span = extent.to - extent.from;
    const whole = extentOf(this.#target.model(), this.#target.zoom());
    if (second === undefined && span >= whole.to - whole.from) return false;
    this.wasDrag = true;
    if (second === undefined || from2 === undefined) {
      this.#scene.show(inside(pan(extent, ((from - first) / width) * span), whole));
      return true;
    }
    const scale = Math.max(8, Math.abs(from2 - from)) / Math.max(8, Math.abs(second - first));
    const middle = ((from + from2) / 2 - left) / width;
    const now = ((first + second) / 2 - left) / width;
    const pivot = extent.from + span * middle;
    const next = { from: pivot - span * scale * now, to: pivot + span * scale * (1 - now) };
    this.#scene.show(inside(next, whole));
    return true;
  }

  up(event: PointerEvent): void {
    this.#at.delete(event.pointerId);
    this.#begin();
  }

  #begin(): void {
    const xs = [...this.#at.values()];
    this.#start = xs.length === 0 ? null : { extent: this.#scene.extent, xs };
  }
}

/** Ctrl zooms at the pointer (a pinch on a touchpad is that too), Shift pans; else the element scrolls. */
function wheel(
  event: WheelEvent,
  element: HTMLElement,
  scene: FlameScene,
  target: PointerTarget,
): void {
  const { left } = element.getBoundingClientRect();
  const { width, extent } = scene;
  const span = extent.to - extent.from;
  const whole = extentOf(target.model(), target.zoom());
  const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
  if (event.ctrlKey) {
    event.preventDefault();
    const factor = Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 150);
    const isWhole = span >= (whole.to - whole.from) * 0.999;
    if (factor > 1 && isWhole) {
      if (target.zoom() > 0) target.onZoom(widerCaller(target.model(), target.zoom()));
      return;
    }
    const at = (event.clientX - left) / width;
    const pivot = extent.from + span * at;
    scene.show(
      inside({ from: pivot - span * factor * at, to: pivot + span * factor * (1 - at) }, whole),
    );
  } else if (isSideways) {
    event.preventDefault();
    const by = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    scene.show(inside(pan(extent, (by / width) * span), whole));
  } else return;
  scene.hover(-1);
  target.point(null);
}

function pan({ from, to }: Extent, by: number): Extent {
  return { from: from + by, to: to + by };
}
