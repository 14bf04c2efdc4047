import type { HeatAnswer, TimeRange } from '../../../explore/index.ts';
import type { ThemeColours } from '../../kit/theme-colours.ts';
import { tickLabel } from '../../kit/time/time-axis.ts';
import { boxOf, type HeatLayout } from './heat-cells.ts';

/** Fills are drawn one shade after the other. */
const shades = 24;

export interface HeatPlace {
  readonly layout: HeatLayout;
  readonly colours: ThemeColours;
  readonly font: string;
  readonly selection: TimeRange | null;
  /** What is drawn at full strength. */
  readonly most: number;
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
  context.fillStyle = colours['heat-0'];
  for (let line = 0; line < answer.lines; line++) {
    const { x, y, width, height } = boxOf(layout, line, 0, answer.cellsPerLine);
    context.fillRect(x, y, width, height);
  }
  drawCells(context, answer, place);
  drawLabels(context, answer, place);
  if (place.selection !== null) drawSelection(context, answer, layout, place.selection, colours);
}

/** One hue over the ground, its strength by value: lightness is monotone. */
function drawCells(
  context: CanvasRenderingContext2D,
  { value, cellsPerLine }: HeatAnswer,
  { layout, colours, most }: HeatPlace,
): void {
  if (most === 0) return;
  const byShade: number[][] = Array.from({ length: shades + 1 }, () => []);
  value.forEach((each, cell) => {
    if (each > 0) byShade[Math.ceil((each / most) * shades)]?.push(cell);
  });
  const gap = layout.cellPx > 4 ? 1 : 0;
  const [gapX, gapY] = layout.direction === 'rows' ? [gap, 0] : [0, gap];
  context.save();
  context.fillStyle = colours['heat-1'];
  byShade.forEach((cells, shade) => {
    context.globalAlpha = 0.06 + 0.94 * (shade / shades) ** 1.1;
    for (const cell of cells) {
      const at = cell % cellsPerLine;
      const { x, y, width, height } = boxOf(layout, Math.floor(cell / cellsPerLine), at, at + 1);
      context.fillRect(x, y, width - gapX, height - gapY);
    }
  });
  context.restore();
}

function drawLabels(context: CanvasRenderingContext2D, answer: HeatAnswer, place: HeatPlace): void {
  context.font = place.font;
  context.fillStyle = place.colours['text-3'];
  context.textBaseline = 'middle';
  if (place.layout.direction === 'rows') drawRowLabels(context, answer, place.layout);
  else drawColumnLabels(context, answer, place.layout);
}

function drawRowLabels(
  context: CanvasRenderingContext2D,
  answer: HeatAnswer,
  { left, top, linePx, cellPx }: HeatLayout,
): void {
  context.textAlign = 'right';
  const every = Math.ceil(14 / linePx);
  for (let line = 0; line < answer.lines; line += every) {
    context.fillText(lineLabel(answer, line), left - 6, top + (line + 0.5) * linePx);
  }
  context.textAlign = 'left';
  const width = cellPx * answer.cellsPerLine;
  const parts = width > 700 ? 10 : width > 340 ? 5 : 2;
  for (let part = 0; part < parts; part++) {
    context.fillText(partLabel(answer, part, parts), left + (width / parts) * part, 10);
  }
}

function drawColumnLabels(
  context: CanvasRenderingContext2D,
  answer: HeatAnswer,
  { left, top, linePx, cellPx }: HeatLayout,
): void {
  context.textAlign = 'left';
  const widest = context.measureText(lineLabel(answer, answer.lines - 1)).width;
  const every = niceStep(Math.ceil((widest + 12) / linePx));
  for (let line = 0; line < answer.lines; line += every) {
    context.fillText(lineLabel(answer, line), left + line * linePx, 10);
  }
  context.textAlign = 'right';
  const height = cellPx * answer.cellsPerLine;
  const parts = height > 200 ? 10 : height > 80 ? 5 : 2;
  for (let part = 0; part < parts; part++) {
    const y = top + height - (height / parts) * part - Math.min(7, height / parts / 2);
    context.fillText(partLabel(answer, part, parts), left - 6, y);
  }
}

/** The next of 1, 2, 5, 10, 20 … */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10) * power;
}

function lineLabel({ startNs, lineNs, lines }: HeatAnswer, line: number): string {
  return tickLabel(startNs + line * lineNs, lineNs, startNs + lines * lineNs);
}

function partLabel({ lineNs }: HeatAnswer, part: number, parts: number): string {
  return `+${tickLabel((lineNs / parts) * part, lineNs / parts, lineNs - 1)}`;
}

/** An outline in the order of time: the rest of the first line, whole lines, the beginning of the last. */
function drawSelection(
  context: CanvasRenderingContext2D,
  answer: HeatAnswer,
  layout: HeatLayout,
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
    const { x, y, width, height } = boxOf(layout, line, begin, end);
    context.strokeRect(x, y, width, height);
  }
}
