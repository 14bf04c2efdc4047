import type { JSX } from 'preact';
import { type FileFacts, type MarkersAnswer, NameList } from '../../../explore/index.ts';
import { formatCounted } from '../../kit/quantity.ts';
import { formatTime, formatTimeSpan } from '../../kit/time/time-axis.ts';

/** More than this nobody listens to. */
const mostListed = 100;

interface MarkerListProps {
  readonly file: FileFacts | null;
  readonly markers: MarkersAnswer | null;
}

/** What the canvas shows of markers, for those who do not see it. */
export function MarkerList({ file, markers }: MarkerListProps): JSX.Element | null {
  if (markers === null || markers.length === 0) return null;
  const rest = markers.length + markers.left - mostListed;
  const length = Math.min(markers.length, mostListed);
  return (
    <ul class="unseen" aria-label="Markers">
      {Array.from({ length }, (_, at) => {
        const facts = file?.threads[markers.thread[at] as number];
        const thread = facts?.thread || facts?.process || '';
        return <li key={at}>{[markerText(markers, at), thread].filter(Boolean).join(', ')}</li>;
      })}
      {rest > 0 ? <li>and {formatCounted(rest, 'more marker')}</li> : null}
    </ul>
  );
}

/** `GC: minor, 0.10–0.12 s`. */
export function markerText(markers: MarkersAnswer, at: number): string {
  const texts = new NameList(markers.texts);
  const payload = texts.at(markers.payload[at] as number);
  const name = texts.at(markers.name[at] as number);
  return `${payload === '' ? name : `${name}: ${payload}`}, ${markerTime(markers, at)}`;
}

export function markerTime(markers: MarkersAnswer, at: number): string {
  const startNs = markers.startNs[at] as number;
  const endNs = markers.endNs[at] as number;
  return endNs > startNs ? formatTimeSpan({ startNs, endNs }) : formatTime(startNs, 1e8);
}
