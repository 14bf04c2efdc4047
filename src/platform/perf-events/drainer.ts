import type { Drained, DrainJob } from './drain.ts';

/** Rings overflow when their reader waits for a processor that the target keeps busy. */
export const highestPriority = -20;

/** Whoever empties rings: a thread of its own, or the one that asks. */
export interface Drainer {
  ready(): Promise<void>;
  /** From now on rings are emptied. */
  begin(job: Omit<DrainJob, 'stop' | 'wakeFd'>): void;
  /** Disable the events first: what they wrote until then is still fetched. */
  requestStop(): void;
  /** Resolves when told to stop, when all tasks have ended, or when the disk is full. */
  ended(): Promise<Drained>;
  /** After this nobody knows the rings, and they may be unmapped. */
  close(): Promise<void>;
}
