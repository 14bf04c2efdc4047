import type { Sys } from '../../platform/sys/sys.ts';

const childrenWaitedFor = -1;

/** Processor time of children that have ended, in nanoseconds, to the microsecond. */
export function readChildrenTimeNs(sys: Sys): number | undefined {
  // struct rusage starts with user and system time, each seconds and microseconds.
  const words = new BigInt64Array(18);
  if (sys.getrusage(childrenWaitedFor, new Uint8Array(words.buffer)) !== 0) return undefined;
  const [userS = 0n, userUs = 0n, systemS = 0n, systemUs = 0n] = words;
  return Number((userS + systemS) * 1_000_000_000n + (userUs + systemUs) * 1000n);
}
