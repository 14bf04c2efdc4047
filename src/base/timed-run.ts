/** What one run of a program took. */
export interface TimedRun {
  readonly wallNs: number;
  readonly userNs: number;
  readonly systemNs: number;
  /** 0 = unknown. */
  readonly maxRssBytes: number;
  readonly minorFaults: number;
  readonly majorFaults: number;
  readonly voluntarySwitches: number;
  readonly involuntarySwitches: number;
  /** What a shell would say: the exit code, or 128 + the number of the signal. */
  readonly status: number;
  /** Events that were counted, by name; one that had no counter meanwhile is missing. */
  readonly counters?: Readonly<Record<string, number>>;
}

/** What of a run is one number each. */
export type RunFact = Exclude<keyof TimedRun, 'counters'>;
