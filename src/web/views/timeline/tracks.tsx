import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { FileFacts, TimeRange, TracksAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { Select } from '../../kit/select.tsx';
import { canvasFont } from '../../kit/theme-colours.ts';
import { drawTickLabels } from '../../kit/time/axis-drawing.ts';
import { selectionOf, windowOf } from '../../kit/time/nested-ranges.ts';
import { RangeLabel } from '../../kit/time/range-label.tsx';
import { TimeCanvas } from '../../kit/time/time-canvas.tsx';
import { timeScale } from '../../kit/time/time-scale.ts';
import { useBaseTracks } from './base-tracks.ts';
import { type TrackModel, useTrackModel } from './track-model.ts';
import { TrackNames } from './track-names.tsx';
import { TrackPlot } from './track-plot.tsx';
import { expectedHeight } from './track-rows.ts';
import './tracks.css';

interface TracksProps {
  readonly app: App;
  readonly file: FileFacts;
  readonly extent: TimeRange;
  readonly tracks: ReadonlySignal<{ readonly answer: TracksAnswer | null }>;
}

/** Tracks under one time axis; dragging selects the range. */
export function Tracks({ app, file, extent, tracks }: TracksProps): JSX.Element {
  const model = useTrackModel(app, file, tracks);
  const base = useBaseTracks(app, model.seen, model.size);
  const { rows, collapsed, scrolled } = model;
  const last = rows.value.at(-1);
  const total = last === undefined ? expectedHeight(file) : last.top + last.height;
  const toggle = (id: string): void => {
    const next = new Set(collapsed.value);
    if (!next.delete(id)) next.add(id);
    collapsed.value = next;
  };
  return (
    <section class="tracks" aria-label="Tracks">
      <div class="tracks-head">
        <ModeSelect model={model} hasCpus={(tracks.value.answer?.cpus.length ?? 0) > 0} />
        <TracksAxis app={app} extent={extent} />
        {base.note.value === '' ? null : (
          <p class="tracks-note" role="note">
            {base.note.value}
          </p>
        )}
      </div>
      <div
        class="tracks-scroller"
        onScroll={(event) => {
          scrolled.value = event.currentTarget.scrollTop;
        }}
      >
        <div class="tracks-pin">
          <TrackPlot app={app} extent={extent} model={model} base={base} />
        </div>
        <div
          class="tracks-rows"
          role="grid"
          aria-label="Tracks over time"
          aria-rowcount={rows.value.length}
          style={{ height: `${total}px` }}
        >
          <TrackNames
            app={app}
            rows={rows}
            seen={model.seen}
            words={base.words}
            onToggle={toggle}
          />
        </div>
      </div>
    </section>
  );
}

function TracksAxis({ app, extent }: Pick<TracksProps, 'app' | 'extent'>): JSX.Element {
  const { ranges } = app.state.value;
  const selection = selectionOf(ranges, extent);
  return (
    <div class="tracks-axis">
      <TimeCanvas
        class="tracks-axis-canvas"
        draw={(context, { width, height }) => {
          const colours = app.colours.value;
          const place = { left: 0, top: 2, bottom: height, colours, font: canvasFont('xs') };
          const window = windowOf(app.state.value.ranges, extent);
          drawTickLabels(context, timeScale(window, width), place);
        }}
      />
      {selection === null ? null : (
        <RangeLabel range={selection} window={windowOf(ranges, extent)} />
      )}
    </div>
  );
}

function ModeSelect(props: { readonly model: TrackModel; readonly hasCpus: boolean }): JSX.Element {
  const { mode } = props.model;
  const choices = [
    { value: 'threads' as const, label: 'Threads' },
    ...(props.hasCpus ? [{ value: 'cpus' as const, label: 'CPUs' }] : []),
    { value: 'counters' as const, label: 'Values' },
  ];
  return (
    <div class="tracks-mode">
      <Select
        label="Tracks"
        value={mode.value}
        choices={choices}
        onChange={(next) => {
          mode.value = next;
        }}
      />
    </div>
  );
}
