// Names of events by number, for files that do not say (the recorder was killed, simpleperf): what
// `perf list` calls them.

export const softwareEventNames: readonly string[] = [
  'cpu-clock',
  'task-clock',
  'page-faults',
  'context-switches',
  'cpu-migrations',
  'minor-faults',
  'major-faults',
  'alignment-faults',
  'emulation-faults',
  'dummy',
  'bpf-output',
  'cgroup-switches',
];

export const hardwareEventNames: readonly string[] = [
  'cycles',
  'instructions',
  'cache-references',
  'cache-misses',
  'branches',
  'branch-misses',
  'bus-cycles',
  'stalled-cycles-frontend',
  'stalled-cycles-backend',
  'ref-cycles',
];

export const cacheNames: readonly string[] = [
  'L1-dcache',
  'L1-icache',
  'LLC',
  'dTLB',
  'iTLB',
  'branch',
  'node',
];
/** By operation, then by result. */
export const cacheAccessNames: readonly (readonly string[])[] = [
  ['loads', 'load-misses'],
  ['stores', 'store-misses'],
  ['prefetches', 'prefetch-misses'],
];
