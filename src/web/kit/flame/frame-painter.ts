import { mappingKinds } from '../../../profile/index.ts';
import { formatShare } from '../quantity.ts';
import { blockSlot, type FlamePalette, type FrameState } from './flame-palette.ts';
import type { FlameModel } from './flame-table.ts';
import type { FlameTheme } from './flame-theme.ts';
import { type FrameGeometry, rowTop } from './frame-geometry.ts';
import type { FrameLabels } from './frame-labels.ts';
import type { Boxes } from './frame-layout.ts';

/** Everything a drawing depends on but the canvas. */
export interface Drawing {
  readonly model: FlameModel;
  readonly boxes: Boxes;
  readonly geometry: FrameGeometry;
  readonly palette: FlamePalette;
  readonly theme: FlameTheme;
  readonly slotOf: (row: number) => number;
  readonly labels: FrameLabels;
  readonly italicLabels: FrameLabels;
  readonly numbers: FrameLabels;
  readonly fontSize: number;
  /** What is searched for: bit (key & 31) of word (key >> 5). null = nothing. */
  readonly matches: Uint32Array | null;
  /** Rows above it are its callers, drawn paler. */
  readonly zoom: number;
  readonly pixelRatio: number;
  readonly hatch: CanvasPattern | null;
}

/** Between the edge of a frame and its label. */
const labelPadding = 5;
/** The share stands at the right when this much is free beside the label. */
const roomForShare = 74;

/** Draws frames, fill by fill, then their marks, then their labels. */
export function paintFrames(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { geometry, palette, pixelRatio } = drawing;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, geometry.width, geometry.height);
  const fill = fillNumbers(drawing);
  const ordered = byFill(fill, palette.length);
  paintFills(context, drawing, fill, ordered);
  paintHatch(context, drawing, fill, ordered);
  paintMarks(context, drawing, fill);
  paintLabels(context, drawing, fill, 0);
  paintLabels(context, drawing, fill, 1);
  paintShares(context, drawing, fill);
}

function isMatch(matches: Uint32Array, key: number): boolean {
  return ((matches[key >> 5] ?? 0) & (1 << (key & 31))) !== 0;
}

/** The fill of every box. */
function fillNumbers(drawing: Drawing): Uint16Array {
  const { boxes, model, palette, slotOf, matches, zoom } = drawing;
  const { table } = model;
  const zoomDepth = table.depth[zoom] ?? 0;
  const numbers = new Uint16Array(boxes.length);
  for (let box = 0; box < boxes.length; box++) {
    const row = boxes.row[box] as number;
    const isBlock = (boxes.small[box] as number) > 0;
    let state: FrameState = 'plain';
    if (matches !== null) {
      const isFound = !isBlock && isMatch(matches, table.key[row] as number);
      state = isFound ? 'match' : 'faded';
    } else if (zoom > 0 && (boxes.depth[box] as number) < zoomDepth) state = 'ancestor';
    numbers[box] = palette.number(isBlock ? blockSlot : slotOf(row), state);
  }
  return numbers;
}

/** Boxes grouped by fill: a canvas is slow at changing colours, not at filling. */
function byFill(fill: Uint16Array, fills: number): Int32Array {
  const start = new Int32Array(fills + 1);
  for (const each of fill) start[each + 1] = (start[each + 1] as number) + 1;
  for (let i = 0; i < fills; i++) start[i + 1] = (start[i + 1] as number) + (start[i] as number);
  const ordered = new Int32Array(fill.length);
  for (let box = 0; box < fill.length; box++) {
    const at = start[fill[box] as number] as number;
    ordered[at] = box;
    start[fill[box] as number] = at + 1;
  }
  return ordered;
}

export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A box as it is filled: cut at the edges, on whole device pixels, with a gap of one pixel. */
export function pixelBox(drawing: Drawing, box: number): PixelBox {
  const { boxes, geometry, pixelRatio } = drawing;
  const x = boxes.x[box] as number;
  const snap = (at: number): number => Math.round(at * pixelRatio) / pixelRatio;
  const left = snap(Math.max(0, x));
  const right = snap(Math.min(geometry.width, x + (boxes.width[box] as number)));
  const gap = right - left > 2 ? 1 : 0.5;
  return {
    left,
    top: snap(rowTop(geometry, boxes.depth[box] as number)),
    width: Math.max(right - left - gap, 0.5),
    height: geometry.rowHeight - 1,
  };
}

function paintFills(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  fill: Uint16Array,
  ordered: Int32Array,
): void {
  let current = -1;
  for (const box of ordered) {
    const number = fill[box] as number;
    if (number !== current) {
      current = number;
      context.fillStyle = drawing.palette.at(number).fill;
    }
    const { left, top, width, height } = pixelBox(drawing, box);
    context.fillRect(left, top, width, height);
  }
}

function paintHatch(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  fill: Uint16Array,
  ordered: Int32Array,
): void {
  if (drawing.hatch === null) return;
  context.fillStyle = drawing.hatch;
  for (const box of ordered) {
    if (!drawing.palette.at(fill[box] as number).isHatched) continue;
    const { left, top, width, height } = pixelBox(drawing, box);
    context.fillRect(left, top, width, height);
  }
}

/** Widths from which marks are legible. */
const markWidth = 9;
const jitKind = mappingKinds.indexOf('jit');

/** Inlined: a notch in the corner. Made at run time: a dot at the left. */
function paintMarks(context: CanvasRenderingContext2D, drawing: Drawing, fill: Uint16Array): void {
  const { boxes, model, palette } = drawing;
  const { inlined, key, keys } = model.table;
  for (let box = 0; box < boxes.length; box++) {
    if ((boxes.small[box] as number) > 0 || (boxes.width[box] as number) < markWidth) continue;
    const row = boxes.row[box] as number;
    const isJit = keys.kind[key[row] as number] === jitKind;
    if (inlined[row] === 0 && !isJit) continue;
    const { left, top, height } = pixelBox(drawing, box);
    context.fillStyle = palette.at(fill[box] as number).quietInk;
    context.beginPath();
    if (inlined[row] === 1) {
      context.moveTo(left, top);
      context.lineTo(left + 5, top);
      context.lineTo(left, top + 5);
    } else {
      context.arc(left + 6, top + height / 2, 2, 0, Math.PI * 2);
    }
    context.fill();
  }
}

/** Room that the mark of a frame takes from its label. */
function markRoom({ model }: Drawing, row: number): number {
  const { inlined, key, keys } = model.table;
  return inlined[row] === 0 && keys.kind[key[row] as number] === jitKind ? 7 : 0;
}

/** Labels of one font: upright, or slanted for inlined frames. */
function paintLabels(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  fill: Uint16Array,
  inlined: 0 | 1,
): void {
  const { boxes, model, palette, theme, fontSize } = drawing;
  const labels = inlined === 1 ? drawing.italicLabels : drawing.labels;
  context.font = fontText(theme, fontSize, inlined === 1);
  context.textBaseline = 'alphabetic';
  const rise = baseline(drawing);
  for (let box = 0; box < boxes.length; box++) {
    if ((boxes.width[box] as number) < 18 + labelPadding * 2) continue;
    const row = boxes.row[box] as number;
    const isBlock = (boxes.small[box] as number) > 0;
    if ((isBlock ? 0 : model.table.inlined[row]) !== inlined) continue;
    const { left, top, width } = pixelBox(drawing, box);
    const { ink, quietInk } = palette.at(fill[box] as number);
    const room = width - labelPadding * 2;
    if (isBlock) {
      paintBlockLabel(context, drawing, box, { left, y: top + rise, room, ink: quietInk });
      continue;
    }
    const mark = markRoom(drawing, row);
    const label = labels.fit(model.table.key[row] as number, room - mark);
    if (label.text === '') continue;
    const x = left + labelPadding + mark;
    if (label.split > 0) {
      context.fillStyle = quietInk;
      context.fillText(label.text.slice(0, label.split), x, top + rise);
    }
    context.fillStyle = ink;
    const last = label.split === 0 ? label.text : label.text.slice(label.split);
    context.fillText(last, x + label.splitWidth, top + rise);
  }
}

function paintBlockLabel(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  box: number,
  at: { readonly left: number; readonly y: number; readonly room: number; readonly ink: string },
): void {
  const count = `${drawing.boxes.small[box] as number} small`;
  const text = `${count} · ${formatShare(blockShare(drawing, box))}`;
  const fitting = [text, count].find((each) => drawing.numbers.widthOf(each) <= at.room);
  if (fitting === undefined) return;
  context.fillStyle = at.ink;
  context.fillText(fitting, at.left + labelPadding, at.y);
}

function blockShare({ model, boxes }: Drawing, box: number): number {
  return blockValue(model, boxes, box) / (model.whole || 1);
}

/** What the frames of a block add up to. */
export function blockValue(model: FlameModel, boxes: Boxes, box: number): number {
  const { table } = model;
  const first = boxes.row[box] as number;
  const caller = boxes.caller[box] as number;
  let count = boxes.small[box] as number;
  let value = 0;
  const end = caller < 0 ? table.length : (table.subtreeEnd[caller] as number);
  let row = first < 0 ? end : first;
  for (; row < end && count > 0; row = table.subtreeEnd[row] as number, count--) {
    value += table.total[row] as number;
  }
  // What is left of the count is not in the table: then it is what its caller has beyond its children.
  return count === 0 || caller < 0 ? value : value + droppedValue(model, caller);
}

function droppedValue({ table }: FlameModel, caller: number): number {
  let rest = (table.total[caller] as number) - (table.self[caller] as number);
  const end = table.subtreeEnd[caller] as number;
  for (let row = caller + 1; row < end; row = table.subtreeEnd[row] as number) {
    rest -= table.total[row] as number;
  }
  return Math.max(0, rest);
}

/** The share at the right, where the label leaves room for it. */
function paintShares(context: CanvasRenderingContext2D, drawing: Drawing, fill: Uint16Array): void {
  const { boxes, model, palette, theme, fontSize } = drawing;
  const { table, whole } = model;
  context.font = fontText(theme, fontSize, false);
  const rise = baseline(drawing);
  for (let box = 0; box < boxes.length; box++) {
    const row = boxes.row[box] as number;
    if ((boxes.width[box] as number) < roomForShare || (boxes.small[box] as number) > 0) continue;
    const { left, top, width } = pixelBox(drawing, box);
    const labels = table.inlined[row] === 1 ? drawing.italicLabels : drawing.labels;
    const mark = markRoom(drawing, row);
    const room = width - labelPadding * 2 - mark;
    const label = labels.fit(table.key[row] as number, room);
    if (room - label.width < roomForShare - labelPadding || label.text === '') continue;
    const text = formatShare((table.total[row] as number) / (whole || 1));
    context.fillStyle = palette.at(fill[box] as number).quietInk;
    context.fillText(text, left + width - labelPadding - drawing.numbers.widthOf(text), top + rise);
  }
}

function baseline({ geometry, fontSize }: Drawing): number {
  return Math.round((geometry.rowHeight - 1 + fontSize * 0.72) / 2);
}

export function fontText(theme: FlameTheme, fontSize: number, isItalic: boolean): string {
  return `${isItalic ? 'italic ' : ''}${fontSize}px ${theme.font}`;
}

/** Diagonal lines, for what is told apart without colour. */
export function hatchPattern(
  context: CanvasRenderingContext2D,
  colour: string,
  pixelRatio: number,
): CanvasPattern | null {
  const size = Math.round(6 * pixelRatio);
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const inTile = tile.getContext('2d');
  if (inTile === null) return null;
  inTile.strokeStyle = colour;
  inTile.lineWidth = 1.2 * pixelRatio;
  for (const shift of [-size, 0, size]) {
    inTile.beginPath();
    inTile.moveTo(shift, size);
    inTile.lineTo(shift + size, 0);
    inTile.stroke();
  }
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(1 / pixelRatio));
  return pattern;
}
