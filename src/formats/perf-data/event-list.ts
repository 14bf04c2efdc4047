import type { EventAttr } from '../../perf/attr.ts';
import { eventTypes } from '../../perf/attr-table.ts';
import { eventName } from '../../perf/event-name.ts';
import { SampleIdLayout } from '../../perf/sample-id.ts';
import { SampleLayout } from '../../perf/sample-layout.ts';
import type { Tracepoint } from '../../perf/tracing-data.ts';

/** One event of the recording and what was counted of it. */
export interface RecordedEvent {
  readonly attr: EventAttr;
  readonly layout: SampleLayout;
  readonly idLayout: SampleIdLayout;
  /** As the file calls it; made from the attr until the file says. */
  name: string;
  isNamed: boolean;
  lostSamples: number;
  throttled: number;
}

const wordBase = 2 ** 32;

/**
 * The events of a recording, found by the ids that the kernel gave their counters. Names come late:
 * with the sections behind the data, or with later records of a pipe.
 */
export class EventList {
  readonly #events: RecordedEvent[] = [];
  readonly #byId = new Map<number, number>();
  readonly #tracepoints = new Map<number, string>();
  // The event of the last id: nearly all samples are of one counter, or of few.
  #lastLow = 0;
  #lastHigh = 0;
  #last: number | undefined;

  get all(): readonly RecordedEvent[] {
    return this.#events;
  }

  get length(): number {
    return this.#events.length;
  }

  add(attr: EventAttr, ids: readonly number[]): number {
    const event =
      this.#events.push({
        attr,
        layout: new SampleLayout(attr),
        idLayout: new SampleIdLayout(attr),
        name: this.#tracepointName(attr) ?? eventName(attr),
        isNamed: false,
        lostSamples: 0,
        throttled: 0,
      }) - 1;
    for (const id of ids) this.#byId.set(id, event);
    this.#last = undefined;
    return event;
  }

  /** The first event has the layout of all, where there is nothing to tell them apart. */
  get first(): RecordedEvent | undefined {
    return this.#events[0];
  }

  at(event: number): RecordedEvent {
    return this.#events[event] as RecordedEvent;
  }

  /** Undefined for a counter nobody announced. */
  findById(low: number, high: number): number | undefined {
    if (this.#last !== undefined && low === this.#lastLow && high === this.#lastHigh) {
      return this.#last;
    }
    this.#lastLow = low;
    this.#lastHigh = high;
    this.#last = this.#byId.get((low >>> 0) + (high >>> 0) * wordBase);
    return this.#last;
  }

  /** Names by the kernel's number, for events that the file itself does not name. */
  nameTracepoints(tracepoints: readonly Tracepoint[]): void {
    for (const { id, name } of tracepoints) this.#tracepoints.set(id, name);
    for (const event of this.#events) {
      if (!event.isNamed) event.name = this.#tracepointName(event.attr) ?? event.name;
    }
  }

  /** Names the events of a type and config that the file does not name otherwise. */
  nameAlike(type: number, config: bigint, name: string): void {
    for (const event of this.#events) {
      if (event.isNamed || event.attr.type !== type || event.attr.config !== config) continue;
      event.name = name;
      event.isNamed = true;
    }
  }

  #tracepointName({ type, config }: EventAttr): string | undefined {
    return type === eventTypes.tracepoint ? this.#tracepoints.get(Number(config)) : undefined;
  }

  /** Gives the event with one of these ids, or else the n-th event, its name. */
  name(ids: readonly number[], position: number, name: string): void {
    const [id] = ids;
    const index = id === undefined ? position : (this.#byId.get(id) ?? position);
    const event = this.#events[index];
    if (event === undefined || name === '') return;
    event.name = name;
    event.isNamed = true;
  }

  /** Which event a sample is of; -1 when its id is unknown. */
  ofSample(words: Int32Array, start: number, end: number): number {
    if (this.#events.length === 1) return 0;
    const layout = this.#events[0]?.layout;
    if (layout === undefined) return -1;
    const at = layout.identifier >= 0 ? layout.identifier : layout.id;
    if (at < 0 || start + at + 2 > end) return 0;
    const low = words[start + at] as number;
    const high = words[start + at + 1] as number;
    return this.findById(low, high) ?? -1;
  }

  /** The same of a record in the other byte order, as its layout. */
  sampleLayout(view: DataView, start: number, end: number): SampleLayout | undefined {
    const { layout } = this.first ?? {};
    if (layout === undefined || this.#events.length === 1) return layout;
    const at = start + 4 * (layout.identifier >= 0 ? layout.identifier : layout.id);
    if (at < start || at + 8 > end) return layout;
    const event = this.#byId.get(Number(view.getBigUint64(at, false)));
    return event === undefined ? undefined : this.at(event).layout;
  }

  idLayout(view: DataView, start: number, end: number): SampleIdLayout | undefined {
    const { idLayout } = this.first ?? {};
    if (idLayout === undefined || this.#events.length === 1) return idLayout;
    const at = end - 4 * (idLayout.identifier > 0 ? idLayout.identifier : idLayout.id);
    if (at < start + 8 || at + 8 > end) return idLayout;
    const event = this.#byId.get(Number(view.getBigUint64(at, false)));
    return event === undefined ? idLayout : this.at(event).idLayout;
  }

  /** Which event another record is of: its id is near the end, if it has one. */
  ofRecord(words: Int32Array, start: number, end: number): number {
    if (this.#events.length <= 1) return this.#events.length - 1;
    const layout = this.#events[0]?.idLayout;
    if (layout === undefined) return -1;
    const back = layout.identifier > 0 ? layout.identifier : layout.id;
    const at = end - back;
    if (back === 0 || at < start + 2) return 0;
    return this.findById(words[at] as number, words[at + 1] as number) ?? 0;
  }
}
