import type { FactSummary } from '../../analysis/index.ts';
import { type AxisScale, linearScale, type PixelSpan } from './axis-scale.ts';
import type { ParameterLines } from './parameter-lines.ts';

/** A point of a line, in pixels. */
export interface PlacedPoint {
  readonly series: number;
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

export interface PlacedLine {
  readonly name: string;
  readonly points: readonly PlacedPoint[];
  readonly path: string;
}

export interface ParameterLayout {
  /** Up the page: greater values have smaller places. */
  readonly scale: AxisScale;
  /** Where values of the parameter are written. */
  readonly values: readonly { readonly x: number; readonly label: string }[];
  readonly lines: readonly PlacedLine[];
}

/** Values of a parameter from left to right, medians with their intervals upwards from zero. */
export function layOutParameters(
  { lines, values, isNumeric }: ParameterLines,
  summaries: readonly FactSummary[],
  across: PixelSpan,
  up: PixelSpan,
): ParameterLayout {
  const used = lines.flatMap(({ points }) =>
    points.flatMap(({ series }) => summaries[series] ?? []),
  );
  const most = used.reduce((high, { interval }) => Math.max(high, interval.high), 0);
  const scale = linearScale(0, most, { start: up.end, end: up.start }, tickGap, true);
  const places = values.map((value, at) => (isNumeric ? Number(value) : at));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const x = (at: number): number =>
    first === last
      ? (across.start + across.end) / 2
      : across.start + ((at - first) / (last - first)) * (across.end - across.start);
  return {
    scale: { ...scale, ticks: scale.ticks.filter((tick) => scale.place(tick) >= up.start) },
    values: spacedLabels(places.map((at, index) => ({ x: x(at), label: values[index] ?? '' }))),
    lines: lines.map(({ name, points }) => {
      const placed = points.flatMap(({ series, at }) => {
        const summary = summaries[series];
        if (summary === undefined) return [];
        return [
          {
            series,
            x: x(at),
            y: scale.place(summary.median),
            low: scale.place(summary.interval.low),
            high: scale.place(summary.interval.high),
          },
        ];
      });
      const path = placed.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('L');
      return { name, points: placed, path: path === '' ? '' : `M${path}` };
    }),
  };
}

/** Lines across the picture are this far apart, or further. */
const tickGap = 44;
const labelGap = 34;

/** Labels that would run into the one before are left out. */
function spacedLabels<Label extends { readonly x: number }>(labels: readonly Label[]): Label[] {
  let end = Number.NEGATIVE_INFINITY;
  return labels.filter(({ x }) => {
    if (x - end < labelGap) return false;
    end = x;
    return true;
  });
}
