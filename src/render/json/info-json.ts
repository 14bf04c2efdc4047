import type { ProfileSummary } from '../../analysis/index.ts';
import type { FileFacts } from '../text/info-text.ts';

/** `info --json`: the file's facts and the summary, with the start as an ISO date. */
export interface InfoJson extends Omit<ProfileSummary, 'startEpochNs'>, FileFacts {
  /** Nanoseconds since 1970 in digits, because they exceed 2^53; null = unknown. */
  readonly startEpochNs: string | null;
}

export function infoJson(file: FileFacts, summary: ProfileSummary): InfoJson {
  const { startEpochNs } = summary;
  return {
    ...file,
    ...summary,
    startEpochNs: startEpochNs === 0n ? null : String(startEpochNs),
  };
}
