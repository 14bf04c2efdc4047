import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { TimeRange } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { canvasFont } from '../../kit/theme-colours.ts';
import { drawTickLines, fadeOutside } from '../../kit/time/axis-drawing.ts';
import { showRangeMenu } from '../../kit/time/base-range.ts';
import { selectionOf, windowOf } from '../../kit/time/nested-ranges.ts';
import { watchPinch } from '../../kit/time/pinch.ts';
import { RangeDrag } from '../../kit/time/range-drag.ts';
import { RangeSliders } from '../../kit/time/range-sliders.tsx';
import { SideMarks } from '../../kit/time/side-marks.tsx';
import { TimeCanvas } from '../../kit/time/time-canvas.tsx';
import { WindowMoves } from '../../kit/time/window-moves.ts';
import type { BaseRows } from './base-tracks.ts';
import { Crosshair } from './crosshair.tsx';
import { drawMarkers } from './marker-drawing.ts';
import { MarkerList } from './marker-list.tsx';
import { drawTracks } from './track-drawing.ts';
import type { TrackModel } from './track-model.ts';
import { rowAt } from './track-rows.ts';
import { type TrackData, useTrackData } from './use-track-data.ts';

interface TrackPlotProps {
  readonly app: App;
  readonly extent: TimeRange;
  readonly model: TrackModel;
  readonly base: BaseRows;
}

/** The tracks themselves: drawn, dragged on, zoomed. */
export function TrackPlot({ app, extent, model, base }: TrackPlotProps): JSX.Element {
  const surface = useRef<HTMLDivElement>(null);
  const { scale, size, pointer, rows, scrolled } = model;
  const drag = useMemo(() => new RangeDrag(app, () => scale.peek()), [app, scale]);
  const data = useTrackData(app, model.seen, size);
  const { markers } = data.value;
  const isThreads = model.mode.value === 'threads';
  useWheel(app, surface, model, drag);
  usePlotSize(surface, model);
  return (
    <div
      ref={surface}
      class="tracks-surface"
      role="group"
      aria-label="Plot of the tracks"
      style={{ height: `${size.value.height}px` }}
      onPointerDown={(event) => {
        if (surface.current !== null) drag.press(event, surface.current);
      }}
      onDblClick={() => drag.doubleClick()}
      onContextMenu={(event) => showRangeMenu(app, event)}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const y = event.clientY - box.top;
        const row = rowAt(rows.peek(), y + scrolled.peek());
        pointer.value = { x: event.clientX - box.left, y, row };
      }}
      onPointerLeave={() => {
        pointer.value = null;
      }}
    >
      <TimeCanvas
        class="tracks-canvas"
        draw={(context, { height }) =>
          drawPlot(context, height, { app, extent, model, base, data })
        }
      />
      <SideMarks app={app} window={windowOf(app.state.value.ranges, extent)} />
      <RangeSliders app={app} drag={drag} surface={() => surface.current} />
      <Crosshair app={app} model={model} markers={isThreads ? markers : null} />
      <MarkerList file={app.file.value} markers={markers} />
    </div>
  );
}

interface PlotParts extends TrackPlotProps {
  readonly data: ReadonlySignal<TrackData>;
}

function drawPlot(
  context: CanvasRenderingContext2D,
  height: number,
  { app, extent, model, base, data }: PlotParts,
): void {
  const scale = model.scale.value;
  if (scale === null) return;
  const colours = app.colours.value;
  const place = { left: 0, top: 0, bottom: height, colours, font: canvasFont('xs') };
  const drawn = { scale, colours, scrolled: model.scrolled.value, base: base.drawn.value };
  const { timeline, markers } = data.value;
  drawTickLines(context, scale, place);
  if (timeline !== null) drawTracks(context, model.seen.value, timeline, drawn);
  fadeOutside(context, scale, selectionOf(app.state.value.ranges, extent), place);
  if (markers !== null && model.mode.value === 'threads') {
    drawMarkers(context, model.seen.value, markers, { ...drawn, font: place.font });
  }
}

/** Wheel and pinch. A wheel that zooms must not scroll: such listeners cannot be passive. */
function useWheel(
  app: App,
  surface: { readonly current: HTMLElement | null },
  { scale }: TrackModel,
  drag: RangeDrag,
): void {
  useEffect(() => {
    const element = surface.current;
    if (element === null) return undefined;
    const moves = new WindowMoves(app, 'window');
    const turn = (event: WheelEvent): void => {
      const now = scale.peek();
      if (now === null) return;
      const x = event.clientX - element.getBoundingClientRect().left;
      moves.wheel(event, now.timeAt(x), now.widthPx);
    };
    element.addEventListener('wheel', turn, { passive: false });
    const stopPinch = watchPinch(element, {
      moves,
      scale: () => scale.peek(),
      onBegin: () => drag.cancel(),
    });
    return () => {
      stopPinch();
      element.removeEventListener('wheel', turn);
    };
  }, [app, surface, scale, drag]);
}

/** The plot is pinned to the upper edge of the scroller and as high as it. */
function usePlotSize(
  surface: { readonly current: HTMLElement | null },
  { size }: TrackModel,
): void {
  useEffect(() => {
    const element = surface.current;
    const scroller = element?.closest('.tracks-scroller') ?? null;
    if (element === null || scroller === null) return undefined;
    const observer = new ResizeObserver(() => {
      size.value = { width: element.clientWidth, height: scroller.clientHeight };
    });
    observer.observe(scroller);
    observer.observe(element);
    return () => observer.disconnect();
  }, [size, surface]);
}
