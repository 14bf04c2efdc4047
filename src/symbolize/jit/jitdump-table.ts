// Numbers of linux: tools/perf/Documentation/jitdump-specification.txt, version 1.

/** "JiTD" as a number in the byte order of the program that wrote the file. */
export const jitdumpMagic = 0x4a695444;
export const jitdumpVersion = 1;
export const jitdumpHeaderSize = 40;
/** Of each record: u32 id, u32 total size, u64 timestamp. */
export const jitdumpRecordHeaderSize = 16;

export const jitdumpRecords = {
  load: 0,
  move: 1,
  debugInfo: 2,
  close: 3,
  unwindingInfo: 4,
} as const;

/** Bits of the header's `flags`. */
export const jitdumpFlags = {
  /** Times are ticks of the processor's counter, not CLOCK_MONOTONIC. */
  archTimestamp: 1,
} as const;
