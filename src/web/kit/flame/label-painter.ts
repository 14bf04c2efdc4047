import { formatChange, formatCount, formatCounted, formatShare, formatValue } from '../quantity.ts';
import { type Drawing, fontText, jitKind, pixelBox } from './drawing.ts';
import type { FlameModel } from './flame-table.ts';
import { blockValue } from './small-block.ts';

/** Between the edge of a frame and its label. */
const labelPadding = 5;
/** The share stands at the right when this much is free beside the label. */
const roomForShare = 74;

/** Labels font by font, then the shares: a canvas is slow at changing fonts. */
export function paintLabels(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  fill: Uint16Array,
): void {
  paintFont(context, drawing, fill, 0);
  paintFont(context, drawing, fill, 1);
  paintShares(context, drawing, fill);
}

/** Room that the mark of a frame takes from its label. */
function markRoom({ model }: Drawing, row: number): number {
  const { inlined, key, keys } = model.table;
  return inlined[row] === 0 && keys.kind[key[row] as number] === jitKind ? 7 : 0;
}

/** Labels of one font: upright, or slanted for inlined frames. */
function paintFont(
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
    if (label.split === 0 || ink === quietInk) {
      context.fillStyle = ink;
      context.fillText(row === 0 ? rootText(drawing, label.text, room) : label.text, x, top + rise);
      continue;
    }
    const path = label.text.slice(0, label.split);
    context.fillStyle = quietInk;
    context.fillText(path, x, top + rise);
    context.fillStyle = ink;
    context.fillText(
      label.text.slice(label.split),
      x + drawing.pathWidth(path, inlined),
      top + rise,
    );
  }
}

/** The root says what all of it is, where there is room. */
function rootText({ model, labels }: Drawing, name: string, room: number): string {
  const { table } = model;
  if ((table.key[0] as number) < table.keys.firstOther || table.base !== undefined) return name;
  const { unit } = table.value;
  const samples = formatCounted(table.totalSamples[0] as number, 'sample');
  const isCount = unit === 'count' || unit === '';
  const value = isCount ? '' : ` · ${formatValue(table.total[0] as number, unit)}`;
  const text = `${name}${value} · ${samples}`;
  return labels.widthOf(text) <= room - roomForShare ? text : name;
}

function paintBlockLabel(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  box: number,
  at: { readonly left: number; readonly y: number; readonly room: number; readonly ink: string },
): void {
  const count = `${formatCount(drawing.boxes.small[box] as number)} small`;
  const text = `${count} · ${formatShare(blockShare(drawing, box))}`;
  const fitting = [text, count].find((each) => drawing.numbers.widthOf(each) <= at.room);
  if (fitting === undefined) return;
  context.fillStyle = at.ink;
  context.fillText(fitting, at.left + labelPadding, at.y);
}

function blockShare({ model, boxes }: Drawing, box: number): number {
  return blockValue(model, boxes, box) / (model.whole || 1);
}

/** The share at the right, where the label leaves room for it. */
function paintShares(context: CanvasRenderingContext2D, drawing: Drawing, fill: Uint16Array): void {
  const { boxes, model, palette, theme, fontSize } = drawing;
  const { table } = model;
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
    const text = numberText(model, row);
    const wide = drawing.numbers.widthOf(text);
    if (room - label.width < wide + labelPadding * 2) continue;
    context.fillStyle = palette.at(fill[box] as number).quietInk;
    context.fillText(text, left + width - labelPadding - wide, top + rise);
  }
}

/** The number of a frame: its share, or in a difference its change. */
function numberText({ table, whole }: FlameModel, row: number): string {
  const now = table.total[row] as number;
  if (table.base === undefined) return formatShare(now / (whole || 1));
  return formatChange(now - (table.base.total[row] as number), table.value.unit);
}

function baseline({ geometry, fontSize }: Drawing): number {
  return Math.round((geometry.rowHeight - 1 + fontSize * 0.72) / 2);
}
