import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import { PairIndex } from '../../base/tuple-index.ts';

/** Samples as plain columns, for another thread. */
export interface DetachedSamples {
  readonly path: Int32Array<ArrayBuffer>;
  readonly thread: Int32Array<ArrayBuffer>;
  readonly event: Int32Array<ArrayBuffer>;
  readonly count: Float64Array<ArrayBuffer>;
  readonly period: Float64Array<ArrayBuffer>;
  /** Empty when samples are summed. */
  readonly timeNs: Float64Array<ArrayBuffer>;
  readonly cpu: Int32Array<ArrayBuffer>;
}

/** The samples of the file: one row each with a timeline, else one per path, thread and event. */
export class SampleColumns {
  readonly path: Int32Builder = new Int32Builder(4096);
  readonly thread: Int32Builder = new Int32Builder(4096);
  readonly event: Int32Builder = new Int32Builder(4096);
  readonly count: Float64Builder = new Float64Builder(4096);
  readonly period: Float64Builder = new Float64Builder(4096);
  readonly timeNs: Float64Builder = new Float64Builder(64);
  readonly cpu: Int32Builder = new Int32Builder(64);
  readonly timeline: boolean;
  readonly #groups = new PairIndex(64);
  readonly #rows = new PairIndex(1 << 13);
  #groupCount = 0;

  constructor(timeline: boolean) {
    this.timeline = timeline;
  }

  /** The row to add a sample to. */
  row(path: number, thread: number, event: number): number {
    if (!this.timeline) {
      // One number for both while they are small, as they nearly always are.
      const group =
        event < 16 && thread < 2 ** 26 ? thread * 16 + event : this.#rareGroup(thread, event);
      const known = this.#rows.findOrAdd(path, group, this.path.length);
      if (known >= 0) return known;
    }
    this.path.push(path);
    this.thread.push(thread);
    this.event.push(event);
    this.count.push(0);
    if (this.timeline) {
      this.timeNs.push(Number.NaN);
      this.cpu.push(-1);
    }
    return this.period.push(0);
  }

  #rareGroup(thread: number, event: number): number {
    const known = this.#groups.findOrAdd(thread, event, this.#groupCount);
    return -2 - (known < 0 ? this.#groupCount++ : known);
  }

  /** Adds the samples of another part of the file, whose references are translated. */
  absorb(
    other: DetachedSamples,
    here: {
      readonly path: Int32Array;
      readonly thread: Int32Array;
      readonly event: Int32Array;
    },
  ): void {
    for (let from = 0; from < other.path.length; from++) {
      const path = other.path[from] as number;
      const row = this.row(
        path < 0 ? -1 : (here.path[path] as number),
        here.thread[other.thread[from] as number] as number,
        here.event[other.event[from] as number] as number,
      );
      this.count.add(row, other.count[from] as number);
      this.period.add(row, other.period[from] as number);
      if (!this.timeline) continue;
      this.timeNs.set(row, other.timeNs[from] as number);
      this.cpu.set(row, other.cpu[from] as number);
    }
  }

  detach(): DetachedSamples {
    return {
      path: this.path.view().slice(),
      thread: this.thread.view().slice(),
      event: this.event.view().slice(),
      count: this.count.view().slice(),
      period: this.period.view().slice(),
      timeNs: this.timeNs.view().slice(),
      cpu: this.cpu.view().slice(),
    };
  }
}
