import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import {
  none,
  type ProfileBuilder,
  type SampleIndex,
  type StackIndex,
  type ThreadIndex,
} from '../../profile/index.ts';
import { runningThreads } from './running-threads.ts';
import { ThreadTimes } from './thread-groups.ts';
import { type SwitchKind, switchKinds, type Wait, waitsOf } from './thread-waits.ts';

/** What a sample says of its thread: it ran, it was being switched out, or neither is its point. */
export type SampleRole = 'on-cpu' | 'switch-out' | 'other';
const roles: readonly SampleRole[] = ['on-cpu', 'switch-out', 'other'];

/** A sample that the reader has added, as far as waiting concerns it. */
export interface LoggedSample {
  readonly row: SampleIndex;
  readonly tid: number;
  readonly timeNs: number;
  readonly stack: StackIndex;
  readonly thread: ThreadIndex;
  readonly cpu: number;
  readonly role: SampleRole;
  /** The time the sample stands for; 0 = unknown. */
  readonly weightNs: number;
}

/**
 * Takes a recording's context switches and, at the end, turns them into values of samples:
 *
 * - `off-cpu`: how long a thread waited, at the stack it was switched out with. Without samples of
 *   switches (they need privileges) the nearest sample of the thread lends its stack, in a row of its
 *   own that is labelled approximate.
 * - `runnable`: the same for threads that were preempted: they wanted to run and waited for a CPU.
 * - `latency`: the time of a sample divided by the threads that ran at that moment, so that what
 *   ran alone weighs more than what ran beside other things.
 *
 * Records may come in any order of time, because each CPU has a ring of its own.
 */
export class SwitchLog {
  readonly #builder: ProfileBuilder;
  readonly #switches = new ThreadTimes();
  readonly #kinds = new Int32Builder();
  readonly #samples = new ThreadTimes();
  readonly #rows = new Int32Builder();
  readonly #stacks = new Int32Builder();
  readonly #threads = new Int32Builder();
  readonly #cpus = new Int32Builder();
  readonly #roles = new Int32Builder();
  readonly #weights = new Float64Builder();

  constructor(builder: ProfileBuilder) {
    this.#builder = builder;
  }

  switchOut(tid: number, timeNs: number, preempted: boolean): void {
    this.#add(tid, timeNs, preempted ? 'preempted' : 'out');
  }

  switchIn(tid: number, timeNs: number): void {
    this.#add(tid, timeNs, 'in');
  }

  exit(tid: number, timeNs: number): void {
    this.#add(tid, timeNs, 'exit');
  }

  sample(sample: LoggedSample): void {
    this.#samples.add(sample.tid, sample.timeNs);
    this.#rows.push(sample.row);
    this.#stacks.push(sample.stack);
    this.#threads.push(sample.thread);
    this.#cpus.push(sample.cpu);
    this.#roles.push(roles.indexOf(sample.role));
    this.#weights.push(sample.weightNs);
  }

  /**
   * Adds the values. `endNs` is the time of the newest record; `threadOf` gives the row of a thread
   * that has no sample.
   */
  finish(endNs: number, threadOf: (tid: number) => ThreadIndex): void {
    if (!this.#hasSwitches()) return;
    const { meta, valueTypes } = this.#builder;
    // The last value is shown by default: what is added here must not take its place.
    if (meta.defaultValueType < 0) meta.defaultValueType = valueTypes.length - 1;
    const switches = this.#switches.byThread();
    const samples = this.#samples.byThread();
    this.#addLatency(switches, samples, endNs);
    for (const [tid, rows] of switches) {
      const waits = waitsOf(rows, this.#switches.timeNs, this.#kinds, endNs);
      this.#addWaits(waits, samples.get(tid) ?? new Int32Array(0), () => threadOf(tid));
    }
  }

  #add(tid: number, timeNs: number, kind: SwitchKind): void {
    this.#switches.add(tid, timeNs);
    this.#kinds.push(switchKinds.indexOf(kind));
  }

  #hasSwitches(): boolean {
    const exit = switchKinds.indexOf('exit');
    return this.#kinds.view().some((kind) => kind !== exit);
  }

  #addLatency(
    switches: ReadonlyMap<number, Int32Array>,
    samples: ReadonlyMap<number, Int32Array>,
    endNs: number,
  ): void {
    const running = runningThreads({
      switches,
      switchTimeNs: this.#switches.timeNs,
      kinds: this.#kinds,
      samples,
      sampleTimeNs: this.#samples.timeNs,
      endNs,
    });
    const onCpu = roles.indexOf('on-cpu');
    for (let at = 0; at < this.#samples.length; at++) {
      const weightNs = this.#weights.at(at);
      if (this.#roles.at(at) !== onCpu || !(weightNs > 0)) continue;
      const type = this.#builder.addValueType('latency', 'nanoseconds');
      const share = weightNs / running(this.#samples.timeNs.at(at));
      this.#builder.samples.addValue(this.#rows.at(at) as SampleIndex, type, share);
    }
  }

  /** `samples` are those of the same thread, in order of time. */
  #addWaits(waits: readonly Wait[], samples: Int32Array, thread: () => ThreadIndex): void {
    const { diagnostics } = this.#builder;
    let next = 0;
    for (const wait of waits) {
      while (next < samples.length && this.#timeOf(samples[next]) <= wait.startNs) next++;
      const before = next > 0 ? (samples[next - 1] as number) : -1;
      const isExact =
        before >= 0 &&
        this.#roles.at(before) === roles.indexOf('switch-out') &&
        this.#samples.timeNs.at(before) >= wait.ranFromNs;
      if (isExact) this.#addTime(this.#rows.at(before) as SampleIndex, wait);
      else this.#addApproximate(wait, before >= 0 ? before : (samples[next] ?? -1), thread);
      if (wait.isOpen) {
        diagnostics.count('off-cpu-open', 'thread still waited when the recording ended');
      }
    }
  }

  #timeOf(row: number | undefined): number {
    return row === undefined ? Number.NaN : this.#samples.timeNs.at(row);
  }

  /** `like` is the sample of the thread that is nearest; -1 = it has none. */
  #addApproximate(wait: Wait, like: number, thread: () => ThreadIndex): void {
    const builder = this.#builder;
    const labels = builder.addLabelSet([
      { key: builder.string('off-cpu-stack'), text: builder.string('approximate') },
    ]);
    const row =
      like < 0
        ? builder.addSample(none, thread(), labels)
        : builder.addSample(
            this.#stacks.at(like) as StackIndex,
            this.#threads.at(like) as ThreadIndex,
            labels,
          );
    builder.samples.setTime(row, wait.startNs);
    if (like >= 0) builder.samples.setCpu(row, this.#cpus.at(like));
    this.#addTime(row, wait);
    builder.diagnostics.count(
      'off-cpu-approximate',
      like < 0
        ? 'wait of a thread that was never sampled: its stack is unknown'
        : 'wait shown at the stack its thread was last seen running, not where it waited',
    );
  }

  #addTime(row: SampleIndex, wait: Wait): void {
    const name = wait.isPreempted ? 'runnable' : 'off-cpu';
    const type = this.#builder.addValueType(name, 'nanoseconds');
    this.#builder.samples.addValue(row, type, wait.endNs - wait.startNs);
  }
}
