import { type Drawing, jitKind, pixelBox } from './drawing.ts';
import { blockSlot, type FrameState } from './flame-palette.ts';
import type { FlameModel } from './flame-table.ts';
import type { Boxes } from './frame-layout.ts';
import { paintLabels } from './label-painter.ts';
import { rowsOfBlock } from './small-block.ts';

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
  paintLabels(context, drawing, fill);
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
      const isFound = isBlock
        ? blockHasMatch(model, boxes, box, matches)
        : isMatch(matches, table.key[row] as number);
      state = isFound ? 'match' : 'faded';
    } else if (zoom > 0 && (boxes.depth[box] as number) < zoomDepth) state = 'ancestor';
    numbers[box] = palette.number(isBlock ? blockSlot : slotOf(row), state);
  }
  return numbers;
}

/** Whether a small frame of the block is searched for. */
function blockHasMatch(
  model: FlameModel,
  boxes: Boxes,
  box: number,
  matches: Uint32Array,
): boolean {
  for (const row of rowsOfBlock(model, boxes, box)) {
    if (isMatch(matches, model.table.key[row] as number)) return true;
  }
  return false;
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
