import type { BenchMetric } from '../analysis/index.ts';

/** A command to time. */
export interface BenchCommand {
  /** As the user wrote it, or the name given to it. */
  readonly name: string;
  readonly argv: readonly string[];
  /** Values of `--parameter` that went into it. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Runs before each run, untimed. */
  readonly prepare: readonly string[] | null;
  /** Runs after each run, untimed; absent = nothing does. */
  readonly conclude?: readonly string[] | null;
  /** Runs once before the first run and after the last, untimed. */
  readonly setup: readonly string[] | null;
  readonly cleanup: readonly string[] | null;
}

export interface BenchPlan {
  readonly commands: readonly BenchCommand[];
  readonly warmup: number;
  /** So many runs of each, exactly; null = as many as it takes. */
  readonly runs: number | null;
  readonly leastRuns: number;
  readonly mostRuns: number;
  /** At least so long for each command. */
  readonly leastTimeMs: number;
  /** Not much longer than this for each command, decided or not. */
  readonly mostTimeMs: number;
  /** File for standard input. */
  readonly input: string;
  /** File for standard output; null = Plateau's own. */
  readonly output: string | null;
  /** A run that takes longer is ended, and everything with it; null = none is. */
  readonly timeoutMs: number | null;
  /** Run commands once more for their memory where timed runs do not show it. */
  readonly memory: boolean;
  /** Statuses other than 0 are part of the measurement: all of them, or these. */
  readonly ignoreFailure: boolean | readonly number[];
  /** Compare what the commands print before timing them. */
  readonly sameOutput: boolean;
  /** Order of the rounds and of the resampling: the same seed decides the same way. */
  readonly seed: number;
  /** Ratios within 1 ± margin are no difference. */
  readonly margin: number;
  readonly metric: BenchMetric;
}

export const defaultPlan: Omit<BenchPlan, 'commands'> = {
  warmup: 0,
  runs: null,
  leastRuns: 10,
  mostRuns: 1000,
  leastTimeMs: 3000,
  mostTimeMs: 30_000,
  input: '/dev/null',
  output: '/dev/null',
  timeoutMs: null,
  memory: true,
  ignoreFailure: false,
  sameOutput: false,
  seed: 1,
  margin: 0.01,
  metric: 'wall',
};
