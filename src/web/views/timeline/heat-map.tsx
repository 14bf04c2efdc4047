import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { HeatAnswer, HeatRequest, TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { SideChoice } from '../../kit/compare/side-choice.tsx';
import { otherFile } from '../../kit/compare/sides.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { formatCounted, formatValue } from '../../kit/quantity.ts';
import { Segmented } from '../../kit/segmented.tsx';
import { Select } from '../../kit/select.tsx';
import { canvasFont } from '../../kit/theme-colours.ts';
import { clampRange } from '../../kit/time/nested-ranges.ts';
import { formatTimeSpan } from '../../kit/time/time-axis.ts';
import { TimeCanvas } from '../../kit/time/time-canvas.tsx';
import type { ViewState } from '../../state/view-state.ts';
import {
  cellAt,
  cellsRange,
  type HeatDirection,
  type HeatLayout,
  heatLayout,
  heatSizes,
  leastLength,
  lineLengths,
  usualLineNs,
} from './heat-cells.ts';
import { drawHeat, largest } from './heat-drawing.ts';
import { HeatKeys } from './heat-keys.ts';
import { type HeatTime, heatTime } from './heat-time.ts';
import './heat-map.css';

const directions = [
  {
    value: 'rows',
    label: 'Rows',
    title: 'Time as a page is read: a row per line, from left to right',
  },
  {
    value: 'columns',
    label: 'Columns',
    title: 'As FlameScope: a column per line, from the bottom up',
  },
] as const;

/** FlameScope's picture: time folded into lines of a second each; bursts and pauses stand out. */
export function HeatMap({ app }: { readonly app: App }): JSX.Element {
  const chosenNs = useSignal(0);
  const direction = useComputed(() => app.state.value.heat);
  const side = useComputed(() => (app.baseScope.value === null ? 'new' : app.state.value.side));
  const time = useComputed(() => heatTime(app, side.value));
  const lineNs = useComputed(() => {
    const { startNs, endNs } = time.value?.window ?? { startNs: 0, endNs: 0 };
    const sampledNs = time.value === null ? 0 : sampledEveryNs(app, time.value.scope.file);
    return chosenNs.value || usualLineNs(endNs - startNs, direction.value, sampledNs);
  });
  const { cellsPerLine } = heatSizes[direction.value];
  const ask = (of: HeatTime | null): HeatRequest | null =>
    of === null
      ? null
      : {
          scope: { ...of.scope, range: null },
          window: of.window,
          lineNs: lineNs.value,
          cellsPerLine: heatSizes[direction.value].cellsPerLine,
        };
  const heat = useAnswer(app.engine, 'heat', () => ask(time.value));
  // Only for its hottest cell: both sides are drawn on one scale.
  const other = useAnswer(app.engine, 'heat', () =>
    app.baseScope.value === null ? null : ask(heatTime(app, side.value === 'new' ? 'base' : 'new')),
  );
  const { answer } = heat.value;
  const rival = app.baseScope.value === null ? null : other.value.answer;
  const least = `${leastLength(answer?.lines ?? 1, direction.value)}px`;
  return (
    <section class="heat-map" aria-label="Heat map">
      <header class="heat-map-head">
        <h2>{headings[app.baseScope.value === null ? 'alone' : side.value]}</h2>
        <SideChoice app={app} />
        <p>one cell per {formatValue(lineNs.value / cellsPerLine, 'nanoseconds')}; drag selects</p>
        <Segmented
          label="Lines of the heat map"
          value={direction.value}
          choices={directions}
          onChange={(value) => app.change({ heat: value })}
        />
        <Select
          label="Line"
          value={String(answer?.lineNs ?? lineNs.value)}
          choices={lineLengths.map(({ ns, label }) => ({ value: String(ns), label }))}
          onChange={(value) => {
            chosenNs.value = Number(value);
          }}
        />
        <HeatLegend answer={answer} rival={rival} />
      </header>
      <div class={`heat-map-scroller heat-map-${direction.value}`}>
        {time.value === null ? (
          <NoTimes side={side.value} hasTimes={sideHasTimes(app, side.value)} />
        ) : (
          <div
            style={direction.value === 'rows' ? { minHeight: least } : { minWidth: least }}
            class="heat-map-sheet"
          >
            <div class="unseen" role="img" aria-label={sentence(answer, direction.value)} />
            <HeatSurface
              app={app}
              time={time.value}
              answer={answer}
              rival={rival}
              direction={direction.value}
            />
          </div>
        )}
      </div>
    </section>
  );
}

function sideHasTimes(app: App, side: ViewState['side']): boolean {
  const file = side === 'base' ? otherFile(app) : app.file.value;
  return (file?.extent ?? null) !== null;
}

function NoTimes(props: {
  readonly side: ViewState['side'];
  readonly hasTimes: boolean;
}): JSX.Element {
  const who = props.side === 'base' ? 'base' : 'new side';
  return props.hasTimes ? (
    <EmptyState title={`The ${who} had ended by then`} text="The other one ran longer." />
  ) : (
    <EmptyState title={`The ${who} has no times`} text="Its heat map would show when it ran." />
  );
}

/** The mean time between two samples of a file, of all its threads together. */
function sampledEveryNs(app: App, index: number): number {
  const file = app.files.value.find((each) => each.index === index);
  const { startNs, endNs } = file?.extent ?? { startNs: 0, endNs: 0 };
  return (endNs - startNs) / Math.max(1, file?.summary.samples ?? 1);
}

const headings = { alone: 'Heat map', new: 'Heat map, new side', base: 'Heat map, base' };

interface HeatSurfaceProps {
  readonly app: App;
  readonly time: HeatTime;
  readonly answer: HeatAnswer | null;
  /** The other side of a comparison. */
  readonly rival: HeatAnswer | null;
  readonly direction: HeatDirection;
}

function HeatSurface(props: HeatSurfaceProps): JSX.Element {
  const { app, time, answer, rival, direction } = props;
  const surface = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  const keys = useMemo(() => new HeatKeys(app), [app]);
  const press = (event: PointerEvent): void => {
    const element = surface.current;
    if (element === null || answer === null || event.button !== 0) return;
    const layout = heatLayout(answer, direction, size.value.width, size.value.height);
    selectCells(app, time, { element, answer, layout }, event);
  };
  return (
    <div
      ref={surface}
      class="heat-map-surface"
      role="group"
      aria-label="Cells"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys select cells
      tabIndex={0}
      onPointerDown={press}
      onKeyDown={(event) => {
        if (answer !== null) keys.press(event, answer, time);
      }}
      onBlur={() => keys.leave()}
    >
      <TimeCanvas
        class="heat-map-canvas"
        onResize={(next) => {
          size.value = next;
        }}
        draw={(context, { width, height }) => {
          if (answer === null) return;
          drawHeat(context, answer, {
            layout: heatLayout(answer, direction, width, height),
            colours: app.colours.value,
            font: canvasFont('xs'),
            selection: time.selection,
            most: mostOf(answer, rival),
          });
        }}
      />
    </div>
  );
}

interface HeatPlot {
  readonly element: HTMLElement;
  readonly answer: HeatAnswer;
  readonly layout: HeatLayout;
}

/** A drag selects from cell to cell in the order of time; a press alone clears the range. */
function selectCells(app: App, time: HeatTime, plot: HeatPlot, press: PointerEvent): void {
  const { element, answer, layout } = plot;
  const cellOf = (event: PointerEvent): number => {
    const box = element.getBoundingClientRect();
    return cellAt(layout, event.clientX - box.left, event.clientY - box.top);
  };
  const first = cellOf(press);
  let latest = first;
  let hasMoved = false;
  let selected: TimeRange | null = null;
  const move = (event: PointerEvent): void => {
    const cell = cellOf(event);
    const isFar = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) >= 3;
    if (cell === latest && (hasMoved || !isFar)) return;
    latest = cell;
    selected = clampRange(cellsRange(answer, first, cell), time.window);
    time.select(selected, hasMoved ? 'replace' : 'push');
    hasMoved = true;
  };
  const release = (): void => {
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', release);
    element.removeEventListener('pointercancel', release);
    if (selected !== null) app.announce(`Range ${formatTimeSpan(selected)}`);
    else if (time.selection !== null) time.select(null, 'push');
  };
  element.setPointerCapture(press.pointerId);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', release);
}

interface HeatLegendProps {
  readonly answer: HeatAnswer | null;
  readonly rival: HeatAnswer | null;
}

function HeatLegend({ answer, rival }: HeatLegendProps): JSX.Element | null {
  if (answer === null) return null;
  const hotter = rival !== null && mostOf(rival, null) > mostOf(answer, null) ? rival : answer;
  return (
    <div class="heat-map-legend">
      0
      <span class="heat-map-ramp" aria-hidden="true" />
      {mostText(hotter)}
    </div>
  );
}

/** The hottest cell of both, where cells are as long. */
function mostOf(answer: HeatAnswer, rival: HeatAnswer | null): number {
  const most = largest(answer.value);
  return rival === null || rival.lineNs !== answer.lineNs
    ? most
    : Math.max(most, largest(rival.value));
}

function mostText(answer: HeatAnswer): string {
  const most = largest(answer.value);
  if (answer.unit !== 'nanoseconds') return formatCounted(largest(answer.count), 'sample');
  const cores = most / (answer.lineNs / answer.cellsPerLine);
  return `${cores.toFixed(1)} ${answer.isWait ? 'threads waiting' : 'cores busy'}`;
}

function sentence(answer: HeatAnswer | null, direction: HeatDirection): string {
  if (answer === null) return 'Heat map';
  const { lines, lineNs, value, startNs } = answer;
  const hottest = value.indexOf(largest(value));
  const at = startNs + (hottest * lineNs) / answer.cellsPerLine;
  return `Heat map of ${lines} ${direction} of ${formatValue(lineNs, 'nanoseconds')}: hottest at ${formatValue(at, 'nanoseconds')} with ${mostText(answer)}`;
}
