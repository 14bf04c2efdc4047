import { type ReadonlySignal, untracked, useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Scope, StripAnswer, TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { type Answered, useAnswer } from '../../engine/use-answer.ts';
import { baseShiftNs, otherFile } from '../compare/sides.ts';
import { formatValue } from '../quantity.ts';
import { canvasFont } from '../theme-colours.ts';
import { drawTickLabels, drawTickLines, fadeOutside } from './axis-drawing.ts';
import { axisExtent } from './axis-extent.ts';
import { baseLine, drawBaseLine, linePeak } from './base-line.ts';
import { showRangeMenu } from './base-range.ts';
import { selectionOf } from './nested-ranges.ts';
import { RangeDrag } from './range-drag.ts';
import { RangeLabel } from './range-label.tsx';
import { RangeSliders } from './range-sliders.tsx';
import { SideMarks } from './side-marks.tsx';
import { drawStackedArea, peakOf, smoothed } from './stacked-area.ts';
import { formatTimeSpan } from './time-axis.ts';
import { type CanvasSize, TimeCanvas } from './time-canvas.tsx';
import { timeScale } from './time-scale.ts';
import { shownRange } from './window-moves.ts';
import './range-strip.css';

/** One bucket per this many pixels. */
const bucketPx = 2;
const areaTop = 18;

/** What the base had, and what added to its times gives those of the new side. */
interface BaseStrip {
  readonly answer: StripAnswer;
  readonly shiftNs: number;
}

/** CPU use over time, by whose code ran, with the range that every view looks at. */
export function RangeStrip({ app }: { readonly app: App }): JSX.Element {
  const surface = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  const answered = useStrip(app, width);
  const base = useBaseStrip(app, width);
  const drag = useMemo(
    () =>
      new RangeDrag(app, () => {
        const window = untracked(() => shownRange(app, 'window'));
        return window === null || width.peek() === 0 ? null : timeScale(window, width.peek());
      }),
    [app, width],
  );
  const sentence = useSentence(app, answered, base);
  const extent = axisExtent(app);
  const window = shownRange(app, 'window');
  if (extent === null || window === null) {
    return <div class="range-strip range-strip-none">No times in this profile</div>;
  }
  const { ranges } = app.state.value;
  const selection = selectionOf(ranges, extent);
  return (
    <div
      ref={surface}
      class="range-strip"
      role="group"
      aria-label="Use over time"
      onPointerDown={(event) => {
        if (surface.current !== null) drag.press(event, surface.current);
      }}
      onDblClick={() => drag.doubleClick()}
      onContextMenu={(event) => showRangeMenu(app, event)}
    >
      <div class="unseen" role="img" aria-label={sentence.value} />
      <TimeCanvas
        class="range-strip-canvas"
        onResize={(size) => {
          width.value = size.width;
        }}
        draw={(context, size) => drawStrip(context, size, app, answered.value.answer, base.value)}
      />
      {base.value === null ? null : (
        <span class="range-strip-base" aria-hidden="true">
          base
        </span>
      )}
      <SideMarks app={app} window={window} />
      <RangeSliders app={app} drag={drag} surface={() => surface.current} />
      {selection === null ? null : <RangeLabel range={selection} window={window} />}
    </div>
  );
}

function useStrip(
  app: App,
  width: ReadonlySignal<number>,
): ReadonlySignal<Answered<StripAnswer | null>> {
  // Only what the strip depends on: the range changes in every frame of a drag.
  const id = useComputed(() =>
    stripQuestion(shownRange(app, 'window'), app.scope.value, width.value),
  );
  return useAnswer(app.engine, 'strip', () => (id.value === null ? null : JSON.parse(id.value)));
}

/** The base's use over time, where it is another file with times; null = it is not. */
function useBaseStrip(app: App, width: ReadonlySignal<number>): ReadonlySignal<BaseStrip | null> {
  const shiftNs = useComputed(() => baseShiftNs(app));
  const isOther = useComputed(() => (otherFile(app)?.extent ?? null) !== null);
  const id = useComputed(() => {
    const [window, scope] = [shownRange(app, 'window'), app.baseScope.value];
    if (!isOther.value || window === null || scope === null) return null;
    const startNs = window.startNs - shiftNs.value;
    const endNs = window.endNs - shiftNs.value;
    return stripQuestion({ startNs, endNs }, scope, width.value);
  });
  const answered = useAnswer(app.engine, 'strip', () =>
    id.value === null ? null : JSON.parse(id.value),
  );
  return useComputed(() => {
    const { answer } = answered.value;
    return answer === null || !isOther.value ? null : { answer, shiftNs: shiftNs.value };
  });
}

function stripQuestion(window: TimeRange | null, scope: Scope, width: number): string | null {
  if (window === null || width === 0) return null;
  const buckets = Math.ceil(width / bucketPx);
  return JSON.stringify({ scope: { ...scope, range: null }, window, buckets });
}

/** What the strip shows, in words. */
function useSentence(
  app: App,
  answered: ReadonlySignal<Answered<StripAnswer | null>>,
  base: ReadonlySignal<BaseStrip | null>,
): ReadonlySignal<string> {
  return useComputed(() => {
    const { answer } = answered.value;
    const window = shownRange(app, 'window');
    if (answer === null || window === null) return 'Use over time';
    const span = formatTimeSpan(window);
    if (answer.unit !== 'nanoseconds') return `Samples over time, ${span}`;
    const what = answer.isWait ? 'Waits' : 'CPU use';
    const old = base.value?.answer ?? null;
    const both = old === null ? '' : `; the base, a line from the same start: ${amounts(old)}`;
    return `${what} over time, ${span}: ${amounts(answer)}${both}`;
  });
}

function amounts(answer: StripAnswer): string {
  const most = (peakOf(answer.value, answer.buckets) / answer.bucketNs).toFixed(1);
  const sum = formatValue(sumOf(answer.value), 'nanoseconds');
  return `at most ${most} ${answer.isWait ? 'threads waiting' : 'cores busy'}; ${sum} in all`;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const each of values) sum += each;
  return sum;
}

function drawStrip(
  context: CanvasRenderingContext2D,
  { width, height }: CanvasSize,
  app: App,
  answer: StripAnswer | null,
  base: BaseStrip | null,
): void {
  const extent = axisExtent(app);
  const window = shownRange(app, 'window');
  if (extent === null || window === null) return;
  const colours = app.colours.value;
  const scale = timeScale(window, width);
  const place = { left: 0, top: 0, bottom: height, colours, font: canvasFont('xs') };
  drawTickLines(context, scale, place);
  const line =
    answer === null || base === null ? null : baseLine(base.answer, answer.bucketNs, base.shiftNs);
  const area = { scale, left: 0, bottom: height, height: height - areaTop, colours };
  const value = answer === null ? null : smoothed(answer);
  const peak = Math.max(
    answer === null || value === null ? 0 : peakOf(value, answer.buckets),
    line === null ? 0 : linePeak(line),
  );
  if (answer !== null && value !== null) {
    drawStackedArea(context, answer, value, { ...area, peak });
  }
  if (line !== null) drawBaseLine(context, line, { ...area, peak });
  const selection = selectionOf(app.state.value.ranges, extent);
  fadeOutside(context, scale, selection, { ...place, top: areaTop - 4 });
  drawTickLabels(context, scale, place);
}
