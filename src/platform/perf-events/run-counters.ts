import { readMachineFacts } from '../machine-facts.ts';
import type { Sys } from '../sys/sys.ts';
import { type CounterReading, countedSince, scaledValue } from './counter-reading.ts';
import { type CountedEvent, StatCounters } from './stat-counters.ts';

/**
 * Counts what the children of this thread do, each from its exec on. The events belong to the thread, which
 * itself never counts: they are inherited by whatever it starts, and what a child counted is added up before
 * its end is told to whoever waits. So nothing has to stand still between start and exec, and a timed run
 * is as long with counters as without.
 */
export class RunCounters {
  readonly #counters: StatCounters;
  /**
   * The same once more, never enabled and not inherited. When parent and child have the same events, the
   * kernel may let them exchange their lists instead of switching events (`perf_event_context_sched_out`):
   * the thread's own would then start at the child's exec and end with it. Lists that differ stay.
   */
  readonly #guards: StatCounters;
  #before: readonly (CounterReading | undefined)[];

  constructor(sys: Sys, events: readonly CountedEvent[]) {
    const place = { pid: 0, cpu: -1 };
    const paranoid = readMachineFacts().perfEventParanoid;
    const open = (isInherited: boolean): StatCounters =>
      new StatCounters(sys, events, [place], {
        enableOnExec: isInherited,
        inherit: isInherited,
        target: 'the commands',
        paranoid,
      });
    this.#counters = open(true);
    this.#guards = open(false);
    this.#before = this.#counters.read();
  }

  /** Those that count here; `:u` where the kernel's share is not to be seen. */
  get names(): string[] {
    return this.#counters.names.filter((_, at) => this.#before[at] !== undefined);
  }

  /** From now on. */
  start(): void {
    this.#before = this.#counters.read();
  }

  /** Since `start`; scaled where an event had to share its counter, missing where it never had one. */
  read(): Record<string, number> {
    const counted: Record<string, number> = {};
    for (const [at, now] of this.#counters.read().entries()) {
      const before = this.#before[at];
      const name = this.#counters.names[at];
      if (before === undefined || now === undefined || name === undefined) continue;
      const since = countedSince(before, now);
      if (since.enabledNs > 0 && since.runningNs === 0) continue;
      counted[name] = Math.round(scaledValue(since));
    }
    return counted;
  }

  [Symbol.dispose](): void {
    this.#counters[Symbol.dispose]();
    this.#guards[Symbol.dispose]();
  }
}
