/** A program to run: its arguments, and files for its standard streams. */
export interface CommandLine {
  readonly argv: readonly string[];
  readonly stdin?: string;
  readonly stdout?: string;
}

/** Ours against the established tool, on the same bytes. */
export interface Contest {
  readonly inputBytes: number;
  /** What was read, for the report: `206 MB of perf script text, 41 000 samples`. */
  readonly input: string;
  readonly ours: CommandLine;
  readonly theirs: CommandLine;
  /** Version of the other tool, as it prints it. */
  readonly theirVersion: string;
  /** Fails when the two did not do the same work. */
  check?(): Promise<void>;
}

/** One run of either side. */
export interface Run {
  readonly seconds: number;
  readonly peakBytes: number;
}

/** What a benchmark that runs both sides itself has measured, round by round. */
export interface Measured {
  readonly input: string;
  readonly theirVersion: string;
  readonly ours: readonly Run[];
  readonly theirs: readonly Run[];
  /** Further results in Markdown, shown below the table. */
  readonly more?: string;
}

/** One measured claim. Results are ratios of medians of interleaved runs, never milliseconds. */
export interface Benchmark {
  readonly name: string;
  readonly title: string;
  /** What the project requires of ours ÷ theirs, and what it aims at. */
  readonly required: number;
  readonly goal: number;
  /** Its first word is a program that must be installed. */
  readonly theirTool: string;
  /** Makes the input below `dir` (kept between runs when it is there) and says what to run. */
  prepare?(dir: string): Promise<Contest>;
  /** Instead of `prepare`, for what is no program that runs and ends: in turns, so many rounds. */
  measure?(dir: string, rounds: number): Promise<Measured>;
}
