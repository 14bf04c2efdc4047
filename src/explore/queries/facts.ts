import { type ProfileSummary, profileSummary, usedNumbers } from '../../analysis/index.ts';
import { defaultValueType, type Profile } from '../../profile/index.ts';
import type { Query } from '../query.ts';
import type { TimeRange } from '../scope.ts';

export interface FactsRequest {
  readonly file: number;
}

export interface ThreadFact {
  readonly pid: number;
  readonly tid: number;
  readonly process: string;
  readonly thread: string;
}

/** What is known about a file before anything is asked of it. */
export interface FileFacts {
  readonly index: number;
  readonly name: string;
  readonly formatName: string;
  readonly sizeBytes: number;
  readonly extent: TimeRange | null;
  readonly summary: ProfileSummary;
  /** Aligned with the profile's threads. */
  readonly threads: readonly ThreadFact[];
  /** Numbers of the processors that samples name, ascending. */
  readonly cpus: readonly number[];
  readonly hasCode: boolean;
}

export const answerFacts: Query<FactsRequest, FileFacts> = (exploration, { file }) => {
  const { name, formatName, sizeBytes, extent, profile } = exploration.file(file);
  const { samples } = profile;
  // The slots are what every view needs next, so the stacks are counted by them.
  const known = {
    stacks: new Set(exploration.samples(file).slots.stack).size,
    spanNs: extent === null ? 0 : extent.endNs - 1 - extent.startNs,
    cpus: usedNumbers(samples.cpu ?? new Int32Array(0)),
  };
  return {
    index: file,
    name,
    formatName,
    sizeBytes,
    extent,
    summary: profileSummary(profile, defaultValueType(profile), {
      ...known,
      cpus: known.cpus.length,
    }),
    threads: threadFacts(profile),
    cpus: known.cpus,
    hasCode: profile.code.length > 0,
  };
};

/** Aligned with the profile's threads. */
export function threadFacts({ threads, strings }: Profile): ThreadFact[] {
  return Array.from({ length: threads.length }, (_, row) => ({
    pid: threads.pid[row] as number,
    tid: threads.tid[row] as number,
    process: strings[threads.processName[row] as number] ?? '',
    thread: strings[threads.threadName[row] as number] ?? '',
  }));
}
