import { type EventAttr, emptyAttr } from '../../perf/attr.ts';
import type { attrFlags } from '../../perf/attr-table.ts';
import { errno } from '../sys/errno-table.ts';
import type { Sys } from '../sys/sys.ts';
import { type CounterReading, sumCounts } from './counter-reading.ts';
import { type Counters, openCounters } from './counters.ts';
import { type EventPlace, refusal } from './open-event.ts';

/** An event to count; the recorder's planned events are such. */
export interface CountedEvent {
  readonly name: string;
  readonly type: number;
  readonly config: bigint;
  readonly config1?: bigint;
  readonly config2?: bigint;
  /** The file of a uprobe; takes the place of `config1`. */
  readonly probedFile?: string;
  readonly excludeUser?: boolean;
  readonly excludeKernel?: boolean;
  readonly excludeHypervisor?: boolean;
}

export interface CounterOptions {
  /** A launched program is counted from its exec on, others from `enable`. */
  readonly enableOnExec: boolean;
  readonly inherit: boolean;
  /** For messages: `pid 42`, `all processes`. */
  readonly target: string;
  readonly paranoid: number | undefined;
}

/** Not in this processor, or no counters at all, as in most virtual machines. */
const unsupported: ReadonlySet<number> = new Set([errno.ENOENT, errno.EOPNOTSUPP, errno.ENODEV]);
const denied: ReadonlySet<number> = new Set([errno.EACCES, errno.EPERM]);

/** Events that count and never sample: the kernel alone does the work. */
export class StatCounters {
  /** As reports show them; `:u` where the kernel's share had to be left out. */
  readonly names: readonly string[];
  readonly #places: readonly Counters[];

  constructor(
    sys: Sys,
    events: readonly CountedEvent[],
    places: readonly EventPlace[],
    options: CounterOptions,
  ) {
    const opened = openEverywhere(sys, events, places, options);
    this.#places = opened.places;
    this.names = events.map(({ name }, at) => `${name}${opened.lessened.has(at) ? ':u' : ''}`);
  }

  enable(): void {
    for (const counters of this.#places) counters.enable();
  }

  disable(): void {
    for (const counters of this.#places) counters.disable();
  }

  /** One per event; undefined where the machine does not have it. */
  read(): (CounterReading | undefined)[] {
    const counts = this.#places.map((counters) => counters.read());
    return this.names.map((_, at) => sumCounts(counts.map((each) => each[at])));
  }

  [Symbol.dispose](): void {
    for (const counters of this.#places) counters[Symbol.dispose]();
  }
}

interface Opened {
  readonly places: readonly Counters[];
  /** Events whose kernel part this user may not see. */
  readonly lessened: ReadonlySet<number>;
}

function openEverywhere(
  sys: Sys,
  events: readonly CountedEvent[],
  places: readonly EventPlace[],
  options: CounterOptions,
): Opened {
  const lessened = new Set<number>();
  const opened: Counters[] = [];
  try {
    for (const place of places) {
      let counters = openAt(sys, events, place, options, lessened);
      const refused = events.flatMap((event, at) =>
        denied.has(counters.errnos[at] ?? 0) && event.excludeKernel !== true ? [at] : [],
      );
      if (refused.some((at) => !lessened.has(at))) {
        counters[Symbol.dispose]();
        for (const at of refused) lessened.add(at);
        counters = openAt(sys, events, place, options, lessened);
      }
      opened.push(counters);
      refuseFailures(events, counters, places, options);
    }
    return { places: opened, lessened };
  } catch (error) {
    for (const counters of opened) counters[Symbol.dispose]();
    throw error;
  }
}

function openAt(
  sys: Sys,
  events: readonly CountedEvent[],
  place: EventPlace,
  options: CounterOptions,
  lessened: ReadonlySet<number>,
): Counters {
  // The kernel copies the path while it opens; the bytes only have to live until then.
  const paths = events.map(({ probedFile }) =>
    probedFile === undefined ? undefined : new TextEncoder().encode(`${probedFile}\0`),
  );
  const attrs = events.map((event, at): EventAttr => {
    const path = paths[at];
    const attr = counterAttr(event, options, lessened.has(at));
    return path === undefined ? attr : { ...attr, config1: sys.addressOf(path) };
  });
  return openCounters(sys, place, attrs);
}

function counterAttr(event: CountedEvent, options: CounterOptions, isLessened: boolean): EventAttr {
  const flags = new Set<keyof typeof attrFlags>(['disabled', 'excludeGuest']);
  if (options.inherit) flags.add('inherit');
  if (options.enableOnExec) flags.add('enableOnExec');
  if (event.excludeUser === true) flags.add('excludeUser');
  if (isLessened || event.excludeKernel === true) flags.add('excludeKernel');
  if (isLessened || event.excludeHypervisor === true) flags.add('excludeHypervisor');
  const { type, config, config1 = 0n, config2 = 0n } = event;
  return { ...emptyAttr, type, config, config1, config2, flags };
}

function refuseFailures(
  events: readonly CountedEvent[],
  counters: Counters,
  places: readonly EventPlace[],
  options: CounterOptions,
): void {
  for (const [at, failure] of counters.errnos.entries()) {
    if (failure === 0 || unsupported.has(failure)) continue;
    // A thread that ended since it was listed has nothing more to count.
    if (failure === errno.ESRCH && places.length > 1) continue;
    const { name = '' } = events[at] ?? {};
    const { target, paranoid } = options;
    throw refusal({ name, errno: failure, excludeKernel: true, target, paranoid });
  }
}
