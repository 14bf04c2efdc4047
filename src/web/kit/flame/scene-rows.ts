import { type Extent, extentOf, type FlameModel } from './flame-table.ts';
import type { FrameGeometry } from './frame-geometry.ts';
import { visibleDepth } from './frame-layout.ts';

const rightMargin = 8;
/** Rows may grow by this much where the graph is shallow. */
const rowGrowth = 4;

export interface RowsShown {
  readonly model: FlameModel;
  readonly shape: 'flame' | 'icicle';
  readonly topDepth: number;
}

/** How high rows are, how high all of them together, and where they are scrolled to. */
export class SceneRows {
  readonly #scroller: HTMLElement;
  readonly #content: HTMLElement;
  #rowHeight = 20;
  #contentHeight = 0;

  constructor(scroller: HTMLElement, content: HTMLElement) {
    this.#scroller = scroller;
    this.#content = content;
  }

  /** Of the canvas. A scroll bar that takes no room leaves a margin instead. */
  get width(): number {
    const { clientWidth, offsetWidth } = this.#scroller;
    return Math.max(1, clientWidth - (offsetWidth === clientWidth ? rightMargin : 0));
  }

  /** Scrolls by so many times the height. */
  scrollPages(pages: number): void {
    this.#scroller.scrollTop += pages * this.#scroller.clientHeight * 0.9;
  }

  /** How high the content is; keeps the rows where they are while it grows, unless it was turned over. */
  measure({ model, shape, topDepth }: RowsShown, extent: Extent, isTurned: boolean): void {
    const scroller = this.#scroller;
    const { width } = this;
    const { clientHeight: height } = scroller;
    const least =
      Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--flame-row')) || 20;
    const all = visibleDepth(model, extentOf(model, 0), width) + 1 - topDepth;
    const fitting = Math.floor(height / Math.max(1, all));
    this.#rowHeight = Math.min(Math.max(fitting, least), least + rowGrowth);
    const rows = visibleDepth(model, extent, width) + 1 - topDepth;
    const before = this.#contentHeight;
    const fromRoot = shape === 'flame' ? before - scroller.scrollTop : scroller.scrollTop;
    this.#contentHeight = Math.max(height, rows * this.#rowHeight + 1);
    this.#content.style.setProperty('height', `${this.#contentHeight}px`);
    const isFirst = before === 0 || isTurned;
    if (shape === 'icicle') scroller.scrollTop = isFirst ? 0 : fromRoot;
    else scroller.scrollTop = this.#contentHeight - (isFirst ? height : fromRoot);
  }

  /** Scrolls so that a row of this depth is on screen. */
  reveal({ shape, topDepth }: RowsShown, depth: number): void {
    const scroller = this.#scroller;
    const from = (depth - topDepth) * this.#rowHeight;
    const top = shape === 'icicle' ? from : this.#contentHeight - from - this.#rowHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    const bottom = top + this.#rowHeight;
    if (bottom > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = bottom - scroller.clientHeight;
    }
  }

  geometry({ shape, topDepth }: RowsShown): FrameGeometry {
    const { clientHeight, scrollTop } = this.#scroller;
    return {
      shape,
      topDepth,
      rowHeight: this.#rowHeight,
      contentHeight: this.#contentHeight,
      scrollTop,
      width: this.width,
      height: clientHeight,
    };
  }
}
