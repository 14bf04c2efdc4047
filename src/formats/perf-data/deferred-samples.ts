import { Int32Builder } from '../../base/growable-column.ts';
import type { CallStacks } from './call-stacks.ts';
import type { CurrentSample } from './current-sample.ts';
import type { SampleFacts } from './sample-log.ts';

/** A sample whose user part has been promised, and the frames it has so far. */
export interface DeferredSample extends SampleFacts {
  readonly cookieLow: number;
  readonly cookieHigh: number;
  readonly pid: number;
  readonly tid: number;
  readonly frames: Int32Array;
}

/**
 * Samples of `--call-graph fp,defer`: the kernel walks the user stack once, when the thread returns to
 * user mode, for all samples that it took of the thread in between (CALLCHAIN_DEFERRED).
 */
export class DeferredSamples {
  readonly #waiting = new Map<number, DeferredSample[]>();

  add(sample: CurrentSample, stacks: CallStacks): void {
    const frames = new Int32Builder(Math.max(1, stacks.length));
    for (let at = 0; at < stacks.length; at++) frames.push(stacks.frames[at] as number);
    const { eventIndex, labels, period, timeNs, cpu, pid, tid } = sample;
    const waiting = this.#waiting.get(tid) ?? [];
    waiting.push({
      eventIndex,
      labels,
      period,
      timeNs,
      cpu,
      pid,
      tid,
      cookieLow: stacks.deferredLow,
      cookieHigh: stacks.deferredHigh,
      frames: frames.view(),
    });
    this.#waiting.set(tid, waiting);
  }

  /** Those of a thread that wait for this cookie. */
  take(tid: number, cookieLow: number, cookieHigh: number): DeferredSample[] {
    const waiting = this.#waiting.get(tid) ?? [];
    const isMeant = (each: DeferredSample): boolean =>
      each.cookieLow === cookieLow && each.cookieHigh === cookieHigh;
    const others = waiting.filter((each) => !isMeant(each));
    if (others.length === 0) this.#waiting.delete(tid);
    else this.#waiting.set(tid, others);
    return waiting.filter(isMeant);
  }

  /** Those whose user part never came. */
  takeAll(): DeferredSample[] {
    const all = Array.from(this.#waiting.values()).flat();
    this.#waiting.clear();
    return all;
  }
}
