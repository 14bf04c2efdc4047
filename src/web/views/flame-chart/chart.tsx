import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { FileFacts, FlameChartAnswer, PackedKeys } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { type Answered, useAnswer } from '../../engine/use-answer.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { canvasFont } from '../../kit/theme-colours.ts';
import { drawTickLabels, drawTickLines } from '../../kit/time/axis-drawing.ts';
import { TimeCanvas } from '../../kit/time/time-canvas.tsx';
import { timeScale } from '../../kit/time/time-scale.ts';
import { WindowMoves } from '../../kit/time/window-moves.ts';
import { chartSide, sideNote } from './chart-side.ts';
import { Lane } from './lane.tsx';
import { withSmallKey } from './small-key.ts';
import './chart.css';

interface ChartProps {
  readonly app: App;
  readonly file: FileFacts;
}

/** Threads that are shown at first; more by a button. */
const firstLanes = 8;

/** One lane per thread, the busiest first; what is shown is the selected range. */
export function Chart({ app, file }: ChartProps): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const { lanes, width, threads, chart, keys, matches } = useChart(app);
  useWheel(app, root);
  const { answer } = chart.value;
  const packed = keys.value;
  const isEmpty = answer !== null && answer.length === 0;
  const rest = threads.value.length - lanes.value;
  const side = chartSide(app);
  const note = side === null ? '' : sideNote(app, side);
  return (
    <div class="flame-chart" ref={root}>
      {note === '' ? null : (
        <p class="flame-chart-note" role="note">
          {note}
        </p>
      )}
      <TimeCanvas
        class="flame-chart-axis"
        onResize={(size) => {
          width.value = size.width;
        }}
        draw={(context, size) => {
          const window = chartSide(app)?.axis ?? null;
          if (window === null) return;
          const colours = app.colours.value;
          const place = { left: 0, top: 0, bottom: size.height, colours, font: canvasFont('xs') };
          const scale = timeScale(window, size.width);
          drawTickLines(context, scale, place);
          drawTickLabels(context, scale, place);
        }}
      />
      {isEmpty ? (
        <EmptyState
          title="No samples in this range"
          text="Every thread was asleep, or none was sampled."
          action={{ label: 'Clear range', run: () => app.change({ ranges: [] }, 'push') }}
        />
      ) : null}
      {answer === null || packed === null || isEmpty
        ? null
        : threads.value
            .slice(0, answer.laneDepth.length)
            .map((thread, lane) => (
              <Lane
                key={thread}
                app={app}
                answer={answer}
                keys={packed}
                lane={lane}
                name={threadName(file, thread)}
                matches={matches.value}
                pixels={width.value}
                isAlone={threads.value.length === 1}
              />
            ))}
      {rest > 0 ? (
        <div class="flame-chart-more">
          <Button look="lined" onPress={() => (lanes.value += firstLanes)}>
            Show {Math.min(rest, firstLanes)} more of {rest} threads
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface ChartData {
  readonly lanes: Signal<number>;
  readonly width: Signal<number>;
  /** Rows of the profile's threads, the busiest first. */
  readonly threads: ReadonlySignal<readonly number[]>;
  readonly chart: ReadonlySignal<Answered<FlameChartAnswer | null>>;
  /** Those of the answer and one for short calls. */
  readonly keys: ReadonlySignal<PackedKeys | null>;
  readonly matches: ReadonlySignal<Uint32Array | null>;
}

/** Asks for the threads there are and for the boxes of those that are shown. */
function useChart(app: App): ChartData {
  const lanes = useSignal(firstLanes);
  const width = useSignal(0);
  const side = useComputed(() => chartSide(app));
  const tracks = useAnswer(app.engine, 'tracks', () => {
    const of = side.value;
    return of === null ? null : { scope: { ...of.scope, range: null, threads: [], cpus: [] } };
  });
  const threads = useComputed(() => {
    const chosen = side.value?.scope.threads ?? [];
    const all = tracks.value.answer?.processes.flatMap((process) => [...process.threads]) ?? [];
    const totals = tracks.value.answer?.threadTotal ?? new Float64Array(1);
    const totalOf = (thread: number): number => totals.at(thread) ?? 0;
    return all
      .filter((thread) => totalOf(thread) > 0 && (chosen.length === 0 || chosen.includes(thread)))
      .sort((a, b) => totalOf(b) - totalOf(a));
  });
  const chart = useAnswer(app.engine, 'flameChart', () => {
    const of = side.value;
    if (of === null || width.value === 0 || tracks.value.answer === null) return null;
    const shown = threads.value.slice(0, lanes.value);
    const scope = { ...of.scope, range: null, threads: [] };
    return { scope, window: of.window, threads: shown, pixels: width.value };
  });
  const search = useAnswer(app.engine, 'search', () => {
    const { search: expression } = app.state.value;
    const of = side.value;
    return expression === '' || of === null
      ? null
      : { scope: of.scope, by: 'functions', expression };
  });
  const keys = useComputed(() => {
    const { answer } = chart.value;
    return answer === null ? null : withSmallKey(answer.keys);
  });
  const matches = useComputed(() =>
    app.state.value.search === '' ? null : (search.value.answer?.matches ?? null),
  );
  return { lanes, width, threads, chart, keys, matches };
}

function threadName(file: FileFacts, thread: number): string {
  const facts = file.threads[thread];
  if (facts === undefined) return 'All samples';
  return `${facts.thread || facts.process || 'thread'} ${facts.tid}`;
}

/** Before the surfaces below see it: here the wheel moves the window, not a frame. */
function useWheel(app: App, root: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const moves = new WindowMoves(app, 'selection');
    const turn = (event: WheelEvent): void => {
      const side = chartSide(app);
      const window = side?.isMovable === true ? side.axis : null;
      const axis = element.querySelector('.flame-chart-axis');
      if (window === null || axis === null) return;
      const { left, width } = axis.getBoundingClientRect();
      const scale = timeScale(window, width);
      moves.wheel(event, scale.timeAt(event.clientX - left), width);
      if (event.defaultPrevented) event.stopPropagation();
    };
    element.addEventListener('wheel', turn, { passive: false, capture: true });
    return () => element.removeEventListener('wheel', turn, { capture: true });
  }, [app, root]);
}
