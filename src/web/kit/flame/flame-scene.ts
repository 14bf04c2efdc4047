import type { NameList } from '../../../explore/index.ts';
import { type Drawing, pixelBox } from './drawing.ts';
import { ExtentMotion } from './extent-motion.ts';
import { type FlameColour, slotPicker } from './flame-palette.ts';
import { type Extent, extentOf, type FlameModel, inside } from './flame-table.ts';
import { readFlameTheme } from './flame-theme.ts';
import { boxAt, type FrameGeometry, shownDepths } from './frame-geometry.ts';
import { type Boxes, layoutFrames } from './frame-layout.ts';
import { paintOverlay } from './frame-overlay.ts';
import { paintFrames } from './frame-painter.ts';
import { type Ink, inkAt, makeInk } from './scene-ink.ts';
import { SceneRows } from './scene-rows.ts';
import { widestInBlock } from './small-block.ts';

/** What is drawn; everything else the scene finds out itself. */
export interface SceneInput {
  readonly model: FlameModel;
  readonly names: NameList;
  readonly themeName: 'light' | 'dark';
  readonly colour: FlameColour;
  readonly shape: 'flame' | 'icicle';
  readonly topDepth: number;
  readonly zoom: number;
  readonly selected: number;
  readonly matches: Uint32Array | null;
  readonly isFocused: boolean;
}

export interface SceneElements {
  /** Scrolls; its size is the size of the canvas. */
  readonly scroller: HTMLElement;
  /** As high as all rows. */
  readonly content: HTMLElement;
  readonly frames: HTMLCanvasElement;
  readonly overlay: HTMLCanvasElement;
}

/** The widest frame of a block that is spread out: enough for a label. */
const spreadPx = 64;

/** Two canvases: frames, and above them what moves with the pointer and the selection. */
export class FlameScene {
  readonly #elements: SceneElements;
  readonly #onDrawn: () => void;
  readonly #motion = new ExtentMotion();
  readonly #rows: SceneRows;
  #input: SceneInput | null = null;
  #ink: Ink | null = null;
  #slotOf: (row: number) => number = () => 0;
  #drawing: Drawing | null = null;
  #hovered = -1;
  #frame = 0;
  #isUnfinished = false;
  #needs: 'nothing' | 'overlay' | 'all' = 'nothing';

  constructor(elements: SceneElements, onDrawn: () => void) {
    this.#elements = elements;
    this.#onDrawn = onDrawn;
    this.#rows = new SceneRows(elements.scroller, elements.content);
  }

  get drawing(): Drawing | null {
    return this.#drawing;
  }

  get extent(): Extent {
    return this.#motion.goal;
  }

  get width(): number {
    return this.#rows.width;
  }

  scrollPages(pages: number): void {
    this.#rows.scrollPages(pages);
  }

  update(input: SceneInput): void {
    const before = this.#input;
    this.#input = input;
    const isNewTable = before?.model !== input.model;
    if (isNewTable || before.themeName !== input.themeName) this.#makeInk(input);
    if (isNewTable || before.colour !== input.colour) {
      const { model, colour } = input;
      this.#slotOf = slotPicker(model.table, colour);
    }
    if (isNewTable) this.#hovered = -1;
    const isMoved = isNewTable || before.zoom !== input.zoom;
    const frame = extentOf(input.model, input.zoom);
    if (isNewTable && before !== null && isSameZoom(before, input)) {
      // A finer tree of the same frame.
      this.#motion.rescale(extentOf(before.model, before.zoom), frame);
    } else if (isNewTable) this.#motion.jump(frame);
    else if (isMoved) this.#glideTo(frame);
    if (isMoved || before.shape !== input.shape) {
      this.#rows.measure(input, this.extent, before?.shape !== input.shape);
    }
    this.#request('all');
  }

  /** After the size of the element changed: at once, so that nothing is seen stretched. */
  resize(): void {
    if (this.#input === null) return;
    this.#rows.measure(this.#input, this.extent, false);
    this.#drawNow('all');
  }

  /** How many times wider the zoomed frame is than the part of it that is shown. */
  get narrowing(): number {
    const input = this.#input;
    if (input === null) return 1;
    const { from, to } = extentOf(input.model, input.zoom);
    return (to - from) / Math.max(this.extent.to - this.extent.from, Number.MIN_VALUE);
  }

  get isNarrowed(): boolean {
    return this.narrowing > 1.001;
  }

  /** All of the zoomed frame again. */
  showAll(): void {
    const input = this.#input;
    if (input === null) return;
    this.#glideTo(extentOf(input.model, input.zoom));
    this.#showExtent();
  }

  /** Shows another stretch of the axis, inside the zoomed frame. */
  show(extent: Extent): void {
    this.#motion.jump(extent);
    this.#showExtent();
  }

  /** Spreads a block of small frames out, around a point of the canvas. */
  spread(box: number, x: number): void {
    const drawing = this.#drawing;
    if (drawing === null) return;
    const { boxes, geometry, model } = drawing;
    const span = this.extent.to - this.extent.from;
    // Those that are not in the table yet are as wide as the mean.
    const weight = ((boxes.width[box] as number) * span) / geometry.width;
    const mean = weight / Math.max(1, boxes.small[box] as number);
    const widest = Math.max(widestInBlock(model, boxes, box), mean);
    const wanted = (geometry.width / spreadPx) * widest;
    const half = Math.min(span, wanted) / 2;
    const pivot = this.extent.from + (x / geometry.width) * span;
    const around = { from: pivot - half, to: pivot + half };
    this.#glideTo(inside(around, extentOf(model, drawing.zoom)));
    this.#showExtent();
  }

  hover(box: number): void {
    if (box === this.#hovered) return;
    this.#hovered = box;
    this.#request('overlay');
  }

  /** The box under a point of the canvas; -1 = none. */
  boxAt(x: number, y: number): number {
    const drawing = this.#drawing;
    return drawing === null ? -1 : boxAt(drawing.boxes, drawing.geometry, x, y);
  }

  /** The lower left corner of a row, in the window. */
  placeOf(row: number): { readonly x: number; readonly y: number } {
    const { left, top } = this.#elements.scroller.getBoundingClientRect();
    const box = this.#drawing?.boxes.row.indexOf(row) ?? -1;
    if (this.#drawing === null || box < 0) return { x: left, y: top };
    const at = pixelBox(this.#drawing, box);
    return { x: left + at.left, y: top + at.top + at.height };
  }

  scrolled(): void {
    this.#request('all');
  }

  /** Scrolls so that a row of this depth is on screen. */
  reveal(depth: number): void {
    if (this.#input !== null) this.#rows.reveal(this.#input, depth);
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#input = null;
  }

  #makeInk({ themeName, names }: SceneInput): void {
    const context = this.#elements.frames.getContext('2d');
    if (context === null) return;
    const before = this.#ink;
    const theme =
      before?.theme.name === themeName
        ? before.theme
        : readFlameTheme(this.#elements.scroller, themeName);
    this.#ink = makeInk(context, theme, names, before);
  }

  #glideTo(to: Extent): void {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;
    if (isStill || this.#drawing === null) this.#motion.jump(to);
    else this.#motion.glide(to, performance.now());
  }

  #showExtent(): void {
    if (this.#input !== null) this.#rows.measure(this.#input, this.extent, false);
    this.#request('all');
  }

  #request(what: 'overlay' | 'all'): void {
    if (this.#needs !== 'all') this.#needs = what;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#drawNow(this.#needs));
  }

  #drawNow(what: 'nothing' | 'overlay' | 'all'): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#needs = 'nothing';
    if (what === 'nothing' || this.#input === null) return;
    if (what === 'all' || this.#drawing === null) this.#drawFrames();
    this.#drawOverlay();
    if (this.#motion.isMoving || this.#isUnfinished) this.#request('all');
    this.#isUnfinished = false;
  }

  #drawFrames(): void {
    const input = this.#input;
    const context = this.#elements.frames.getContext('2d');
    if (input === null || context === null || this.#ink === null) return;
    this.#ink = inkAt(context, this.#ink, devicePixelRatio || 1);
    const ink = this.#ink;
    this.#motion.step(performance.now());
    const geometry = this.#rows.geometry(input);
    fitCanvas(this.#elements.frames, geometry, ink.pixelRatio);
    fitCanvas(this.#elements.overlay, geometry, ink.pixelRatio);
    const { first, last } = shownDepths(geometry);
    const boxes: Boxes = layoutFrames(input.model, {
      extent: this.#motion.shown,
      width: geometry.width,
      firstDepth: first,
      lastDepth: last,
    });
    this.#drawing = {
      ...ink,
      model: input.model,
      boxes,
      geometry,
      slotOf: this.#slotOf,
      matches: input.matches,
      zoom: input.zoom,
    };
    const { labels, italicLabels } = ink;
    labels.begin();
    italicLabels.begin();
    paintFrames(context, this.#drawing);
    if (labels.isUnfinished || italicLabels.isUnfinished) this.#isUnfinished = true;
    if (!this.#motion.isMoving) this.#onDrawn();
  }

  #drawOverlay(): void {
    const context = this.#elements.overlay.getContext('2d');
    if (context === null || this.#drawing === null || this.#input === null) return;
    const { selected, isFocused } = this.#input;
    paintOverlay(context, this.#drawing, { hovered: this.#hovered, selected, isFocused });
  }
}

/** Whether two inputs zoom into the same frame, of whatever tree. */
function isSameZoom(one: SceneInput, other: SceneInput): boolean {
  const frame = ({ model: { table }, names, zoom }: SceneInput): string =>
    `${table.depth[zoom] ?? 0} ${names.at(table.key[zoom] ?? 0)}`;
  return frame(one) === frame(other);
}

function fitCanvas(
  canvas: HTMLCanvasElement,
  { width, height }: FrameGeometry,
  pixelRatio: number,
): void {
  const [wide, high] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  canvas.style.setProperty('width', `${width}px`);
  canvas.style.setProperty('height', `${height}px`);
}
