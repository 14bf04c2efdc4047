import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { StripAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { type Answered, useAnswer } from '../../engine/use-answer.ts';
import { formatValue } from '../quantity.ts';
import { canvasFont } from '../theme-colours.ts';
import { drawTickLabels, drawTickLines, fadeOutside } from './axis-drawing.ts';
import { showRangeMenu } from './base-range.ts';
import { selectionOf, windowOf } from './nested-ranges.ts';
import { RangeDrag } from './range-drag.ts';
import { RangeLabel } from './range-label.tsx';
import { RangeSliders } from './range-sliders.tsx';
import { SideMarks } from './side-marks.tsx';
import { drawStackedArea, peakOf, smoothed } from './stacked-area.ts';
import { formatTimeSpan } from './time-axis.ts';
import { type CanvasSize, TimeCanvas } from './time-canvas.tsx';
import { timeScale } from './time-scale.ts';
import './range-strip.css';

/** One bucket per this many pixels. */
const bucketPx = 2;
const areaTop = 18;

/** CPU use over time, by whose code ran, with the range that every view looks at. */
export function RangeStrip({ app }: { readonly app: App }): JSX.Element {
  const surface = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  const answered = useStrip(app, width);
  const drag = useMemo(
    () =>
      new RangeDrag(app, () => {
        const extent = app.file.peek()?.extent ?? null;
        if (extent === null || width.peek() === 0) return null;
        return timeScale(windowOf(app.state.peek().ranges, extent), width.peek());
      }),
    [app, width],
  );
  const sentence = useSentence(app, answered);
  const extent = app.file.value?.extent ?? null;
  if (extent === null) {
    return <div class="range-strip range-strip-none">No times in this profile</div>;
  }
  const { ranges } = app.state.value;
  const selection = selectionOf(ranges, extent);
  const window = windowOf(ranges, extent);
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
        draw={(context, size) => drawStrip(context, size, app, answered.value.answer)}
      />
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
  const id = useComputed(() => {
    const { ranges } = app.state.value;
    const extent = app.file.value?.extent ?? null;
    if (extent === null || width.value === 0) return null;
    const window = windowOf(ranges, extent);
    const buckets = Math.ceil(width.value / bucketPx);
    return JSON.stringify({ scope: { ...app.scope.value, range: null }, window, buckets });
  });
  return useAnswer(app.engine, 'strip', () => (id.value === null ? null : JSON.parse(id.value)));
}

/** What the strip shows, in words. */
function useSentence(
  app: App,
  answered: ReadonlySignal<Answered<StripAnswer | null>>,
): ReadonlySignal<string> {
  return useComputed(() => {
    const { answer } = answered.value;
    const extent = app.file.value?.extent ?? null;
    if (answer === null || extent === null) return 'Use over time';
    const span = formatTimeSpan(windowOf(app.state.value.ranges, extent));
    const peak = peakOf(answer.value, answer.buckets);
    if (answer.unit !== 'nanoseconds') return `Samples over time, ${span}`;
    const [what, who] = answer.isWait ? ['Waits', 'threads waiting'] : ['CPU use', 'cores busy'];
    const most = (peak / answer.bucketNs).toFixed(1);
    const sum = formatValue(sumOf(answer.value), 'nanoseconds');
    return `${what} over time, ${span}: at most ${most} ${who}; ${sum} in all`;
  });
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
): void {
  const extent = app.file.value?.extent ?? null;
  if (extent === null) return;
  const { ranges } = app.state.value;
  const colours = app.colours.value;
  const scale = timeScale(windowOf(ranges, extent), width);
  const place = { left: 0, top: 0, bottom: height, colours, font: canvasFont('xs') };
  drawTickLines(context, scale, place);
  if (answer !== null) {
    const value = smoothed(answer);
    const peak = peakOf(value, answer.buckets);
    const [left, bottom] = [0, height];
    drawStackedArea(context, answer, value, {
      scale,
      left,
      bottom,
      height: height - areaTop,
      peak,
      colours,
    });
  }
  fadeOutside(context, scale, selectionOf(ranges, extent), { ...place, top: areaTop - 4 });
  drawTickLabels(context, scale, place);
}
