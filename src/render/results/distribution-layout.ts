import { type Density, type FactSummary, findDensity } from '../../analysis/index.ts';
import { type AxisScale, linearScale, type PixelSpan } from './axis-scale.ts';
import { dotSwarm, type SwarmDot } from './dot-swarm.ts';

/** Where things of a row stand, in pixels from its top. */
export interface RowMeasures {
  readonly height: number;
  /** The ground on which the cloud stands, and how high it rises. */
  readonly ground: number;
  readonly cloud: number;
  /** Middle of the bar of the interval. */
  readonly bar: number;
  /** Middle of the dots. */
  readonly rain: number;
  readonly halfRain: number;
}

/** A cloud for few commands; many are told by their bars and dots. */
const airyRow: RowMeasures = {
  height: 112,
  ground: 62,
  cloud: 34,
  bar: 70,
  rain: 91,
  halfRain: 12,
};
const denseRow: RowMeasures = {
  height: 72,
  ground: 0,
  cloud: 0,
  bar: 32,
  rain: 51,
  halfRain: 11,
};
/** So many rows are still airy. */
const mostAiryRows = 6;

export interface DistributionRow {
  readonly top: number;
  /** How runs are spread, as the `d` of a path; '' = too few to tell, or all alike. */
  readonly cloud: string;
  readonly low: number;
  readonly high: number;
  readonly median: number;
  readonly dots: readonly SwarmDot[];
}

export interface DistributionLayout {
  readonly scale: AxisScale;
  readonly measures: RowMeasures;
  readonly rows: readonly DistributionRow[];
  readonly height: number;
}

export const dotRadius = 2.75;

/** Runs of several commands on one axis: how they are spread, the median with its interval, every run as a dot. */
export function layOutDistributions(
  columns: readonly ArrayLike<number>[],
  summaries: readonly FactSummary[],
  span: PixelSpan,
): DistributionLayout {
  const measures = columns.length > mostAiryRows ? denseRow : airyRow;
  const least = Math.min(...summaries.map((each) => each.least));
  const most = Math.max(...summaries.map((each) => each.most));
  const densities = columns.map((values) =>
    findDensity(Array.from(values).filter((value) => Number.isFinite(value))),
  );
  // Clouds taper off beyond the last run; a little room shows that.
  const tapers = densities.map((density) => Math.min(density?.to ?? 0, most * 1.06));
  const scale = linearScale(least, Math.max(most, ...tapers), span);
  const rows = summaries.map((summary, index) => {
    const values = columns[index] ?? [];
    const top = index * measures.height;
    const places = Float64Array.from(values, (value) => scale.place(value));
    return {
      top,
      cloud: measures.cloud === 0 ? '' : cloudPath(densities[index], scale, span, measures, top),
      low: scale.place(summary.interval.low),
      high: scale.place(summary.interval.high),
      median: scale.place(summary.median),
      dots: dotSwarm(places, { radius: dotRadius, halfHeight: measures.halfRain }),
    };
  });
  return { scale, measures, rows, height: columns.length * measures.height };
}

function cloudPath(
  density: Density | undefined,
  scale: AxisScale,
  { start, end }: PixelSpan,
  { ground, cloud }: RowMeasures,
  top: number,
): string {
  if (density === undefined) return '';
  const { from, to, heights } = density;
  const floor = top + ground;
  const steps = Array.from(heights, (height, at) => {
    const value = from + ((to - from) * at) / (heights.length - 1);
    // Tails of the kernel reach where no run was: time before zero, or past the plot.
    const x = Math.min(end, Math.max(start, scale.place(value)));
    return `${x.toFixed(1)} ${(floor - height * cloud).toFixed(1)}`;
  });
  const first = Math.max(start, scale.place(from)).toFixed(1);
  const last = Math.min(end, scale.place(to)).toFixed(1);
  return `M${first} ${floor}L${steps.join('L')}L${last} ${floor}Z`;
}
