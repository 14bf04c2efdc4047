import type { CargoSettings } from './toolchains/cargo-settings.ts';

/** `plateau.toml`, read and checked. Texts may hold `${…}` words, see `placeholders.ts`. */
export interface PgoConfig {
  /** The folder of `plateau.toml`; commands run there. */
  readonly folder: string;
  readonly profileFolder: string;
  readonly outputFolder: string;
  readonly iterations: number;
  /** One profile for all targets of a language: what they share is compiled once. */
  readonly sharesProfile: boolean;
  /** Lines that generated data of share 1 has. */
  readonly dataSize: number;
  readonly compare: CompareSettings;
  readonly quick: QuickSettings;
  readonly targets: readonly PgoTarget[];
  readonly data: readonly DataSource[];
  readonly workloads: readonly Workload[];
}

export interface CompareSettings {
  readonly metric: 'cpu' | 'wall';
  readonly leastRuns: number;
  readonly mostRuns: number;
  /** Not much longer than this for each build and workload. */
  readonly mostTimeMs: number;
  /** Speed-ups within 1 ± margin are no difference. */
  readonly margin: number;
}

/** What `--quick` puts in place of the usual. */
export interface QuickSettings {
  readonly iterations: number;
  readonly dataSize: number;
  readonly leastRuns: number;
  readonly mostRuns: number;
  readonly mostTimeMs: number;
}

export interface PgoTarget {
  readonly name: string;
  readonly language: string;
  /** Counters in a build of its own, or samples. */
  readonly mode: 'instrument' | 'sample';
  /** The compiler's program; empty = the usual one of the language. */
  readonly compiler: string;
  /** Go: the package that is built. Rust: cargo's `--package`, `.` = that of the folder. */
  readonly package: string;
  readonly flags: readonly string[];
  /** Own build command, with `${binary}` and `${pgo}` in it; empty = the toolchain's. */
  readonly build: readonly string[];
  /** Where the CPU profile of a training run comes from. */
  readonly profile: 'flag' | 'http' | 'recorder';
  /** Added before the arguments of a training run, with `${profile}` in it. */
  readonly profileFlag: readonly string[];
  readonly leastSamples: number;
  /** Functions without which the profile is of no use. */
  readonly require: readonly string[];
  /** Lay the linked program out anew with llvm-bolt; absent = no. */
  readonly bolt?: boolean;
  /** Of Rust only. */
  readonly cargo: CargoSettings | null;
  /** Of C and C++ only. */
  readonly c: CSettings | null;
}

/** What only C and C++ have. */
export interface CSettings {
  /** Compiled and linked in one command, unless there is a build command. */
  readonly sources: readonly string[];
  /** After the sources: `-lm`. */
  readonly linkFlags: readonly string[];
}

export interface DataSource {
  readonly name: string;
  readonly kind: 'log' | 'csv' | 'command';
  readonly seed: number;
  /** Lines per line of the data size. */
  readonly share: number;
  /** So many, whatever the data size; 0 = by share. */
  readonly lines: number;
  /** Share of lines that say ERROR (log), or of rows of the largest group (csv). */
  readonly hitRate: number;
  /** Of kind command: prints the data; `${lines}` and `${seed}` in it. */
  readonly command: readonly string[];
}

export interface Workload {
  readonly name: string;
  readonly target: string;
  readonly role: 'train' | 'held-out';
  readonly args: readonly string[];
  /** File for standard input; empty = none. */
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  /** Training runs per iteration. */
  readonly repeat: number;
  readonly timeoutMs: number;
  /** What the program ends with when all is well: not 0 for a linter that finds something. */
  readonly status: number;
  readonly follow: FollowSettings | null;
  readonly server: ServerSettings | null;
}

/** A file, `${growing}`, that grows while the program runs. */
export interface FollowSettings {
  /** Data whose lines are appended. */
  readonly data: string;
  readonly durationMs: number;
  /** Sent when all lines are written; empty = the program ends by itself. */
  readonly stop: '' | 'SIGINT' | 'SIGTERM';
}

export interface ServerSettings {
  /** Asked until it answers with 2xx: `http://…`, or `tcp:PORT`. */
  readonly ready: string;
  readonly readyTimeoutMs: number;
  /** Addresses asked in turn, by each worker. */
  readonly requests: readonly string[];
  /** Own load command instead. */
  readonly load: readonly string[];
  readonly workers: number;
  /** Address of the CPU profile, with `${seconds}` in it. */
  readonly capture: string;
  readonly captureSeconds: number;
  /** Requests of one timed run of a held-out workload. */
  readonly count: number;
  readonly stop: 'SIGINT' | 'SIGTERM';
  readonly graceMs: number;
}
