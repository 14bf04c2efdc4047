// Numbers of <linux/perf_event.h>: what describes an event.

export const eventTypes = {
  hardware: 0,
  software: 1,
  tracepoint: 2,
  cache: 3,
  raw: 4,
  breakpoint: 5,
} as const;

/** Bits of `sample_type`: which fields a sample has. Their order in a sample is another. */
export const sampleBits = {
  ip: 0x1,
  tid: 0x2,
  time: 0x4,
  address: 0x8,
  read: 0x10,
  callchain: 0x20,
  id: 0x40,
  cpu: 0x80,
  period: 0x100,
  streamId: 0x200,
  raw: 0x400,
  branchStack: 0x800,
  userRegisters: 0x1000,
  userStack: 0x2000,
  weight: 0x4000,
  dataSource: 0x8000,
  identifier: 0x10000,
  transaction: 0x20000,
  interruptRegisters: 0x40000,
  physicalAddress: 0x80000,
  aux: 0x100000,
  cgroup: 0x200000,
  dataPageSize: 0x400000,
  codePageSize: 0x800000,
  weightStruct: 0x1000000,
} as const;

/** Bits of `read_format`. */
export const readBits = {
  timeEnabled: 1,
  timeRunning: 2,
  id: 4,
  group: 8,
  lost: 16,
} as const;

/** Positions of the one-bit fields that follow `read_format`. */
export const attrFlags = {
  disabled: 0,
  inherit: 1,
  pinned: 2,
  exclusive: 3,
  excludeUser: 4,
  excludeKernel: 5,
  excludeHypervisor: 6,
  excludeIdle: 7,
  mmap: 8,
  comm: 9,
  frequency: 10,
  inheritStat: 11,
  enableOnExec: 12,
  task: 13,
  watermark: 14,
  mmapData: 17,
  sampleIdAll: 18,
  excludeHost: 19,
  excludeGuest: 20,
  excludeCallchainKernel: 21,
  excludeCallchainUser: 22,
  mmap2: 23,
  commExec: 24,
  useClockId: 25,
  contextSwitch: 26,
  writeBackward: 27,
  namespaces: 28,
  ksymbol: 29,
  bpfEvent: 30,
  auxOutput: 31,
  cgroup: 32,
  textPoke: 33,
  buildId: 34,
  inheritThread: 35,
  removeOnExec: 36,
  sigtrap: 37,
} as const;

/** Values at or above this in a call chain are not addresses but say where the following ones ran. */
export const callchainContexts = {
  hypervisor: -32,
  kernel: -128,
  user: -512,
  /** A cookie follows: the user part comes with a CALLCHAIN_DEFERRED record. */
  userDeferred: -640,
  guest: -2048,
  guestKernel: -2176,
  guestUser: -2560,
} as const;

/** Where in memory `perf_event_attr` keeps what; sizes published so far run from 64 to 144 bytes. */
export const attrOffsets = {
  type: 0,
  size: 4,
  config: 8,
  period: 16,
  sampleType: 24,
  readFormat: 32,
  flags: 40,
  wakeup: 48,
  breakpointType: 52,
  config1: 56,
  config2: 64,
  branchSampleType: 72,
  userRegisters: 80,
  userStackSize: 88,
  clockId: 92,
  interruptRegisters: 96,
  auxWatermark: 104,
  maxStack: 108,
  auxSampleSize: 112,
  auxAction: 116,
  signalData: 120,
  config3: 128,
} as const;

export const attrSize = 128;
/** The first published size; nothing shorter is an attr. */
export const smallestAttrSize = 64;
