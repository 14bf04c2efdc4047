import type { TimeRange } from '../../../explore/index.ts';
import type { ThemeColours } from '../theme-colours.ts';
import { axisTicks } from './time-axis.ts';
import type { TimeScale } from './time-scale.ts';

export interface AxisPlace {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly colours: ThemeColours;
  readonly font: string;
}

/** Lines at the ticks, from top to bottom. */
export function drawTickLines(
  context: CanvasRenderingContext2D,
  scale: TimeScale,
  { left, top, bottom, colours }: AxisPlace,
): void {
  context.fillStyle = colours.line;
  for (const { timeNs } of axisTicks(scale.window, scale.widthPx)) {
    context.fillRect(left + Math.round(scale.x(timeNs)), top, 1, bottom - top);
  }
}

/** Labels at the right of the ticks; one that would be cut is left out. */
export function drawTickLabels(
  context: CanvasRenderingContext2D,
  scale: TimeScale,
  { left, top, colours, font }: AxisPlace,
): void {
  context.font = font;
  context.fillStyle = colours['text-3'];
  context.textBaseline = 'top';
  context.textAlign = 'left';
  for (const { timeNs, label } of axisTicks(scale.window, scale.widthPx)) {
    const x = Math.round(scale.x(timeNs)) + 4;
    if (x + context.measureText(label).width <= scale.widthPx) {
      context.fillText(label, left + x, top + 4);
    }
  }
}

/** Fades what is outside of the selection by 60 %. */
export function fadeOutside(
  context: CanvasRenderingContext2D,
  scale: TimeScale,
  selection: TimeRange | null,
  { left, top, bottom, colours }: AxisPlace,
): void {
  if (selection === null) return;
  const from = Math.min(Math.max(scale.x(selection.startNs), 0), scale.widthPx);
  const to = Math.min(Math.max(scale.x(selection.endNs), 0), scale.widthPx);
  context.save();
  context.globalAlpha = 0.6;
  context.fillStyle = colours['bg-panel'];
  context.fillRect(left, top, from, bottom - top);
  context.fillRect(left + to, top, scale.widthPx - to, bottom - top);
  context.restore();
}
