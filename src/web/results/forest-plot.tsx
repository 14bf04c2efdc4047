import type { JSX } from 'preact';
import type { ForestLayout, ForestMark } from '../../render/results/forest-layout.ts';
import type { Tone } from './verdict-word.tsx';
import './forest-plot.css';

interface ForestPlotProps {
  readonly width: number;
  readonly layout: ForestLayout;
  readonly mark: ForestMark | undefined;
  /** The build with the same flags and no profile, below the line. */
  readonly control: ForestMark | undefined;
  readonly tone: Tone;
}

const height = 44;

/** One row of a forest plot: band of noise, margin and line of no difference, interval and ratio. */
export function ForestPlot({ width, layout, mark, control, tone }: ForestPlotProps): JSX.Element {
  const middle = control === undefined ? height / 2 : 17;
  const one = Math.round(layout.one) + 0.5;
  return (
    <svg class="forest-plot" width={width} height={height} aria-hidden="true">
      {layout.scale.ticks.map((tick) => {
        const x = Math.round(layout.scale.place(tick)) + 0.5;
        return tick === 1 ? null : (
          <path key={tick} class="forest-plot-grid" d={`M${x} 0V${height}`} />
        );
      })}
      {mark?.noise == null ? null : (
        <rect
          class="forest-plot-noise"
          x={mark.noise.low}
          y="0"
          width={Math.max(2, mark.noise.high - mark.noise.low)}
          height={height}
        />
      )}
      {mark?.alike == null ? null : (
        <path class="forest-plot-margin" d={`M${edge(mark.alike.low)}M${edge(mark.alike.high)}`} />
      )}
      <path class="forest-plot-one" d={`M${one} 0V${height}`} />
      {control === undefined ? null : <Control mark={control} />}
      {mark === undefined ? null : (
        <g class={`forest-plot-mark forest-${tone}`}>
          <path class="forest-plot-interval" d={intervalPath(mark, middle, 5)} />
          <circle cx={mark.x} cy={middle} r="5" />
        </g>
      )}
    </svg>
  );
}

/** From top to bottom of the row. */
function edge(x: number): string {
  return `${Math.round(x) + 0.5} 0V${height}`;
}

function Control({ mark }: { readonly mark: ForestMark }): JSX.Element {
  const y = 34;
  return (
    <g class="forest-plot-control">
      <path d={intervalPath(mark, y, 2.5)} />
      <path class="forest-plot-diamond" d={`M${mark.x} ${y - 4.5}l4.5 4.5-4.5 4.5-4.5-4.5z`} />
    </g>
  );
}

/** A line with a bar at either end; an arrow where it goes on beyond the axis. */
function intervalPath(mark: ForestMark, y: number, cap: number): string {
  const { low, high, isLowCut, isHighCut } = mark;
  const left = isLowCut ? `M${low + cap} ${y - cap}L${low} ${y}L${low + cap} ${y + cap}` : '';
  const right = isHighCut ? `M${high - cap} ${y - cap}L${high} ${y}L${high - cap} ${y + cap}` : '';
  return [
    `M${low} ${y}H${high}`,
    isLowCut ? left : `M${low} ${y - cap}V${y + cap}`,
    isHighCut ? right : `M${high} ${y - cap}V${y + cap}`,
  ].join('');
}
