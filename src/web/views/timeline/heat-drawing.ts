import type { HeatAnswer, TimeRange } from '../../../explore/index.ts';
import type { ThemeColours } from '../../kit/theme-colours.ts';
import { tickLabel } from '../../kit/time/time-axis.ts';
import type { HeatLayout } from './heat-cells.ts';

/** Fills are drawn one shade after the other. */
const shades = 24;

export interface HeatPlace {
  readonly layout: HeatLayout;
  readonly colours: ThemeColours;
  readonly font: string;
  readonly selection: TimeRange | null;
}

export function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

export function drawHeat(
  context: CanvasRenderingContext2D,
  answer: HeatAnswer,
  place: HeatPlace,
): void {
  const { layout, colours } = place;
  const { left, top, cellWidth, lineHeight } = layout;
  const width = cellWidth * answer.cellsPerLine;
  context.fillStyle = colours['heat-0'];
  for (let line = 0; line < answer.lines; line++) {
    context.fillRect(left, top + line * lineHeight, width, lineHeight - 1);
  }
  drawCells(context, answer, place);
  drawLabels(context, answer, place);
  if (place.selection !== null) drawSelection(context, answer, layout, place.selection, colours);
}

/** One hue over the ground, its strength by value: lightness is monotone. */
function drawCells(
  context: CanvasRenderingContext2D,
  { value, cellsPerLine }: HeatAnswer,
  { layout, colours }: HeatPlace,
): void {
  const { left, top, cellWidth, lineHeight } = layout;
  const most = largest(value);
  if (most === 0) return;
  const byShade: number[][] = Array.from({ length: shades + 1 }, () => []);
  value.forEach((each, cell) => {
    if (each > 0) byShade[Math.ceil((each / most) * shades)]?.push(cell);
  });
  const gap = cellWidth > 4 ? 1 : 0;
  context.save();
  context.fillStyle = colours['heat-1'];
  byShade.forEach((cells, shade) => {
    context.globalAlpha = 0.06 + 0.94 * (shade / shades) ** 1.1;
    for (const cell of cells) {
      const x = left + (cell % cellsPerLine) * cellWidth;
      const y = top + Math.floor(cell / cellsPerLine) * lineHeight;
      context.fillRect(x, y, cellWidth - gap, lineHeight - 1);
    }
  });
  context.restore();
}

function drawLabels(
  context: CanvasRenderingContext2D,
  answer: HeatAnswer,
  { layout, colours, font }: HeatPlace,
): void {
  const { left, top, lineHeight, cellWidth } = layout;
  context.font = font;
  context.fillStyle = colours['text-3'];
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  const every = Math.ceil(14 / lineHeight);
  for (let line = 0; line < answer.lines; line += every) {
    const at = answer.startNs + line * answer.lineNs;
    const label = tickLabel(at, answer.lineNs, answer.startNs + answer.lines * answer.lineNs);
    context.fillText(label, left - 6, top + (line + 0.5) * lineHeight);
  }
  context.textAlign = 'left';
  const width = cellWidth * answer.cellsPerLine;
  const parts = width > 700 ? 10 : width > 340 ? 5 : 2;
  for (let part = 0; part < parts; part++) {
    const label = `+${tickLabel((answer.lineNs / parts) * part, answer.lineNs / parts, answer.lineNs - 1)}`;
    context.fillText(label, left + (width / parts) * part, 10);
  }
}

/** An outline in reading order: the rest of the first line, whole lines, the beginning of the last. */
function drawSelection(
  context: CanvasRenderingContext2D,
  answer: HeatAnswer,
  { left, top, cellWidth, lineHeight }: HeatLayout,
  { startNs, endNs }: TimeRange,
  colours: ThemeColours,
): void {
  const cellNs = answer.lineNs / answer.cellsPerLine;
  const from = (startNs - answer.startNs) / cellNs;
  const to = (endNs - answer.startNs) / cellNs;
  const whole = answer.cellsPerLine;
  context.strokeStyle = colours.accent;
  context.lineWidth = 2;
  for (let line = Math.max(0, Math.floor(from / whole)); line * whole < to; line++) {
    if (line >= answer.lines) break;
    const begin = Math.max(from - line * whole, 0);
    const end = Math.min(to - line * whole, whole);
    if (end <= begin) continue;
    const y = top + line * lineHeight;
    context.strokeRect(left + begin * cellWidth, y, (end - begin) * cellWidth, lineHeight - 1);
  }
}
