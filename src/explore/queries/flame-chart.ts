import { type CallNodes, callNodes } from '../call-nodes.ts';
import { ChartBoxes, LaneWriter } from '../chart-boxes.ts';
import type { PackedKeys } from '../packed-keys.ts';
import type { Query } from '../query.ts';
import type { Scope, TimeRange } from '../scope.ts';
import { firstRowAt, medianPeriod, type ThreadRows } from '../thread-rows.ts';
import { droppedSlot, type TimedSamples, timedSamples } from '../timed-samples.ts';

export interface FlameChartRequest {
  /** Its range plays no part. */
  readonly scope: Scope;
  /** null = all the time. */
  readonly window: TimeRange | null;
  /** Rows of the profile's threads, one lane each; -1 = samples of no thread. */
  readonly threads: readonly number[];
  /** How wide the window is drawn: boxes narrower than one are gathered. */
  readonly pixels: number;
}

/** Boxes as columns, lane by lane. */
export interface FlameChartAnswer {
  readonly window: TimeRange;
  readonly length: number;
  readonly lane: Int32Array;
  /** 0 = outermost. */
  readonly depth: Int32Array;
  /** -1 = a block of narrow boxes. */
  readonly key: Int32Array;
  readonly inlined: Uint8Array;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Samples in the box, or in all boxes of the block. */
  readonly count: Float64Array;
  /** Boxes of lane l are laneStart[l] … laneStart[l + 1] − 1. */
  readonly laneStart: Int32Array;
  readonly laneDepth: Int32Array;
  /** Per lane the usual time between samples: longer pauses are shown as such. NaN = unknown. */
  readonly lanePeriodNs: Float64Array;
  /** Per lane: 1 of how many samples was looked at. */
  readonly laneStride: Int32Array;
  /** Per lane: pauses shorter than this are too narrow to be seen and lie inside boxes; 0 = none do. */
  readonly laneJoinedNs: Float64Array;
  readonly keys: PackedKeys;
}

/** Pauses longer than this many periods are gaps in which nothing was seen. */
const gapPeriods = 2.5;
/** Pauses narrower than this many pixels are no gaps: a thread that runs now and then would be dust. */
const gapPixels = 3;
/** Samples that are looked at per pixel: what is between them is too short to be seen. */
const samplesPerPixel = 100;
/** So many are always looked at. */
const leastSamples = 50_000;

export const answerFlameChart: Query<FlameChartRequest, FlameChartAnswer | null> = (
  exploration,
  { scope, window: asked, threads, pixels },
) => {
  const timed = timedSamples(exploration, scope);
  const rows = exploration.time.rows(scope);
  if (timed === null || rows === null) return null;
  const window = asked ?? timed.extent;
  const lanes = new LaneSource(timed, rows, { window, pixels });
  for (const thread of threads) lanes.add(thread);
  const { boxes } = lanes;
  return {
    window: { startNs: window.startNs, endNs: window.endNs },
    length: boxes.lane.length,
    lane: boxes.lane.finish(),
    depth: boxes.depth.finish(),
    key: boxes.key.finish(),
    inlined: Uint8Array.from(boxes.inlined.view()),
    startNs: boxes.startNs.finish(),
    endNs: boxes.endNs.finish(),
    count: boxes.count.finish(),
    laneStart: Int32Array.from([...lanes.starts, boxes.lane.length]),
    laneDepth: Int32Array.from(lanes.depths),
    lanePeriodNs: Float64Array.from(lanes.periods),
    laneStride: Int32Array.from(lanes.strides),
    laneJoinedNs: Float64Array.from(lanes.joined),
    keys: timed.keyed.packed,
  };
};

interface LaneOptions {
  readonly window: TimeRange;
  readonly pixels: number;
}

class LaneSource {
  readonly boxes: ChartBoxes = new ChartBoxes();
  readonly starts: number[] = [];
  readonly depths: number[] = [];
  readonly periods: number[] = [];
  readonly strides: number[] = [];
  readonly joined: number[] = [];
  readonly #timed: TimedSamples;
  readonly #rows: ThreadRows;
  readonly #options: LaneOptions;
  readonly #nodes: CallNodes;

  constructor(timed: TimedSamples, rows: ThreadRows, options: LaneOptions) {
    this.#timed = timed;
    this.#rows = rows;
    this.#options = options;
    this.#nodes = callNodes(timed);
  }

  add(thread: number): void {
    const { window, pixels } = this.#options;
    const rows = this.#rows.of(thread);
    // Waits come when they come.
    const period = this.#timed.isWait ? Number.NaN : medianPeriod(rows, this.#timed.timeNs);
    const leastNs = (window.endNs - window.startNs) / Math.max(1, pixels);
    const writer = new LaneWriter(this.#nodes, this.boxes, this.starts.length, leastNs);
    this.starts.push(this.boxes.lane.length);
    this.periods.push(period);
    if (this.#timed.isWait) this.#writeWaits(writer, rows);
    else this.#writeRun(writer, rows, period);
    this.depths.push(writer.maxDepth);
  }

  /** A sample lasts until the next one, or for one period where the next one is late. */
  #writeRun(writer: LaneWriter, rows: Int32Array, period: number): void {
    const { timeNs } = this.#timed;
    const { pixels } = this.#options;
    const { startNs, endNs } = this.#options.window;
    const begin = Math.max(0, firstRowAt(rows, timeNs, startNs) - 1);
    const end = firstRowAt(rows, timeNs, endNs);
    const most = Math.max(samplesPerPixel * pixels, leastSamples);
    const stride = Math.max(1, Math.ceil((end - begin) / most));
    const lasting = Number.isNaN(period) ? this.#loneNs() : period;
    const usualNs = gapPeriods * lasting * stride;
    const gapNs = Math.max(usualNs, (gapPixels * (endNs - startNs)) / Math.max(1, pixels));
    let hasJoined = false;
    let coveredNs = startNs;
    for (let at = begin; at < end; at += stride) {
      const row = rows[at] as number;
      const seenNs = timeNs[row] as number;
      const next = at + stride < rows.length ? timeNs[rows[at + stride] as number] : undefined;
      const isLate = next === undefined || next - seenNs > gapNs;
      if (!isLate && next - seenNs > usualNs) hasJoined = true;
      const until = isLate ? seenNs + lasting * stride : next;
      if (until <= startNs) continue;
      const from = Math.max(startNs, seenNs);
      if (from > coveredNs) writer.moveTo(-1, coveredNs);
      writer.moveTo(this.#nodeOf(row), from);
      coveredNs = Math.min(endNs, until);
    }
    writer.finish(coveredNs);
    this.strides.push(stride);
    this.joined.push(hasJoined ? gapNs : 0);
  }

  /** How long a sample lasts that is the only one of its thread: a guess that can be seen. */
  #loneNs(): number {
    const { startNs, endNs } = this.#timed.extent;
    return (endNs - startNs) / 200;
  }

  #writeWaits(writer: LaneWriter, rows: Int32Array): void {
    const { timeNs, value } = this.#timed;
    const { startNs, endNs } = this.#options.window;
    // Waits of a thread follow each other, so only the one before the window can reach into it.
    const begin = Math.max(0, firstRowAt(rows, timeNs, startNs) - 1);
    const end = firstRowAt(rows, timeNs, endNs);
    let coveredNs = startNs;
    for (let at = begin; at < end; at++) {
      const row = rows[at] as number;
      const from = Math.max(coveredNs, timeNs[row] as number);
      const to = Math.min(endNs, (timeNs[row] as number) + (value[row] as number));
      if (to <= from || from >= endNs) continue;
      if (from > coveredNs) writer.moveTo(-1, coveredNs);
      writer.moveTo(this.#nodeOf(row), from);
      coveredNs = to;
    }
    writer.finish(coveredNs);
    this.strides.push(1);
    this.joined.push(0);
  }

  #nodeOf(row: number): number {
    const stack = this.#timed.stackOfSlot[this.#timed.slotOfSample[row] as number] as number;
    return stack === droppedSlot || stack < 0 ? -1 : (this.#nodes.ofStack[stack] as number);
  }
}
