import type { MarkersAnswer } from '../../../explore/index.ts';
import type { TimeScale } from '../../kit/time/time-scale.ts';
import type { TrackRow } from './track-rows.ts';

/** The row that a marker stands in: its thread's, else its process's; what has no thread is at the top. */
export function rowOfMarker(rows: readonly TrackRow[], thread: number): TrackRow | undefined {
  const own = rows.find((row) => row.kind === 'thread' && row.threads.includes(thread));
  if (own !== undefined) return own;
  if (thread < 0) return rows[0];
  return rows.find((row) => row.isCollapsed === true && row.threads.includes(thread));
}

/** The marker of a row at a place, the nearest within reach; a span counts everywhere in it. -1 = none. */
export function markerAt(
  rows: readonly TrackRow[],
  markers: MarkersAnswer,
  scale: TimeScale,
  place: { readonly x: number; readonly row: TrackRow | null },
  reachPx: number,
): number {
  if (place.row === null) return -1;
  let found = -1;
  let nearest = reachPx;
  for (let at = 0; at < markers.length; at++) {
    const from = scale.x(markers.startNs[at] as number);
    const to = scale.x(markers.endNs[at] as number);
    const away = Math.max(from - place.x, place.x - to, 0);
    if (away > nearest) continue;
    if (rowOfMarker(rows, markers.thread[at] as number)?.id !== place.row.id) continue;
    // Of those that are equally near, the one that began last is the innermost.
    [found, nearest] = [at, away];
  }
  return found;
}
