import type { JSX } from 'preact';
import { Fragment } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { safeLine } from '../../base/terminal-text.ts';
import {
  type ForestLayout,
  type ForestMark,
  type ForestRow,
  layOutForest,
} from '../../render/results/forest-layout.ts';
import { narrowSpace } from '../kit/quantity.ts';
import { endAnchor, ratioLabel } from './axis-label.ts';
import { ForestPlot } from './forest-plot.tsx';
import { NumbersCard } from './numbers-card.tsx';
import { type Mark, useMarks } from './use-marks.ts';
import { useWidth } from './use-width.ts';
import { toneOf, VerdictWord } from './verdict-word.tsx';
import './forest-chart.css';

/** One comparison. */
export interface ForestItem {
  readonly name: string;
  /** Above the first of its group; '' = no groups. */
  readonly group: string;
  /** Below the name, quietly. */
  readonly detail: string;
  /** '' = nothing was claimed. */
  readonly word: string;
  /** Null: nothing to draw, `missing` says why. */
  readonly row: ForestRow | null;
  readonly missing: string;
  /** The same flags without the profile. */
  readonly control: Pick<ForestRow, 'ratio' | 'interval'> | null;
  readonly card: readonly (readonly [title: string, value: string])[];
  readonly note: string;
}

interface ForestChartProps {
  /** The accessible name. */
  readonly label: string;
  readonly items: readonly ForestItem[];
  /** What lies left of 1, and what right of it. */
  readonly sides: readonly [left: string, right: string];
  readonly announce: (message: string) => void;
}

const pad = 10;

/** Ratios with their intervals on one axis, the line of no difference through all rows. */
export function ForestChart({ label, items, sides, announce }: ForestChartProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const width = useWidth(axis);
  const { layout, drawn } = useMemo(() => layOut(items, width), [items, width]);
  const marks = useMarks({
    find: (_x, y) => rowAt(element.current, y),
    move: (mark, _across, down) => {
      const next = (mark?.row ?? -1) + (mark === undefined ? 1 : down);
      return { row: Math.min(items.length - 1, Math.max(0, next)), item: undefined };
    },
    place: (mark) => placeOf(element.current, mark),
    describe: ({ row }) => wordsOf(items[row]),
    announce,
  });
  const shown = marks.mark === undefined ? undefined : items[marks.mark.row];
  return (
    <div
      ref={element}
      class="forest-chart"
      role="table"
      aria-label={label}
      data-grouped={items.some(({ group }) => group !== '')}
      {...marks.handlers}
    >
      <div class="forest-chart-row forest-chart-head" role="row">
        <span class="unseen" role="columnheader">
          Compared
        </span>
        <div class="forest-chart-plot" ref={axis} role="columnheader" aria-label="Plot">
          <Axis layout={layout} width={width} sides={sides} />
        </div>
        <span class="forest-chart-ratio" role="columnheader">
          Ratio, 95 %
        </span>
        <span class="unseen" role="columnheader">
          Verdict
        </span>
      </div>
      {items.map((item, index) => (
        <Fragment key={index}>
          {item.group === '' || item.group === items[index - 1]?.group ? null : (
            <div class="forest-chart-group" role="row">
              <span role="cell">{safeLine(item.group)}</span>
            </div>
          )}
          <Row
            item={item}
            index={index}
            width={width}
            layout={layout}
            mark={layout.marks[drawn.own[index] ?? -1]}
            control={layout.marks[drawn.controls[index] ?? -1]}
            isChosen={marks.mark?.row === index}
          />
        </Fragment>
      ))}
      {shown === undefined || shown.card.length === 0 ? null : (
        <NumbersCard
          at={marks.point}
          title={safeLine(shown.name)}
          rows={shown.card}
          note={shown.note}
        />
      )}
    </div>
  );
}

/** All on one axis: the rows that have something to draw, then the control builds. */
function layOut(
  items: readonly ForestItem[],
  width: number,
): { layout: ForestLayout; drawn: { own: number[]; controls: number[] } } {
  const rows: ForestRow[] = [];
  const add = (row: ForestRow | null): number => (row === null ? -1 : rows.push(row) - 1);
  const own = items.map(({ row }) => add(row));
  const controls = items.map(({ control }) => add(control && { ...control, noiseFloor: null }));
  const span = { start: pad, end: Math.max(pad + 1, width - pad) };
  return { layout: layOutForest(rows, span), drawn: { own, controls } };
}

interface RowProps {
  readonly item: ForestItem;
  readonly index: number;
  readonly width: number;
  readonly layout: ForestLayout;
  readonly mark: ForestMark | undefined;
  readonly control: ForestMark | undefined;
  readonly isChosen: boolean;
}

function Row({ item, index, width, layout, mark, control, isChosen }: RowProps): JSX.Element {
  const { name, detail, word, row, missing } = item;
  return (
    <div
      class={isChosen ? 'forest-chart-row forest-chart-chosen' : 'forest-chart-row'}
      role="row"
      data-row={index}
    >
      <div class="forest-chart-name" role="rowheader">
        <code title={safeLine(name)}>{safeLine(name)}</code>
        {detail === '' ? null : <span>{safeLine(detail)}</span>}
      </div>
      <div class="forest-chart-plot" role="cell">
        {row === null ? (
          <span class="forest-chart-missing">{safeLine(missing)}</span>
        ) : (
          <ForestPlot
            width={width}
            layout={layout}
            mark={mark}
            control={control}
            tone={word === '' ? 'same' : toneOf(word)}
          />
        )}
      </div>
      <div class="forest-chart-ratio" role="cell">
        {row === null ? null : (
          <>
            <b>{ratioText(row.ratio)}</b> <span>{rangeText(row)}</span>
          </>
        )}
      </div>
      <div class="forest-chart-verdict" role="cell">
        {word === '' ? null : <VerdictWord word={word} />}
      </div>
    </div>
  );
}

interface AxisProps {
  readonly layout: ForestLayout;
  readonly width: number;
  readonly sides: readonly [string, string];
}

function Axis({ layout, width, sides }: AxisProps): JSX.Element {
  const { scale, one } = layout;
  const room = 52;
  return (
    <svg class="forest-chart-axis" width={width} height="34" aria-hidden="true">
      {scale.ticks.map((tick) => (
        <text
          key={tick}
          class={tick === 1 ? 'forest-chart-one' : undefined}
          x={scale.place(tick)}
          y="30"
          text-anchor={endAnchor(scale.place(tick), width)}
        >
          {ratioLabel(tick, scale)}
        </text>
      ))}
      {one > pad + room ? (
        <text x={one - 8} y="12" text-anchor="end">
          ← {sides[0]}
        </text>
      ) : null}
      {one < width - pad - room ? (
        <text x={one + 8} y="12">
          {sides[1]} →
        </text>
      ) : null}
    </svg>
  );
}

export function ratioText(ratio: number): string {
  return `${ratio.toFixed(ratio >= 10 ? 1 : 3)}${narrowSpace}×`;
}

export function rangeText({ interval }: Pick<ForestRow, 'interval'>): string {
  return `${endText(interval.low)}–${endText(interval.high)}`;
}

function endText(ratio: number): string {
  return ratio > 1e4 ? '∞' : ratio.toFixed(ratio >= 10 ? 1 : 3);
}

function rowAt(chart: HTMLElement | null, y: number): Mark | undefined {
  const rows = [...(chart?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const row = rows.findIndex(
    (each) => y >= each.offsetTop && y < each.offsetTop + each.offsetHeight,
  );
  return row < 0 ? undefined : { row, item: undefined };
}

function placeOf(chart: HTMLElement | null, { row }: Mark): { x: number; y: number } {
  const found = chart?.querySelectorAll<HTMLElement>('[data-row]')[row];
  const plot = found?.querySelector<HTMLElement>('.forest-chart-plot');
  return {
    x: (plot?.offsetLeft ?? 0) + (plot?.offsetWidth ?? 0) / 2,
    y: (found?.offsetTop ?? 0) + (found?.offsetHeight ?? 0) / 2,
  };
}

function wordsOf(item: ForestItem | undefined): string {
  if (item === undefined) return '';
  const { name, word, row, missing, card, note } = item;
  const facts = card.map(([title, value]) => `${title} ${value}`).join(', ');
  const ratio = row === null ? missing : `${ratioText(row.ratio)}, 95 % ${rangeText(row)}`;
  return [`${safeLine(name)}: ${word === '' ? '' : `${word}, `}${ratio}`, facts, note]
    .filter((part) => part !== '')
    .join('. ');
}
