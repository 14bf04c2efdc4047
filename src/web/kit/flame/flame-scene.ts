import type { NameList } from '../../../explore/index.ts';
import { type Drawing, fontText, pixelBox } from './drawing.ts';
import { type FlameColour, FlamePalette, slotPicker } from './flame-palette.ts';
import { type Extent, extentOf, type FlameModel } from './flame-table.ts';
import { type FlameTheme, readFlameTheme } from './flame-theme.ts';
import { boxAt, type FrameGeometry, shownDepths } from './frame-geometry.ts';
import { FrameLabels } from './frame-labels.ts';
import { type Boxes, layoutFrames, visibleDepth } from './frame-layout.ts';
import { paintOverlay } from './frame-overlay.ts';
import { hatchPattern, paintFrames } from './frame-painter.ts';
import { widestInBlock } from './small-block.ts';
import { pathWidths, textMeasure } from './text-measure.ts';

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

const zoomMs = 120;
const rightMargin = 8;
/** The widest frame of a block that is spread out: enough for a label. */
const spreadPx = 64;
/** Rows may grow by this much where the graph is shallow. */
const rowGrowth = 4;

/** Two canvases: frames, and above them what moves with the pointer and the selection. */
export class FlameScene {
  readonly #elements: SceneElements;
  readonly #onDrawn: () => void;
  #input: SceneInput | null = null;
  #theme: FlameTheme | null = null;
  #palette: FlamePalette | null = null;
  #labels: Pick<Drawing, 'labels' | 'italicLabels' | 'numbers' | 'pathWidth'> | null = null;
  #slotOf: (row: number) => number = () => 0;
  #extent: Extent = { from: 0, to: 1 };
  #moves: { readonly from: Extent; readonly to: Extent; readonly startMs: number } | null = null;
  #rowHeight = 20;
  #contentHeight = 0;
  #drawing: Drawing | null = null;
  #hovered = -1;
  #frame = 0;
  #isUnfinished = false;
  #needs: 'nothing' | 'overlay' | 'all' = 'nothing';

  constructor(elements: SceneElements, onDrawn: () => void) {
    this.#elements = elements;
    this.#onDrawn = onDrawn;
  }

  get drawing(): Drawing | null {
    return this.#drawing;
  }

  get extent(): Extent {
    return this.#moves?.to ?? this.#extent;
  }

  /** Of the canvas. A scroll bar that takes no room leaves a margin instead. */
  get width(): number {
    const { clientWidth, offsetWidth } = this.#elements.scroller;
    return Math.max(1, clientWidth - (offsetWidth === clientWidth ? rightMargin : 0));
  }

  /** Scrolls by so many times the height. */
  scrollPages(pages: number): void {
    const { scroller } = this.#elements;
    scroller.scrollTop += pages * scroller.clientHeight * 0.9;
  }

  update(input: SceneInput): void {
    const before = this.#input;
    this.#input = input;
    const isNewTable = before?.model !== input.model;
    if (before?.themeName !== input.themeName) this.#readTheme();
    if (isNewTable || before.themeName !== input.themeName) this.#makeLabels();
    if (isNewTable || before.colour !== input.colour) {
      const { model, colour } = input;
      this.#slotOf = slotPicker(model.table, colour);
    }
    if (isNewTable) this.#hovered = -1;
    const isMoved = isNewTable || before.zoom !== input.zoom;
    if (isNewTable && before !== null && isSameZoom(before, input)) this.#carryOver(before, input);
    else if (isMoved) {
      this.#moveTo(extentOf(input.model, input.zoom), isNewTable ? 'at once' : 'smoothly');
    }
    if (isMoved || before.shape !== input.shape) this.#measureRows(before?.shape !== input.shape);
    this.#request('all');
  }

  /** After the size of the element changed: at once, so that nothing is seen stretched. */
  resize(): void {
    if (this.#input === null) return;
    this.#measureRows(false);
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
    this.#moveTo(extentOf(input.model, input.zoom), 'smoothly');
    this.#measureRows(false);
    this.#request('all');
  }

  /** Shows another stretch of the axis, inside the zoomed frame. */
  show(extent: Extent): void {
    this.#moves = null;
    this.#extent = extent;
    this.#measureRows(false);
    this.#request('all');
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
    const next = Math.min(span, wanted);
    const pivot = this.extent.from + (x / geometry.width) * span;
    const whole = extentOf(model, drawing.zoom);
    const from = Math.min(Math.max(pivot - next / 2, whole.from), whole.to - next);
    this.#moveTo({ from, to: from + next }, 'smoothly');
    this.#measureRows(false);
    this.#request('all');
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
    const input = this.#input;
    if (input === null) return;
    const { scroller } = this.#elements;
    const from = (depth - input.topDepth) * this.#rowHeight;
    const top = input.shape === 'icicle' ? from : this.#contentHeight - from - this.#rowHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    const bottom = top + this.#rowHeight;
    if (bottom > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = bottom - scroller.clientHeight;
    }
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#input = null;
  }

  #readTheme(): void {
    if (this.#input === null) return;
    this.#theme = readFlameTheme(this.#elements.scroller, this.#input.themeName);
    this.#palette = new FlamePalette(this.#theme);
  }

  #makeLabels(): void {
    const context = this.#elements.frames.getContext('2d');
    if (context === null || this.#theme === null || this.#input === null) return;
    const { names } = this.#input;
    const upright = textMeasure(context, fontText(this.#theme, fontSize, false));
    const italic = textMeasure(context, fontText(this.#theme, fontSize, true));
    const nameOf = (key: number): string => names.at(key);
    this.#labels = {
      labels: new FrameLabels(nameOf, upright),
      italicLabels: new FrameLabels(nameOf, italic),
      numbers: new FrameLabels(nameOf, upright),
      pathWidth: pathWidths(context, [
        fontText(this.#theme, fontSize, false),
        fontText(this.#theme, fontSize, true),
      ]),
    };
  }

  #moveTo(to: Extent, how: 'at once' | 'smoothly'): void {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;
    if (how === 'at once' || isStill || this.#drawing === null) {
      this.#moves = null;
      this.#extent = to;
    } else this.#moves = { from: this.#extent, to, startMs: performance.now() };
  }

  /** A finer tree of the same frame: what is on its way there stays on its way. */
  #carryOver(before: SceneInput, input: SceneInput): void {
    const old = extentOf(before.model, before.zoom);
    const next = extentOf(input.model, input.zoom);
    const scale = (next.to - next.from) / (old.to - old.from || 1);
    const carry = ({ from, to }: Extent): Extent => ({
      from: next.from + (from - old.from) * scale,
      to: next.from + (to - old.from) * scale,
    });
    const moves = this.#moves;
    this.#extent = carry(this.#extent);
    this.#moves =
      moves === null ? null : { ...moves, from: carry(moves.from), to: carry(moves.to) };
  }

  /** How high the content is; keeps the rows where they are while it grows. */
  #measureRows(isTurned: boolean): void {
    const input = this.#input;
    if (input === null) return;
    const { scroller, content } = this.#elements;
    const { width } = this;
    const { clientHeight: height } = scroller;
    const { model, topDepth, shape } = input;
    const least =
      Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--flame-row')) || 20;
    const all = visibleDepth(model, extentOf(model, 0), width) + 1 - topDepth;
    const fitting = Math.floor(height / Math.max(1, all));
    this.#rowHeight = Math.min(Math.max(fitting, least), least + rowGrowth);
    const rows = visibleDepth(model, this.extent, width) + 1 - topDepth;
    const before = this.#contentHeight;
    const fromRoot = shape === 'flame' ? before - scroller.scrollTop : scroller.scrollTop;
    this.#contentHeight = Math.max(height, rows * this.#rowHeight + 1);
    content.style.setProperty('height', `${this.#contentHeight}px`);
    const isFirst = before === 0 || isTurned;
    if (shape === 'icicle') scroller.scrollTop = isFirst ? 0 : fromRoot;
    else scroller.scrollTop = this.#contentHeight - (isFirst ? height : fromRoot);
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
    if (this.#moves !== null || this.#isUnfinished) this.#request('all');
    this.#isUnfinished = false;
  }

  #drawFrames(): void {
    const input = this.#input;
    const context = this.#elements.frames.getContext('2d');
    if (input === null || context === null) return;
    if (this.#theme === null || this.#palette === null || this.#labels === null) return;
    const pixelRatio = devicePixelRatio || 1;
    this.#step();
    const geometry = this.#geometry(input);
    fitCanvas(this.#elements.frames, geometry, pixelRatio);
    fitCanvas(this.#elements.overlay, geometry, pixelRatio);
    const { first, last } = shownDepths(geometry);
    const boxes: Boxes = layoutFrames(input.model, {
      extent: this.#extent,
      width: geometry.width,
      firstDepth: first,
      lastDepth: last,
    });
    const before = this.#drawing;
    const isSameHatch = before?.theme === this.#theme && before.pixelRatio === pixelRatio;
    this.#drawing = {
      model: input.model,
      boxes,
      geometry,
      palette: this.#palette,
      theme: this.#theme,
      slotOf: this.#slotOf,
      ...this.#labels,
      fontSize,
      matches: input.matches,
      zoom: input.zoom,
      pixelRatio,
      hatch: isSameHatch ? before.hatch : hatchPattern(context, this.#theme.hatch, pixelRatio),
    };
    const { labels, italicLabels } = this.#labels;
    labels.begin();
    italicLabels.begin();
    paintFrames(context, this.#drawing);
    if (labels.isUnfinished || italicLabels.isUnfinished) this.#isUnfinished = true;
    if (this.#moves === null) this.#onDrawn();
  }

  /** One step of the way to the zoomed frame: quick at first, then slower. */
  #step(): void {
    const moves = this.#moves;
    if (moves === null) return;
    const passed = Math.min(1, (performance.now() - moves.startMs) / zoomMs);
    const share = 1 - (1 - passed) ** 3;
    this.#extent = {
      from: moves.from.from + (moves.to.from - moves.from.from) * share,
      to: moves.from.to + (moves.to.to - moves.from.to) * share,
    };
    if (passed >= 1) {
      this.#extent = moves.to;
      this.#moves = null;
    }
  }

  #drawOverlay(): void {
    const context = this.#elements.overlay.getContext('2d');
    if (context === null || this.#drawing === null || this.#input === null) return;
    const { selected, isFocused } = this.#input;
    paintOverlay(context, this.#drawing, { hovered: this.#hovered, selected, isFocused });
  }

  #geometry({ shape, topDepth }: SceneInput): FrameGeometry {
    const { clientHeight, scrollTop } = this.#elements.scroller;
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

/** Whether two inputs zoom into the same frame, of whatever tree. */
function isSameZoom(one: SceneInput, other: SceneInput): boolean {
  const frame = ({ model: { table }, names, zoom }: SceneInput): string =>
    `${table.depth[zoom] ?? 0} ${names.at(table.key[zoom] ?? 0)}`;
  return frame(one) === frame(other);
}

/** Pixels; labels are a little smaller than text to read. */
const fontSize = 12;

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
