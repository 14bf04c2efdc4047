import { type MarkersAnswer, NameList } from '../../../explore/index.ts';
import type { ThemeColours } from '../../kit/theme-colours.ts';
import type { TimeScale } from '../../kit/time/time-scale.ts';
import { rowOfMarker } from './marker-place.ts';
import type { TrackRow } from './track-rows.ts';

export interface MarkerPlace {
  readonly scale: TimeScale;
  readonly colours: ThemeColours;
  readonly scrolled: number;
  readonly font: string;
}

/** Instants as lines, spans as bars at the top of their thread's row, with the names that fit. */
export function drawMarkers(
  context: CanvasRenderingContext2D,
  rows: readonly TrackRow[],
  markers: MarkersAnswer,
  { scale, colours, scrolled, font }: MarkerPlace,
): void {
  const names = new NameList(markers.texts);
  const freeFrom = new Map<TrackRow, number>();
  context.font = font;
  context.textBaseline = 'top';
  for (let at = 0; at < markers.length; at++) {
    const row = rowOfMarker(rows, markers.thread[at] as number);
    if (row === undefined) continue;
    const top = row.top - scrolled + 1;
    const from = scale.x(markers.startNs[at] as number);
    const to = scale.x(markers.endNs[at] as number);
    context.fillStyle = colours['text-2'];
    if (to - from < 1) context.fillRect(Math.round(from), top, 1, row.height - 2);
    else context.fillRect(from, top, to - from, 3);
    const name = names.at(markers.name[at] as number);
    const begin = Math.max(from, 0) + 4;
    if (begin < (freeFrom.get(row) ?? 0)) continue;
    const width = context.measureText(name).width;
    context.fillText(name, begin, top + 3);
    freeFrom.set(row, begin + width + 8);
  }
}
