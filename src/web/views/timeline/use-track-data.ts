import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { MarkersAnswer } from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { shownRange } from '../../kit/time/window-moves.ts';
import type { DrawnTracks } from './track-drawing.ts';
import type { TrackRow } from './track-rows.ts';

/** One bucket per this many pixels. */
export const bucketPx = 2;

export interface TrackData {
  readonly timeline: DrawnTracks | null;
  readonly markers: MarkersAnswer | null;
}

/** Asks for the rows that are seen, in the window that is shown. */
export function useTrackData(
  app: App,
  seen: ReadonlySignal<readonly TrackRow[]>,
  size: ReadonlySignal<{ readonly width: number }>,
): ReadonlySignal<TrackData> {
  const timeline = useAnswer(app.engine, 'timeline', () => {
    const window = shownRange(app, 'window');
    if (window === null || size.value.width === 0) return null;
    const tracks = seen.value.map((row) => row.track);
    const scope = { ...app.scope.value, range: null };
    return { scope, window, buckets: Math.ceil(size.value.width / bucketPx), tracks };
  });
  const markers = useAnswer(app.engine, 'markers', () => {
    const window = shownRange(app, 'window');
    const file = app.file.value;
    return window === null || file === null ? null : { file: file.index, window };
  });
  // Which rows an answer is for: those that were seen when it was asked for come back with it.
  return useComputed(() => {
    const { answer } = timeline.value;
    return {
      timeline: answer === null ? null : { answer, ids: answer.ids, unit: answer.unit },
      markers: markers.value.answer,
    };
  });
}
