import { type ReadonlySignal, useComputed } from '@preact/signals';
import {
  type FileFacts,
  likeThreads,
  type TimelineAnswer,
  type TimelineTrack,
  type TracksAnswer,
} from '../../../explore/index.ts';
import type { App } from '../../app/app.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { baseShiftNs, otherFile } from '../../kit/compare/sides.ts';
import { formatValue } from '../../kit/quantity.ts';
import { shownRange } from '../../kit/time/window-moves.ts';
import type { TrackRow } from './track-rows.ts';
import { bucketPx } from './use-track-data.ts';

/** The other file's tracks, for those rows that it has the like of. */
export interface BaseTracks {
  readonly answer: TimelineAnswer;
  /** Added to its times gives those of the new side: both begin at the left. */
  readonly shiftNs: number;
}

/** What the base of a comparison has for the rows that are seen; nothing while both sides are one file. */
export interface BaseRows {
  readonly drawn: ReadonlySignal<BaseTracks | null>;
  /** By row: `base 1.20 s`, or `not in the base`. */
  readonly words: ReadonlySignal<ReadonlyMap<string, string>>;
  /** What the lines are, in words; '' = there are none. */
  readonly note: ReadonlySignal<string>;
}

export function useBaseTracks(
  app: App,
  seen: ReadonlySignal<readonly TrackRow[]>,
  size: ReadonlySignal<{ readonly width: number }>,
): BaseRows {
  const base = useComputed(() => otherFile(app));
  const tracks = useAnswer(app.engine, 'tracks', () => {
    const scope = app.baseScope.value;
    if (base.value === null || scope === null) return null;
    return { scope: { ...scope, range: null, threads: [], cpus: [] } };
  });
  const like = useComputed((): readonly TimelineTrack[] => {
    const [file, old] = [app.file.value, base.value];
    if (file === null || old === null) return [];
    return seen.value.flatMap((row) => likeTrack(row, file, old) ?? []);
  });
  const shiftNs = useComputed(() => baseShiftNs(app));
  const timeline = useAnswer(app.engine, 'timeline', () => {
    const [window, scope] = [shownRange(app, 'window'), app.baseScope.value];
    if (window === null || scope === null || like.value.length === 0) return null;
    const [startNs, endNs] = [window.startNs - shiftNs.value, window.endNs - shiftNs.value];
    const buckets = Math.ceil(size.value.width / bucketPx);
    return {
      scope: { ...scope, range: null },
      window: { startNs, endNs },
      buckets,
      tracks: like.value,
    };
  });
  const drawn = useComputed((): BaseTracks | null => {
    const { answer } = timeline.value;
    return answer === null || base.value === null ? null : { answer, shiftNs: shiftNs.value };
  });
  const words = useComputed(() => wordsOf(seen.value, like.value, base.value, tracks.value.answer));
  const note = useComputed(() => noteOf(app, base.value, tracks.value.answer));
  return { drawn, words, note };
}

/** The base's track of the same names; null = it has none. */
export function likeTrack(row: TrackRow, file: FileFacts, base: FileFacts): TimelineTrack | null {
  const { id, track } = row;
  if (track.kind === 'cpu') return base.cpus.includes(track.cpu) ? track : null;
  if (track.kind === 'counter') {
    const name = file.summary.valueTypes[track.type]?.name;
    const type = base.summary.valueTypes.findIndex((each) => each.name === name);
    return type < 0 ? null : { id, kind: 'counter', type };
  }
  const threads = likeThreads(track.threads, file.threads, base.threads);
  return threads.length === 0 ? null : { id, kind: 'threads', threads };
}

function wordsOf(
  rows: readonly TrackRow[],
  like: readonly TimelineTrack[],
  base: FileFacts | null,
  answer: TracksAnswer | null,
): ReadonlyMap<string, string> {
  if (base === null || answer === null) return new Map();
  const tracks = new Map(like.map((track) => [track.id, track]));
  return new Map(
    rows.map(({ id }) => {
      const track = tracks.get(id);
      if (track === undefined) return [id, 'not in the base'];
      const total = totalOf(track, answer);
      return [id, total === null ? '' : `base ${formatValue(total, answer.value.unit)}`];
    }),
  );
}

function totalOf(
  track: TimelineTrack,
  { threadTotal, cpus, cpuTotal }: TracksAnswer,
): number | null {
  if (track.kind === 'counter') return null;
  if (track.kind === 'cpu') return cpuTotal[cpus.indexOf(track.cpu)] ?? 0;
  return track.threads.reduce((sum, thread) => sum + (threadTotal.at(thread) ?? 0), 0);
}

function noteOf(app: App, base: FileFacts | null, answer: TracksAnswer | null): string {
  if (base === null) return '';
  if (base.extent === null)
    return `The base, ${base.name}, has no times: the tracks are the new side’s.`;
  const file = app.file.value;
  if (file === null || answer === null) return '';
  const known = new Set(
    file.threads.flatMap((_, row) => likeThreads([row], file.threads, base.threads)),
  );
  const lost = base.threads.filter(
    (_, row) => !known.has(row) && (answer.threadTotal[row] ?? 0) > 0,
  );
  const rest = lost.length === 0 ? '' : ` Threads of the base alone: ${lost.length}.`;
  return `Areas: new. Blue lines: base (${base.name}), both from their start.${rest}`;
}
