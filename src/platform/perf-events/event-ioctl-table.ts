// Numbers of <linux/perf_event.h>: what is asked of an open event.

export const eventIoctls = {
  enable: 0x2400,
  disable: 0x2401,
  setOutput: 0x2405,
  setFilter: 0x40082406,
  id: 0x80082407,
} as const;

/** Flags of perf_event_open. */
export const openFlags = {
  /** The "pid" is an open cgroup folder. */
  pidIsCgroup: 4,
  closeOnExec: 8,
} as const;

/** Positions in the first page of a ring (`struct perf_event_mmap_page`). */
export const ringOffsets = {
  head: 1024,
  tail: 1032,
  dataOffset: 1040,
  dataSize: 1048,
} as const;

/** What poll(2) answers for an event. */
export const pollBits = {
  readable: 0x1,
  error: 0x8,
  /** The task and all that inherited from it have ended. */
  hangUp: 0x10,
} as const;
