// PERF_COUNT_HW_* and PERF_COUNT_SW_* of <linux/perf_event.h> under the names of `perf list`.

/** The first name is the one shown. */
export interface NamedEvent {
  readonly names: readonly string[];
  readonly config: number;
}

export const hardwareEvents: readonly NamedEvent[] = [
  { names: ['cycles', 'cpu-cycles'], config: 0 },
  { names: ['instructions'], config: 1 },
  { names: ['cache-references'], config: 2 },
  { names: ['cache-misses'], config: 3 },
  { names: ['branches', 'branch-instructions'], config: 4 },
  { names: ['branch-misses'], config: 5 },
  { names: ['bus-cycles'], config: 6 },
  { names: ['stalled-cycles-frontend', 'idle-cycles-frontend'], config: 7 },
  { names: ['stalled-cycles-backend', 'idle-cycles-backend'], config: 8 },
  { names: ['ref-cycles'], config: 9 },
];

export interface SoftwareEvent extends NamedEvent {
  /** Rare enough that every occurrence is recorded unless a rate is asked for. */
  readonly everyOne?: true;
}

export const softwareEvents: readonly SoftwareEvent[] = [
  { names: ['cpu-clock'], config: 0 },
  { names: ['task-clock'], config: 1 },
  { names: ['page-faults', 'faults'], config: 2 },
  { names: ['context-switches', 'cs'], config: 3, everyOne: true },
  { names: ['cpu-migrations', 'migrations'], config: 4, everyOne: true },
  { names: ['minor-faults'], config: 5 },
  { names: ['major-faults'], config: 6, everyOne: true },
  { names: ['alignment-faults'], config: 7 },
  { names: ['emulation-faults'], config: 8 },
  { names: ['dummy'], config: 9 },
  { names: ['bpf-output'], config: 10, everyOne: true },
  { names: ['cgroup-switches'], config: 11, everyOne: true },
];
