import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import { eventTypes } from '../../perf/attr-table.ts';
import { miscBits } from '../../perf/record-table.ts';
import type { RecordedEvent } from './event-list.ts';
import type { SampleRole, SwitchLog } from './switch-log.ts';
import { switchKinds } from './thread-waits.ts';

const softwareClocks: readonly bigint[] = [0n, 1n];
const softwareSwitches = 3n;

/** Context switches and ends of threads, until the samples they belong to are in a profile. */
export class SwitchRecords {
  readonly #tid = new Int32Builder(16);
  readonly #timeNs = new Float64Builder(16);
  readonly #kind = new Int32Builder(16);
  readonly #pids = new Map<number, number>();
  lastNs = 0;
  #switches = 0;

  get isEmpty(): boolean {
    return this.#switches === 0;
  }

  /** A SWITCH or SWITCH_CPU_WIDE record: `tid` stops or goes on. The idle thread is none. */
  switch(pid: number, tid: number, timeNs: number, misc: number): void {
    if (tid <= 0) return;
    this.#switches++;
    this.#pids.set(tid, pid);
    const isOut = (misc & miscBits.switchOut) !== 0;
    const isPreempted = (misc & miscBits.switchOutPreempted) !== 0;
    this.#add(tid, timeNs, isOut ? (isPreempted ? 'preempted' : 'out') : 'in');
  }

  exit(tid: number, timeNs: number): void {
    this.#add(tid, timeNs, 'exit');
  }

  pidOf(tid: number): number {
    return this.#pids.get(tid) ?? -1;
  }

  /** Hands everything on, with times since `firstNs`. */
  replay(log: SwitchLog, firstNs: number): void {
    for (let row = 0; row < this.#tid.length; row++) {
      const tid = this.#tid.at(row);
      const timeNs = this.#timeNs.at(row) - firstNs;
      const kind = switchKinds[this.#kind.at(row)];
      if (kind === 'in') log.switchIn(tid, timeNs);
      else if (kind === 'exit') log.exit(tid, timeNs);
      else log.switchOut(tid, timeNs, kind === 'preempted');
    }
  }

  #add(tid: number, timeNs: number, kind: (typeof switchKinds)[number]): void {
    this.#tid.push(tid);
    this.#timeNs.push(timeNs);
    this.#kind.push(switchKinds.indexOf(kind));
    if (timeNs > this.lastNs) this.lastNs = timeNs;
  }
}

/** What a sample of the event says of its thread. */
export function roleOf({ attr, name }: RecordedEvent): SampleRole {
  switch (attr.type) {
    case eventTypes.hardware:
    case eventTypes.cache:
    case eventTypes.raw:
      return 'on-cpu';
    case eventTypes.software:
      if (softwareClocks.includes(attr.config)) return 'on-cpu';
      return attr.config === softwareSwitches ? 'switch-out' : 'other';
    default:
      if (name.startsWith('sched:sched_switch')) return 'switch-out';
      // Other processors' cycles have types of their own, and so have uprobes.
      return /\b(?:cpu-)?cycles\b/.test(name) ? 'on-cpu' : 'other';
  }
}

/** How much time one sample stands for; 0 = unknown. */
export function weightOf({ attr }: RecordedEvent, period: number): number {
  if (attr.type === eventTypes.software && softwareClocks.includes(attr.config)) return period;
  return attr.flags.has('frequency') && attr.period > 0 ? 1e9 / attr.period : 0;
}
