import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { HeatAnswer, TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { formatCounted, formatValue } from '../../kit/quantity.ts';
import { Segmented } from '../../kit/segmented.tsx';
import { Select } from '../../kit/select.tsx';
import { canvasFont } from '../../kit/theme-colours.ts';
import { clampRange, selectionOf, windowOf, withSelection } from '../../kit/time/nested-ranges.ts';
import { formatTimeSpan } from '../../kit/time/time-axis.ts';
import { TimeCanvas } from '../../kit/time/time-canvas.tsx';
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
export function HeatMap({
  app,
  extent,
}: {
  readonly app: App;
  readonly extent: TimeRange;
}): JSX.Element {
  const chosenNs = useSignal(0);
  const size = useSignal({ width: 0, height: 0 });
  const direction = useComputed(() => app.state.value.heat);
  const window = useComputed(() => windowOf(app.state.value.ranges, extent));
  const lineNs = useComputed(
    () => chosenNs.value || usualLineNs(window.value.endNs - window.value.startNs, direction.value),
  );
  const { cellsPerLine } = heatSizes[direction.value];
  const heat = useAnswer(app.engine, 'heat', () => ({
    scope: { ...app.scope.value, range: null },
    window: window.value,
    lineNs: lineNs.value,
    cellsPerLine: heatSizes[direction.value].cellsPerLine,
  }));
  const { answer } = heat.value;
  const least = `${leastLength(answer?.lines ?? 1, direction.value)}px`;
  return (
    <section class="heat-map" aria-label="Heat map">
      <header class="heat-map-head">
        <h2>{app.baseScope.value === null ? 'Heat map' : 'Heat map, new side'}</h2>
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
        <HeatLegend answer={answer} />
      </header>
      <div class={`heat-map-scroller heat-map-${direction.value}`}>
        <div
          style={direction.value === 'rows' ? { minHeight: least } : { minWidth: least }}
          class="heat-map-sheet"
        >
          <div class="unseen" role="img" aria-label={sentence(answer, direction.value)} />
          <HeatSurface
            app={app}
            extent={extent}
            answer={answer}
            size={size}
            direction={direction.value}
          />
        </div>
      </div>
    </section>
  );
}

interface HeatSurfaceProps {
  readonly app: App;
  readonly extent: TimeRange;
  readonly answer: HeatAnswer | null;
  readonly size: { value: { readonly width: number; readonly height: number } };
  readonly direction: HeatDirection;
}

function HeatSurface(props: HeatSurfaceProps): JSX.Element {
  const { app, extent, answer, size, direction } = props;
  const surface = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => new HeatKeys(app), [app]);
  const press = (event: PointerEvent): void => {
    const element = surface.current;
    if (element === null || answer === null || event.button !== 0) return;
    const layout = heatLayout(answer, direction, size.value.width, size.value.height);
    selectCells(app, extent, { element, answer, layout }, event);
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
        if (answer !== null) keys.press(event, answer, extent);
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
            selection: selectionOf(app.state.value.ranges, extent),
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
function selectCells(app: App, extent: TimeRange, plot: HeatPlot, press: PointerEvent): void {
  const { element, answer, layout } = plot;
  const cellOf = (event: PointerEvent): number => {
    const box = element.getBoundingClientRect();
    return cellAt(layout, event.clientX - box.left, event.clientY - box.top);
  };
  const first = cellOf(press);
  let latest = first;
  let hasMoved = false;
  const move = (event: PointerEvent): void => {
    const cell = cellOf(event);
    const isFar = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) >= 3;
    if (cell === latest && (hasMoved || !isFar)) return;
    latest = cell;
    const { ranges } = app.state.peek();
    const range = clampRange(cellsRange(answer, first, cell), windowOf(ranges, extent));
    app.change({ ranges: withSelection(ranges, range) }, hasMoved ? 'replace' : 'push');
    hasMoved = true;
  };
  const release = (): void => {
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', release);
    element.removeEventListener('pointercancel', release);
    const { ranges } = app.state.peek();
    const selection = selectionOf(ranges, extent);
    if (hasMoved) app.announce(selection === null ? '' : `Range ${formatTimeSpan(selection)}`);
    else if (selection !== null) app.change({ ranges: withSelection(ranges, null) }, 'push');
  };
  element.setPointerCapture(press.pointerId);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', release);
}

function HeatLegend({ answer }: { readonly answer: HeatAnswer | null }): JSX.Element | null {
  if (answer === null) return null;
  return (
    <div class="heat-map-legend">
      0
      <span class="heat-map-ramp" aria-hidden="true" />
      {mostText(answer)}
    </div>
  );
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
