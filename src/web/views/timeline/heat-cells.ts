import type { HeatAnswer, TimeRange } from '../../../explore/index.ts';

/** Lengths of a line that can be chosen. */
export const lineLengths: readonly { readonly ns: number; readonly label: string }[] = [
  { ns: 1e7, label: '10 ms' },
  { ns: 1e8, label: '100 ms' },
  { ns: 1e9, label: '1 s' },
  { ns: 1e10, label: '10 s' },
  { ns: 6e10, label: '1 min' },
];

/** Which way a line of cells runs: as one reads, or upwards as FlameScope has it. */
export type HeatDirection = 'rows' | 'columns';

interface DirectionSizes {
  readonly cellsPerLine: number;
  /** As many lines as are read at a glance. */
  readonly usualLines: number;
  readonly leastLinePx: number;
  readonly mostLinePx: number;
}

/** Across there is more room than down: more and narrower lines when they stand, fewer cells in each. */
export const heatSizes: Readonly<Record<HeatDirection, DirectionSizes>> = {
  rows: { cellsPerLine: 100, usualLines: 40, leastLinePx: 8, mostLinePx: 32 },
  columns: { cellsPerLine: 50, usualLines: 120, leastLinePx: 4, mostLinePx: 24 },
};

/** Samples that a cell should have on average: with fewer a map shows single samples, and no rhythm. */
const leastPerCell = 0.2;

/** `sampledNs` is the mean time between two samples. */
export function usualLineNs(
  lengthNs: number,
  direction: HeatDirection,
  sampledNs: number = 0,
): number {
  const { usualLines, cellsPerLine } = heatSizes[direction];
  const fits = (ns: number): boolean =>
    lengthNs / ns <= usualLines && ns / cellsPerLine >= leastPerCell * sampledNs;
  return lineLengths.find(({ ns }) => fits(ns))?.ns ?? 6e10;
}

/** Room for the labels of lines (at the left of rows), of their parts, and beyond the last cell. */
const margin = { left: 52, top: 20, end: 12 } as const;

/** How long a canvas must be across its lines, so that each can still be told from the next. */
export function leastLength(lines: number, direction: HeatDirection): number {
  const labels = direction === 'rows' ? margin.top : margin.left + margin.end;
  return lines * heatSizes[direction].leastLinePx + labels;
}

/** How the cells are laid out on a canvas. */
export interface HeatLayout {
  readonly direction: HeatDirection;
  readonly left: number;
  readonly top: number;
  /** From one line to the next. */
  readonly linePx: number;
  /** From one cell of a line to the next. */
  readonly cellPx: number;
  readonly lines: number;
  readonly cellsPerLine: number;
}

export function heatLayout(
  { lines, cellsPerLine }: Pick<HeatAnswer, 'lines' | 'cellsPerLine'>,
  direction: HeatDirection,
  width: number,
  height: number,
): HeatLayout {
  const { left, top } = margin;
  const { leastLinePx, mostLinePx } = heatSizes[direction];
  const isRows = direction === 'rows';
  const across = isRows ? height - top : width - left - margin.end;
  const along = isRows ? width - left - margin.end : height - top - 4;
  const linePx = Math.min(mostLinePx, Math.max(leastLinePx, Math.floor(across / lines)));
  const cellPx = Math.max(1, along / cellsPerLine);
  return { direction, left, top, linePx, cellPx, lines, cellsPerLine };
}

export interface HeatBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where cells `from` to `to` of a line are; columns begin at the bottom. */
export function boxOf(layout: HeatLayout, line: number, from: number, to: number): HeatBox {
  const { direction, left, top, linePx, cellPx, cellsPerLine } = layout;
  const across = line * linePx;
  const length = (to - from) * cellPx;
  return direction === 'rows'
    ? { x: left + from * cellPx, y: top + across, width: length, height: linePx - 1 }
    : {
        x: left + across,
        y: top + (cellsPerLine - to) * cellPx,
        width: linePx - 1,
        height: length,
      };
}

/** The cell at a place, the nearest one where it is outside. */
export function cellAt(layout: HeatLayout, x: number, y: number): number {
  const { direction, left, top, linePx, cellPx, lines, cellsPerLine } = layout;
  const [across, along] =
    direction === 'rows' ? [y - top, x - left] : [x - left, top + cellsPerLine * cellPx - y];
  const line = inside(Math.floor(across / linePx), lines - 1);
  return line * cellsPerLine + inside(Math.floor(along / cellPx), cellsPerLine - 1);
}

function inside(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}

/** The time from one cell to another, both included, in the order of time. */
export function cellsRange(answer: HeatAnswer, a: number, b: number): TimeRange {
  const cellNs = answer.lineNs / answer.cellsPerLine;
  const [first, last] = [Math.min(a, b), Math.max(a, b)];
  return { startNs: answer.startNs + first * cellNs, endNs: answer.startNs + (last + 1) * cellNs };
}
