import { type PackedNames, packNames } from '../packed-names.ts';
import type { Query } from '../query.ts';
import type { TimeRange } from '../scope.ts';

export interface MarkersRequest {
  readonly file: number;
  /** null = all the time. */
  readonly window: TimeRange | null;
}

/** Things that happened, the earliest first. Columns are aligned. */
export interface MarkersAnswer {
  readonly length: number;
  /** Row of the profile's threads; -1 = of none. */
  readonly thread: Int32Array;
  readonly startNs: Float64Array;
  /** The same as the start for an instant. */
  readonly endNs: Float64Array;
  /** Rows of `texts`. */
  readonly name: Int32Array;
  readonly payload: Int32Array;
  readonly texts: PackedNames;
  /** How many more there are in the window than are given. */
  readonly left: number;
}

/** More than this is no longer read on one screen. */
const mostMarkers = 2000;

export const answerMarkers: Query<MarkersRequest, MarkersAnswer> = (exploration, request) => {
  const { markers, strings } = exploration.file(request.file).profile;
  const { startNs, endNs } = request.window ?? { startNs: -Infinity, endNs: Infinity };
  const rows: number[] = [];
  for (let row = 0; row < markers.length; row++) {
    const isInside = (markers.startNs[row] as number) < endNs;
    if (isInside && (markers.endNs[row] as number) >= startNs) rows.push(row);
  }
  rows.sort((a, b) => (markers.startNs[a] as number) - (markers.startNs[b] as number));
  const shown = rows.slice(0, mostMarkers);
  const texts: string[] = [];
  const known = new Map<number, number>();
  const textOf = (string: number): number => {
    const row = known.get(string) ?? texts.push(strings[string] ?? '') - 1;
    known.set(string, row);
    return row;
  };
  const name = Int32Array.from(shown, (row) => textOf(markers.name[row] as number));
  const payload = Int32Array.from(shown, (row) => textOf(markers.payload[row] as number));
  return {
    length: shown.length,
    thread: Int32Array.from(shown, (row) => markers.thread[row] as number),
    startNs: Float64Array.from(shown, (row) => markers.startNs[row] as number),
    endNs: Float64Array.from(shown, (row) => markers.endNs[row] as number),
    name,
    payload,
    texts: packNames(texts),
    left: rows.length - shown.length,
  };
};
