import { familyCount, laneStates, type TimelineAnswer } from '../../../explore/index.ts';
import type { ThemeColours } from '../../kit/theme-colours.ts';
import { drawBaseLine } from '../../kit/time/base-line.ts';
import {
  drawStackedArea,
  type FamilyBuckets,
  peakOf,
  smoothed,
} from '../../kit/time/stacked-area.ts';
import type { TimeScale } from '../../kit/time/time-scale.ts';
import { BaseParts } from './base-parts.ts';
import type { BaseTracks } from './base-tracks.ts';
import type { TrackRow } from './track-rows.ts';

/** An answer with the rows that were asked for. */
export interface DrawnTracks {
  readonly answer: TimelineAnswer;
  readonly ids: readonly string[];
  readonly unit: string;
}

const laneHeight = 5;

export interface TrackPlace {
  readonly scale: TimeScale;
  readonly colours: ThemeColours;
  /** How far the rows are scrolled. */
  readonly scrolled: number;
  /** The other file of a comparison. */
  readonly base: BaseTracks | null;
}

/** Draws each row's part of an answer at the row's place. */
export function drawTracks(
  context: CanvasRenderingContext2D,
  rows: readonly TrackRow[],
  { answer, ids, unit }: DrawnTracks,
  place: TrackPlace,
): void {
  const parts = new Map(
    rows.flatMap((row) => {
      const at = ids.indexOf(row.id);
      return at < 0 ? [] : [[row, smoothedPart(answer, at)] as const];
    }),
  );
  const base = place.base === null ? null : new BaseParts(place.base, answer.bucketNs);
  const highest = highestOf(parts, answer, unit, base);
  for (const row of rows) {
    const top = row.top - place.scrolled;
    drawRowLine(context, top + row.height, place);
    const part = parts.get(row);
    if (part === undefined) continue;
    const hasLane = row.kind === 'thread';
    const bottom = top + row.height - (hasLane ? laneHeight + 3 : 1);
    const peak =
      row.kind === 'counter'
        ? Math.max(peakOf(part, answer.buckets), base?.peak(row.id) ?? 0)
        : (highest.get(row.kind) ?? 1);
    const area = {
      scale: place.scale,
      left: 0,
      bottom,
      height: row.height - (hasLane ? laneHeight + 3 : 1) - 5,
      peak,
      colours: row.kind === 'counter' ? counterColours(place.colours) : place.colours,
    };
    drawStackedArea(context, answer, part, area);
    const line = base?.line(row.id);
    if (line !== undefined) drawBaseLine(context, line, area);
    if (hasLane) drawLane(context, answer, ids.indexOf(row.id), bottom + 1, place);
  }
}

function smoothedPart(answer: TimelineAnswer, at: number): Float64Array {
  const size = familyCount * answer.buckets;
  const part: FamilyBuckets = {
    ...answer,
    value: answer.value.subarray(at * size, (at + 1) * size),
  };
  return smoothed(part);
}

/** Rows of a kind share a scale: at least one core, so that quiet threads look quiet. */
function highestOf(
  parts: ReadonlyMap<TrackRow, Float64Array>,
  answer: TimelineAnswer,
  unit: string,
  base: BaseParts | null,
): ReadonlyMap<TrackRow['kind'], number> {
  const highest = new Map<TrackRow['kind'], number>();
  for (const [{ kind, id }, part] of parts) {
    const least = unit === 'nanoseconds' ? answer.bucketNs : 0;
    const peak = Math.max(peakOf(part, answer.buckets), base?.peak(id) ?? 0);
    highest.set(kind, Math.max(highest.get(kind) ?? least, peak));
  }
  return highest;
}

/** Counters have no families: they are drawn in one quiet colour. */
function counterColours(colours: ThemeColours): ThemeColours {
  return { ...colours, 'family-own': colours['bar-self'] };
}

function drawRowLine(context: CanvasRenderingContext2D, bottom: number, place: TrackPlace): void {
  context.fillStyle = place.colours.line;
  context.fillRect(0, bottom - 1, place.scale.widthPx, 1);
}

/** What a thread mostly did in each bucket: told apart by height as well as by colour. */
function drawLane(
  context: CanvasRenderingContext2D,
  { lanes, buckets, startNs, bucketNs }: TimelineAnswer,
  track: number,
  top: number,
  { scale, colours }: TrackPlace,
): void {
  const base = track * laneStates.length * buckets;
  let from = 0;
  let state = mostOf(lanes, base, buckets, 0);
  for (let at = 1; at <= buckets; at++) {
    const next = at < buckets ? mostOf(lanes, base, buckets, at) : -2;
    if (next === state) continue;
    if (state >= 0) {
      const left = scale.x(startNs + from * bucketNs);
      const width = Math.max(1, scale.x(startNs + at * bucketNs) - left);
      const { colour, offset, height } = laneLook(laneStates[state] ?? 'asleep', colours);
      context.fillStyle = colour;
      if (state === laneStates.indexOf('runnable')) drawStripes(context, left, top, width);
      else context.fillRect(left, top + offset, width, height);
    }
    [state, from] = [next, at];
  }
}

/** -1 = nothing is known. */
function mostOf(lanes: Float64Array, base: number, buckets: number, at: number): number {
  let most = -1;
  let largest = 0;
  for (let state = 0; state < laneStates.length; state++) {
    const part = lanes[base + state * buckets + at] as number;
    if (part > largest) [most, largest] = [state, part];
  }
  return most;
}

/** Running, interrupted: the thread wanted a processor and had none. */
function drawStripes(
  context: CanvasRenderingContext2D,
  left: number,
  top: number,
  width: number,
): void {
  // On one grid of pixels, so that neighbours do not beat.
  for (let x = Math.ceil(left / 3) * 3; x < left + width; x += 3)
    context.fillRect(x, top, 1, laneHeight);
}

interface LaneLook {
  readonly colour: string;
  readonly offset: number;
  readonly height: number;
}

function laneLook(state: (typeof laneStates)[number], colours: ThemeColours): LaneLook {
  return {
    running: { colour: colours['text-3'], offset: 1, height: 3 },
    runnable: { colour: colours['text-3'], offset: 0, height: laneHeight },
    waiting: { colour: colours.wait, offset: 0, height: laneHeight },
    asleep: { colour: colours['line-strong'], offset: 2, height: 1 },
  }[state];
}
