import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import type { FileFacts, TracksAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { type TimeScale, timeScale } from '../../kit/time/time-scale.ts';
import { shownRange } from '../../kit/time/window-moves.ts';
import { type TrackMode, type TrackRow, trackRows, visibleRows } from './track-rows.ts';

/** Where the pointer is on the plot. */
export interface PlotPointer {
  readonly x: number;
  readonly y: number;
  readonly row: TrackRow | null;
}

/** What the parts of the tracks share. */
export interface TrackModel {
  readonly mode: Signal<TrackMode>;
  readonly collapsed: Signal<ReadonlySet<string>>;
  readonly scrolled: Signal<number>;
  readonly size: Signal<{ readonly width: number; readonly height: number }>;
  readonly pointer: Signal<PlotPointer | null>;
  readonly rows: ReadonlySignal<readonly TrackRow[]>;
  /** Those on screen. */
  readonly seen: ReadonlySignal<readonly TrackRow[]>;
  readonly scale: ReadonlySignal<TimeScale | null>;
}

export function useTrackModel(
  app: App,
  file: FileFacts,
  tracks: ReadonlySignal<{ readonly answer: TracksAnswer | null }>,
): TrackModel {
  const mode = useSignal<TrackMode>('threads');
  const collapsed = useSignal<ReadonlySet<string>>(new Set());
  const scrolled = useSignal(0);
  const size = useSignal({ width: 0, height: 0 });
  const pointer = useSignal<PlotPointer | null>(null);
  const rows = useComputed(() => {
    const { answer } = tracks.value;
    return answer === null ? [] : trackRows(answer, file, mode.value, collapsed.value);
  });
  const seen = useComputed(() =>
    visibleRows(rows.value, scrolled.value, scrolled.value + size.value.height),
  );
  const scale = useComputed(() => {
    const window = shownRange(app, 'window');
    return window === null || size.value.width === 0 ? null : timeScale(window, size.value.width);
  });
  return { mode, collapsed, scrolled, size, pointer, rows, seen, scale };
}
