import { type Drawing, pixelBox } from './drawing.ts';

export interface Marked {
  /** Box under the pointer; -1 = none. */
  readonly hovered: number;
  /** Selected row; -1 = none. */
  readonly selected: number;
  readonly isFocused: boolean;
}

/** Draws what follows the pointer and the selection; the frames below stay as they are. */
export function paintOverlay(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  { hovered, selected, isFocused }: Marked,
): void {
  const { boxes, geometry, theme, pixelRatio } = drawing;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, geometry.width, geometry.height);
  if (hovered >= 0 && hovered < boxes.length) paintHover(context, drawing, hovered);
  for (let box = 0; box < boxes.length; box++) {
    if (boxes.row[box] !== selected || boxes.small[box] !== 0) continue;
    const { left, top, width, height } = pixelBox(drawing, box);
    context.lineWidth = 2;
    context.strokeStyle = isFocused ? theme.accent : theme.outline;
    context.strokeRect(left + 1, top + 1, Math.max(1, width - 2), height - 2);
    if (width < 12) continue;
    context.lineWidth = 1;
    context.strokeStyle = theme.panelText;
    context.strokeRect(left + 2.5, top + 2.5, width - 5, height - 5);
  }
}

/** The frame under the pointer darker and outlined, the same function shaded everywhere. */
function paintHover(context: CanvasRenderingContext2D, drawing: Drawing, hovered: number): void {
  const { boxes, model, theme } = drawing;
  const { key } = model.table;
  context.fillStyle = theme.shade;
  const isFrame = boxes.small[hovered] === 0;
  const wanted = isFrame ? key[boxes.row[hovered] as number] : -1;
  for (let box = 0; box < boxes.length; box++) {
    const isSame = boxes.small[box] === 0 && key[boxes.row[box] as number] === wanted;
    if (box !== hovered && !isSame) continue;
    const { left, top, width, height } = pixelBox(drawing, box);
    context.fillRect(left, top, width, height);
  }
  const { left, top, width, height } = pixelBox(drawing, hovered);
  context.lineWidth = 1;
  context.strokeStyle = theme.outline;
  context.strokeRect(left + 0.5, top + 0.5, Math.max(0, width - 1), height - 1);
}
