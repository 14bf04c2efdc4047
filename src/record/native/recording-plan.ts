/** What triggers samples, by name and by number. */
export interface PlannedEvent {
  /** As reports show it and as the file says it: `cpu-clock`, `sched:sched_switch`. */
  readonly name: string;
  /** `eventTypes`, or the number of a PMU from sysfs. */
  readonly type: number;
  readonly config: bigint;
  readonly config1?: bigint;
  readonly config2?: bigint;
  /** The file of a uprobe; its offset is `config2`. Takes the place of `config1`. */
  readonly probedFile?: string;
  /** A tracepoint's folder and name below `events/` of tracefs: perf needs their format to read the file. */
  readonly tracepoint?: { readonly system: string; readonly name: string };
  /** Of a tracepoint: which occurrences count, in the words of `events/…/filter`. */
  readonly filter?: string;
  readonly excludeUser?: boolean;
  readonly excludeKernel?: boolean;
  readonly excludeHypervisor?: boolean;
  readonly preciseIp?: number;
  /** Instead of the plan's rate: `{ period: 1 }` takes every occurrence. */
  readonly rate?: SampleRate;
  /** Instead of the plan's call graph, for events whose stacks nobody needs. */
  readonly callGraph?: CallGraph;
  /** Taken instead, with a note, when this machine does not have the event. */
  readonly fallback?: PlannedEvent;
}

export type SampleRate = { readonly frequencyHz: number } | { readonly period: number };

export type CallGraph =
  | { readonly mode: 'none' | 'fp' | 'lbr' }
  | { readonly mode: 'dwarf'; readonly stackBytes: number };

export type RecordingTarget =
  | {
      readonly kind: 'launch';
      readonly command: readonly string[];
      /** Added to the recorder's own; undefined removes. */
      readonly environment?: Readonly<Record<string, string | undefined>>;
    }
  | {
      readonly kind: 'attach';
      readonly pids: readonly number[];
      /** The numbers are threads, and nothing but these is recorded. */
      readonly threadsOnly?: boolean;
    }
  | { readonly kind: 'system'; readonly cpus?: readonly number[] }
  | { readonly kind: 'cgroup'; readonly path: string };

export interface RecordingPlan {
  readonly target: RecordingTarget;
  /** At least one. The first also carries mappings, names and forks. */
  readonly events: readonly PlannedEvent[];
  readonly rate: SampleRate;
  readonly callGraph: CallGraph;
  /** Follow children and new threads. */
  readonly inherit: boolean;
  readonly delayMs?: number;
  /** Counted from the end of the delay. A launched target is left running when it is over. */
  readonly durationMs?: number;
  /** Data pages per ring, a power of two. */
  readonly ringPages?: number;
  /** Also record when threads stop and go on running (SWITCH records). */
  readonly offCpu: boolean;
  /** Where perf.data goes. */
  readonly output: string;
  /** Shown by `perf report --header`; the recorder's own arguments when absent. */
  readonly commandLine?: readonly string[];
}

export interface CaptureCounts {
  readonly samples: number;
  /** Samples and records the kernel had no room for. */
  readonly lost: number;
  /** How often the kernel paused an event because it came too fast. */
  readonly throttled: number;
  /** Processes that began while recording, children of the target among them. */
  readonly forks: number;
  readonly bytesWritten: number;
  readonly wakeups: number;
}

/** What became of a planned event. */
export interface CapturedEvent {
  /** As planned. */
  readonly planned: string;
  /** As recorded: another one when `planned` was not to be had. */
  readonly name: string;
  readonly excludeKernel: boolean;
  /** Samples lost, where the kernel counts them per event (Linux 6.0). */
  readonly lost: number | undefined;
}

export interface Captured {
  /** perf.data, complete. */
  readonly path: string;
  /** How a launched target ended; undefined when it was attached to or still runs. */
  readonly end: TargetOutcome | undefined;
  readonly counts: CaptureCounts;
  readonly events: readonly CapturedEvent[];
  /** Processor time of this process while it recorded, all threads. */
  readonly recorderCpuNs: number;
  /** Of the launched target and its children; undefined when some of them still run. */
  readonly targetCpuNs: number | undefined;
  /** From the first event enabled to the last drained. */
  readonly durationNs: number;
  /** Open root folders of processes that saw other files than we do; `closeRoots` closes them. */
  readonly roots: readonly number[];
  /** Fallbacks, smaller rings, a full disk: sentences for the user. */
  readonly notes: readonly string[];
}

export interface TargetOutcome {
  readonly pid: number;
  /** What a shell would say: the exit code, or 128 + the number of the signal. */
  readonly status: number;
  readonly signal: NodeJS.Signals | undefined;
}
