import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { FactSummary } from '../../analysis/index.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { elideMiddle } from '../../base/text-layout.ts';
import {
  type DistributionLayout,
  type DistributionRow,
  dotRadius,
  layOutDistributions,
  type RowMeasures,
} from '../../render/results/distribution-layout.ts';
import { findNearestDot } from '../../render/results/dot-swarm.ts';
import type { RunFact } from '../../render/results/run-fact-table.ts';
import { formatValue } from '../kit/quantity.ts';
import { axisLabel, endAnchor } from './axis-label.ts';
import { DistributionCard } from './distribution-card.tsx';
import { type Mark, useMarks } from './use-marks.ts';
import { useWidth } from './use-width.ts';
import { type Tone, toneOf } from './verdict-word.tsx';
import './distribution-chart.css';

/** One command. */
export interface DistributionSeries {
  readonly name: string;
  /** '' for the first and where there is no verdict. */
  readonly word: string;
  readonly values: Float64Array;
  readonly summary: FactSummary;
  /** What else is known of a run, for its card. */
  readonly runFacts: (run: number) => readonly (readonly [title: string, value: string])[];
  /** Why a run is far from the median; '' = it is not. */
  readonly cause: (run: number) => string;
}

interface DistributionChartProps {
  readonly fact: RunFact;
  readonly series: readonly DistributionSeries[];
  readonly announce: (message: string) => void;
}

const pad = 16;
const axisHeight = 26;
/** Near enough to a dot to mean it. */
const reach = 12;
const glyphWidth = 7.3;

/** Every run as a dot under the shape of their spread, the median and its 95 % between them; one axis for all. */
export function DistributionChart(props: DistributionChartProps): JSX.Element {
  const { fact, series, announce } = props;
  const element = useRef<HTMLDivElement>(null);
  const width = useWidth(element);
  const layout = useMemo(
    () =>
      layOutDistributions(
        series.map(({ values }) => values),
        series.map(({ summary }) => summary),
        { start: pad, end: Math.max(pad + 1, width - pad) },
      ),
    [series, width],
  );
  const marks = useMarks({
    find: (x, y) => markAt(layout, x, y - axisHeight),
    move: (mark, across, down) => nextMark(layout, mark, across, down),
    place: (mark) => placeOf(layout, mark),
    describe: (mark) => wordsOf(mark, series, fact),
    announce,
  });
  return (
    <div
      ref={element}
      class="distribution-chart"
      role="group"
      aria-roledescription="chart"
      aria-label={sentenceOf(fact, series)}
      {...marks.handlers}
    >
      {width === 0 ? null : (
        <svg width={width} height={layout.height + axisHeight + 4} aria-hidden="true">
          <Axis layout={layout} fact={fact} width={width} />
          <g transform={`translate(0 ${axisHeight})`}>
            <BaseLine layout={layout} />
            {layout.rows.map((row, index) => (
              <Row
                key={index}
                row={row}
                measures={layout.measures}
                tone={series[index]?.word === '' ? undefined : toneOf(series[index]?.word ?? '')}
                chosen={marks.mark?.row === index ? marks.mark.item : undefined}
                isFar={(run) => series[index]?.cause(run) !== ''}
              />
            ))}
          </g>
        </svg>
      )}
      {layout.rows.map((row, index) => (
        <div
          key={index}
          class="distribution-chart-name"
          style={{ top: `${axisHeight + row.top + 4}px` }}
        >
          <code title={safeLine(series[index]?.name ?? '')}>
            {elideMiddle(
              safeLine(series[index]?.name ?? ''),
              Math.max(8, Math.floor((width - 2 * pad - 90) / glyphWidth)),
            )}
          </code>
          <b>{formatValue(series[index]?.summary.median ?? 0, fact.unit)}</b>
        </div>
      ))}
      {marks.mark === undefined ? null : (
        <DistributionCard
          at={marks.point}
          fact={fact}
          series={series[marks.mark.row]}
          run={marks.mark.item}
        />
      )}
    </div>
  );
}

interface RowProps {
  readonly row: DistributionRow;
  readonly measures: RowMeasures;
  readonly tone: Tone | undefined;
  /** Which run is pointed at. */
  readonly chosen: number | undefined;
  readonly isFar: (run: number) => boolean;
}

function Row({ row, measures, tone, chosen, isFar }: RowProps): JSX.Element {
  const { top, cloud, low, high, median, dots } = row;
  const bar = top + measures.bar;
  const breadth = Math.max(3, high - low);
  return (
    <g class={`distribution-chart-row distribution-${tone ?? 'first'}`}>
      {cloud === '' ? null : <path class="distribution-chart-cloud" d={cloud} />}
      <rect
        class="distribution-chart-interval"
        x={low - (breadth - (high - low)) / 2}
        y={bar - 4}
        width={breadth}
        height="8"
        rx="4"
      />
      <path class="distribution-chart-median" d={`M${median.toFixed(1)} ${bar - 9}v18`} />
      {dots.map(({ index, x, offset }) => (
        <circle
          key={index}
          class={dotClass(index === chosen, isFar(index))}
          cx={x.toFixed(1)}
          cy={(top + measures.rain + offset).toFixed(1)}
          r={index === chosen ? dotRadius + 1.5 : dotRadius}
        />
      ))}
    </g>
  );
}

function dotClass(isChosen: boolean, isFar: boolean): string {
  if (isChosen) return 'distribution-chart-dot distribution-chart-chosen';
  return isFar ? 'distribution-chart-dot distribution-chart-far' : 'distribution-chart-dot';
}

interface AxisProps {
  readonly layout: DistributionLayout;
  readonly fact: RunFact;
  readonly width: number;
}

function Axis({ layout, fact, width }: AxisProps): JSX.Element {
  const { scale, height } = layout;
  return (
    <g class="distribution-chart-axis">
      {scale.ticks.map((tick) => {
        const x = Math.round(scale.place(tick)) + 0.5;
        return (
          <g key={tick}>
            <path d={`M${x} ${axisHeight - 4}V${axisHeight + height}`} />
            <text x={x} y={14} text-anchor={endAnchor(x, width)}>
              {axisLabel(tick, scale, fact.unit)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The first command's median through all rows: what is left of it is less. */
function BaseLine({ layout }: { readonly layout: DistributionLayout }): JSX.Element | null {
  const [first] = layout.rows;
  if (first === undefined || layout.rows.length < 2) return null;
  const x = first.median.toFixed(1);
  const start = layout.measures.bar + 9;
  return <path class="distribution-chart-base" d={`M${x} ${start}V${layout.height}`} />;
}

/** The run under a point, else the row. */
function markAt(layout: DistributionLayout, x: number, y: number): Mark | undefined {
  const { measures, rows } = layout;
  const row = Math.floor(y / measures.height);
  const found = rows[row];
  if (found === undefined) return undefined;
  const dot = findNearestDot(found.dots, x, y - found.top - measures.rain, reach);
  return { row, item: dot?.index };
}

/** Left and right go through runs from the least to the greatest, up and down through commands. */
function nextMark(
  layout: DistributionLayout,
  mark: Mark | undefined,
  across: number,
  down: number,
): Mark {
  if (mark === undefined) return { row: 0, item: undefined };
  const row = Math.min(layout.rows.length - 1, Math.max(0, mark.row + down));
  if (down !== 0) return { row, item: undefined };
  const dots = layout.rows[row]?.dots ?? [];
  const at = dots.findIndex(({ index }) => index === mark.item);
  const next = mark.item === undefined ? (across > 0 ? 0 : dots.length - 1) : at + across;
  return { row, item: dots[Math.min(dots.length - 1, Math.max(0, next))]?.index };
}

function placeOf(layout: DistributionLayout, { row, item }: Mark): { x: number; y: number } {
  const { measures, rows } = layout;
  const found = rows[row];
  const dot = found?.dots.find(({ index }) => index === item);
  const top = (found?.top ?? 0) + axisHeight;
  if (dot === undefined) return { x: found?.median ?? 0, y: top + measures.bar };
  return { x: dot.x, y: top + measures.rain + dot.offset };
}

function wordsOf(
  { row, item }: Mark,
  series: readonly DistributionSeries[],
  fact: RunFact,
): string {
  const found = series[row];
  if (found === undefined) return '';
  const { name, summary, values, word, cause } = found;
  if (item === undefined) {
    const { interval } = summary;
    const range = `${formatValue(interval.low, fact.unit)} to ${formatValue(interval.high, fact.unit)}`;
    return `${safeLine(name)}: median ${formatValue(summary.median, fact.unit)}, 95 % ${range}, ${summary.runs} runs${word === '' ? '' : `, ${word}`}`;
  }
  const why = cause(item);
  return `Run ${item + 1} of ${values.length}: ${formatValue(values[item] ?? 0, fact.unit)}${why === '' ? '' : `, far off: ${why}`}`;
}

/** For who does not see it. */
function sentenceOf(fact: RunFact, series: readonly DistributionSeries[]): string {
  const parts = series.map(
    ({ name, summary, word }) =>
      `${safeLine(name)} ${formatValue(summary.median, fact.unit)}${word === '' ? '' : `, ${word}`}`,
  );
  return `${fact.title} of every run, medians: ${parts.join('; ')}. Arrow keys go through the runs.`;
}
