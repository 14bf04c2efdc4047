import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { FactComparison } from '../../analysis/index.ts';
import { ownValue } from '../../base/own-value.ts';
import { safeLine } from '../../base/terminal-text.ts';
import { elideMiddle } from '../../base/text-layout.ts';
import { type BenchPage, verdictWord } from '../../render/results/bench-page.ts';
import { layOutParameters, type ParameterLayout } from '../../render/results/parameter-layout.ts';
import { parameterLines } from '../../render/results/parameter-lines.ts';
import type { RunFact } from '../../render/results/run-fact-table.ts';
import { formatValue } from '../kit/quantity.ts';
import { Segmented } from '../kit/segmented.tsx';
import { Select } from '../kit/select.tsx';
import { axisLabel } from './axis-label.ts';
import { NumbersCard } from './numbers-card.tsx';
import { SectionCard } from './section-card.tsx';
import { type Mark, useMarks } from './use-marks.ts';
import { useWidth } from './use-width.ts';
import './parameter-chart.css';

interface ParameterChartProps {
  readonly page: BenchPage;
  readonly fact: RunFact;
  readonly compared: FactComparison;
  /** Those with more than one value. */
  readonly parameters: readonly string[];
  readonly announce: (message: string) => void;
}

const height = 248;
const left = 72;
const right = 24;
const top = 14;
const bottom = 34;
const reach = 28;
const longestName = 48;

/** More parameters than these are a list. */
const mostSegments = 4;

function shortName(name: string): string {
  return elideMiddle(safeLine(name), 24);
}

/** How a fact changes with a parameter: a line per command. */
export function ParameterChart(props: ParameterChartProps): JSX.Element {
  const { page, fact, compared, parameters, announce } = props;
  const [chosen, setChosen] = useState(parameters[0] ?? '');
  const element = useRef<HTMLDivElement>(null);
  const width = useWidth(element);
  const lines = useMemo(() => parameterLines(page.series, chosen), [page, chosen]);
  const layout = useMemo(
    () =>
      layOutParameters(
        lines,
        compared.series,
        { start: left, end: Math.max(left + 1, width - right) },
        { start: top, end: height - bottom },
      ),
    [lines, compared, width],
  );
  const describe = ({ row, item }: Mark): string => {
    const series = layout.lines[row]?.points[item ?? 0]?.series ?? -1;
    const median = formatValue(compared.series[series]?.median ?? 0, fact.unit);
    return `${safeLine(chosen)} ${safeLine(ownValue(page.series[series]?.parameters ?? {}, chosen) ?? '')}: ${median}`;
  };
  const marks = useMarks({
    find: (x, y) => pointAt(layout, x, y),
    move: (mark, across, down) => nextPoint(layout, mark, across, down),
    place: (mark) => layout.lines[mark.row]?.points[mark.item ?? 0] ?? { x: 0, y: 0 },
    describe,
    announce,
  });
  const marked = layout.lines[marks.mark?.row ?? -1]?.points[marks.mark?.item ?? 0];
  const title = `${fact.title} by ${shortName(chosen)}`;
  const Chooser = parameters.length > mostSegments ? Select : Segmented;
  return (
    <SectionCard
      title={title}
      text="Medians with 95 %."
      actions={
        parameters.length < 2 ? undefined : (
          <Chooser
            label="Parameter"
            value={chosen}
            choices={parameters.map((name) => ({ value: name, label: shortName(name) }))}
            onChange={setChosen}
          />
        )
      }
    >
      <div
        ref={element}
        class="parameter-chart"
        role="group"
        aria-roledescription="chart"
        aria-label={`${title}: ${sentenceOf(lines.values, layout, compared, fact)}`}
        {...marks.handlers}
      >
        {width === 0 ? null : (
          <svg width={width} height={height} aria-hidden="true">
            <Axes layout={layout} fact={fact} width={width} parameter={chosen} />
            {layout.lines.map((_, index) => (
              <Line key={index} layout={layout} index={index} chosen={marked?.series} />
            ))}
          </svg>
        )}
        <Legend layout={layout} />
        {marked === undefined ? null : (
          <PointCard {...props} at={marks.point} series={marked.series} />
        )}
      </div>
    </SectionCard>
  );
}

function Legend({ layout }: { readonly layout: ParameterLayout }): JSX.Element | null {
  if (layout.lines.length < 2) return null;
  return (
    <ul class="parameter-chart-legend">
      {layout.lines.map(({ name }, index) => (
        <li key={name} class={`parameter-line-${index % kinds}`}>
          <svg viewBox="0 0 28 10" width="28" height="10" aria-hidden="true">
            <path class="parameter-chart-line" d="M0 5h28" />
            <path class="parameter-chart-point" d={pointPath(index, 14, 5)} />
          </svg>
          <code title={safeLine(name)}>{elideMiddle(safeLine(name), longestName)}</code>
        </li>
      ))}
    </ul>
  );
}

/** So many looks of a line; more begin again. */
const kinds = 4;

interface LineProps {
  readonly layout: ParameterLayout;
  readonly index: number;
  readonly chosen: number | undefined;
}

function Line({ layout, index, chosen }: LineProps): JSX.Element | null {
  const line = layout.lines[index];
  if (line === undefined) return null;
  return (
    <g class={`parameter-line-${index % kinds}`}>
      <path class="parameter-chart-line" d={line.path} />
      {line.points.map(({ series, x, y, low, high }) => (
        <g key={series} class={series === chosen ? 'parameter-chart-chosen' : undefined}>
          <path
            class="parameter-chart-interval"
            d={`M${x} ${low}V${high}M${x - 4} ${low}h8M${x - 4} ${high}h8`}
          />
          <path class="parameter-chart-point" d={pointPath(index, x, y)} />
        </g>
      ))}
    </g>
  );
}

/** A disc, a square, a diamond, a triangle: told apart without colour. */
function pointPath(index: number, x: number, y: number): string {
  const shapes = [
    `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`,
    `M${x - 3.5} ${y - 3.5}h7v7h-7z`,
    `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
    `M${x} ${y - 5}l5 8.5h-10z`,
  ];
  return shapes[index % kinds] ?? '';
}

interface AxesProps {
  readonly layout: ParameterLayout;
  readonly fact: RunFact;
  readonly width: number;
  readonly parameter: string;
}

function Axes({ layout, fact, width, parameter }: AxesProps): JSX.Element {
  const { scale, values } = layout;
  return (
    <g class="parameter-chart-axes">
      {scale.ticks.map((tick) => {
        const y = Math.round(scale.place(tick)) + 0.5;
        return (
          <g key={tick}>
            <path d={`M${left - 12} ${y}H${width - right + 12}`} />
            <text x={left - 18} y={y + 4} text-anchor="end">
              {axisLabel(tick, scale, fact.unit)}
            </text>
          </g>
        );
      })}
      {values.map(({ x, label }) => (
        <text key={label} x={x} y={height - 12} text-anchor="middle">
          {elideMiddle(safeLine(label), 14)}
        </text>
      ))}
      <text class="parameter-chart-name" x={left - 18} y={height - 12} text-anchor="end">
        {elideMiddle(safeLine(parameter), 8)}
      </text>
    </g>
  );
}

interface PointCardProps extends ParameterChartProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly series: number;
}

function PointCard({ page, fact, compared, at, series }: PointCardProps): JSX.Element | null {
  const [given, summary] = [page.series[series], compared.series[series]];
  if (given === undefined || summary === undefined) return null;
  const value = (number: number): string => formatValue(number, fact.unit);
  const { interval, comparison } = summary;
  return (
    <NumbersCard
      at={at}
      title={elideMiddle(safeLine(given.name), 100)}
      rows={[
        ...Object.entries(given.parameters).map(
          ([name, text]) => [shortName(name), shortName(text)] as const,
        ),
        ['Median', value(summary.median)],
        ['95 %', `${value(interval.low)} – ${value(interval.high)}`],
        ['Runs', String(summary.runs)],
        ...(comparison === null
          ? []
          : [
              [
                'Against the first',
                `${comparison.ratio.toFixed(3)} ×, ${verdictWord(comparison.verdict, fact)}`,
              ] as const,
            ]),
      ]}
    />
  );
}

function pointAt(layout: ParameterLayout, x: number, y: number): Mark | undefined {
  let found: Mark | undefined;
  let least = reach * reach;
  for (const [row, { points }] of layout.lines.entries()) {
    for (const [item, point] of points.entries()) {
      const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (distance > least) continue;
      least = distance;
      found = { row, item };
    }
  }
  return found;
}

function nextPoint(
  layout: ParameterLayout,
  mark: Mark | undefined,
  across: number,
  down: number,
): Mark {
  if (mark === undefined) return { row: 0, item: 0 };
  const row = Math.min(layout.lines.length - 1, Math.max(0, mark.row + down));
  const last = (layout.lines[row]?.points.length ?? 1) - 1;
  return { row, item: Math.min(last, Math.max(0, (mark.item ?? 0) + across)) };
}

function sentenceOf(
  values: readonly string[],
  layout: ParameterLayout,
  compared: FactComparison,
  fact: RunFact,
): string {
  const parts = layout.lines.map(({ name, points }) => {
    const ends = [points[0], points.at(-1)].map((point) =>
      formatValue(compared.series[point?.series ?? 0]?.median ?? 0, fact.unit),
    );
    return `${safeLine(name)} from ${ends[0]} to ${ends[1]}`;
  });
  return `${parts.join('; ')}, over ${values.length} values. Arrow keys go through the points.`;
}
