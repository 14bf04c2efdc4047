/** Something that was measured of every run. */
export interface RunFact {
  /** In the address of the page and in code. */
  readonly key: string;
  readonly title: string;
  readonly unit: 'nanoseconds' | 'bytes' | 'count';
  /** The columns of a run that add up to it. */
  readonly columns: readonly string[];
}

/** In the order in which people ask for them. */
export const runFacts: readonly [RunFact, ...RunFact[]] = [
  { key: 'wall', title: 'Wall time', unit: 'nanoseconds', columns: ['wallNs'] },
  { key: 'cpu', title: 'CPU time', unit: 'nanoseconds', columns: ['userNs', 'systemNs'] },
  { key: 'user', title: 'User time', unit: 'nanoseconds', columns: ['userNs'] },
  { key: 'system', title: 'System time', unit: 'nanoseconds', columns: ['systemNs'] },
  { key: 'memory', title: 'Peak memory', unit: 'bytes', columns: ['maxRssBytes'] },
  { key: 'minor-faults', title: 'Minor faults', unit: 'count', columns: ['minorFaults'] },
  { key: 'major-faults', title: 'Major faults', unit: 'count', columns: ['majorFaults'] },
  { key: 'waits', title: 'Waits', unit: 'count', columns: ['voluntarySwitches'] },
  { key: 'preemptions', title: 'Preemptions', unit: 'count', columns: ['involuntarySwitches'] },
];

/** Columns that are no measure. */
export const otherColumns: ReadonlySet<string> = new Set(['status']);
