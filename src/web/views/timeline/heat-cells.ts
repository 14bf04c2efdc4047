import type { HeatAnswer, TimeRange } from '../../../explore/index.ts';

/** Lengths of a line that can be chosen. */
export const lineLengths: readonly { readonly ns: number; readonly label: string }[] = [
  { ns: 1e7, label: '10 ms' },
  { ns: 1e8, label: '100 ms' },
  { ns: 1e9, label: '1 s' },
  { ns: 1e10, label: '10 s' },
  { ns: 6e10, label: '1 min' },
];

/** As many lines as are read at a glance: about a dozen. */
export function usualLineNs(lengthNs: number): number {
  return lineLengths.find(({ ns }) => lengthNs / ns <= 40)?.ns ?? 6e10;
}

/** How the cells are laid out on a canvas. */
export interface HeatLayout {
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly lineHeight: number;
}

export function heatLayout(answer: HeatAnswer, width: number, height: number): HeatLayout {
  const left = 52;
  const top = 20;
  const lineHeight = Math.min(32, Math.max(8, Math.floor((height - top) / answer.lines)));
  return { left, top, lineHeight, cellWidth: (width - left - 12) / answer.cellsPerLine };
}

/** The cell at a place, the nearest one where it is outside. */
export function cellAt(answer: HeatAnswer, layout: HeatLayout, x: number, y: number): number {
  const line = inside(Math.floor((y - layout.top) / layout.lineHeight), answer.lines - 1);
  const column = Math.floor((x - layout.left) / layout.cellWidth);
  return line * answer.cellsPerLine + inside(column, answer.cellsPerLine - 1);
}

function inside(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}

/** The time from one cell to another, both included, as one reads. */
export function cellsRange(answer: HeatAnswer, a: number, b: number): TimeRange {
  const cellNs = answer.lineNs / answer.cellsPerLine;
  const [first, last] = [Math.min(a, b), Math.max(a, b)];
  return { startNs: answer.startNs + first * cellNs, endNs: answer.startNs + (last + 1) * cellNs };
}
