import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import { PairIndex } from '../../base/tuple-index.ts';

/** What of a sample is kept besides its stack and thread. */
export interface SampleFacts {
  readonly eventIndex: number;
  /** Row of `LabelList`. */
  readonly labels: number;
  readonly period: number;
  readonly timeNs: number;
  readonly cpu: number;
}

/**
 * What was sampled, until names and build ids are known. Rows alike are summed when nobody needs
 * their times, so that memory follows the distinct stacks and not the file.
 */
export class SampleLog {
  #isSummed: boolean;
  readonly stack: Int32Builder = new Int32Builder(1024);
  readonly thread: Int32Builder = new Int32Builder(1024);
  readonly event: Int32Builder = new Int32Builder(1024);
  readonly labels: Int32Builder = new Int32Builder(1024);
  readonly period: Float64Builder = new Float64Builder(1024);
  readonly count: Float64Builder = new Float64Builder(16);
  readonly timeNs: Float64Builder = new Float64Builder(16);
  readonly cpu: Int32Builder = new Int32Builder(16);
  readonly #eventLabels = new PairIndex(16);
  readonly #groups = new PairIndex(16);
  readonly #rows = new PairIndex();
  #eventLabelCount = 0;
  #groupCount = 0;
  // Samples of one thread come in runs.
  #lastThread = -2;
  #lastEvent = -1;
  #lastLabels = -1;
  #lastGroup = 0;

  constructor(isSummed: boolean) {
    this.#isSummed = isSummed;
  }

  get isSummed(): boolean {
    return this.#isSummed;
  }

  /** Before the first sample: keeps one row per sample after all. */
  keepTimes(): void {
    this.#isSummed = false;
  }

  get length(): number {
    return this.stack.length;
  }

  add(sample: SampleFacts, stack: number, thread: number): void {
    const { eventIndex, labels, period } = sample;
    if (this.#isSummed) {
      const known = this.#find(stack, thread, eventIndex, labels);
      if (known >= 0) {
        this.period.add(known, period);
        this.count.add(known, 1);
        return;
      }
      this.count.push(1);
    } else {
      this.timeNs.push(sample.timeNs);
      this.cpu.push(sample.cpu);
    }
    this.stack.push(stack);
    this.thread.push(thread);
    this.event.push(eventIndex);
    this.labels.push(labels);
    this.period.push(period);
  }

  #find(stack: number, thread: number, event: number, labels: number): number {
    const isLast =
      thread === this.#lastThread && event === this.#lastEvent && labels === this.#lastLabels;
    if (!isLast) this.#enter(thread, event, labels);
    return this.#rows.findOrAdd(stack, this.#lastGroup, this.length);
  }

  #enter(thread: number, event: number, labels: number): void {
    let kind = this.#eventLabels.findOrAdd(event, labels, this.#eventLabelCount);
    if (kind < 0) kind = this.#eventLabelCount++;
    let group = this.#groups.findOrAdd(thread, kind, this.#groupCount);
    if (group < 0) group = this.#groupCount++;
    this.#lastThread = thread;
    this.#lastEvent = event;
    this.#lastLabels = labels;
    this.#lastGroup = group;
  }
}
