// PERF_COUNT_HW_CACHE_*: config = cache | operation << 8 | result << 16. The names are perf's
// (tools/perf/util/evsel.c, evsel__hw_cache): all spellings of one thing stand side by side.

export const caches: readonly (readonly string[])[] = [
  ['L1-dcache', 'l1-d', 'l1d', 'L1-data'],
  ['L1-icache', 'l1-i', 'l1i', 'L1-instruction'],
  ['LLC', 'L2'],
  ['dTLB', 'd-tlb', 'Data-TLB'],
  ['iTLB', 'i-tlb', 'Instruction-TLB'],
  ['branch', 'bpu', 'btb', 'bpc'],
  ['node'],
];

export const cacheOperations: readonly (readonly string[])[] = [
  ['load', 'loads', 'read'],
  ['store', 'stores', 'write'],
  ['prefetch', 'prefetches', 'speculative-read', 'speculative-load'],
];

export const cacheResults: readonly (readonly string[])[] = [
  ['refs', 'Reference', 'ops', 'access'],
  ['misses', 'miss'],
];

/** What `perf list` shows: operations that the cache can have. */
export const listedCacheEvents: readonly string[] = [
  'L1-dcache-loads',
  'L1-dcache-load-misses',
  'L1-dcache-stores',
  'L1-dcache-store-misses',
  'L1-dcache-prefetches',
  'L1-dcache-prefetch-misses',
  'L1-icache-loads',
  'L1-icache-load-misses',
  'L1-icache-prefetches',
  'L1-icache-prefetch-misses',
  'LLC-loads',
  'LLC-load-misses',
  'LLC-stores',
  'LLC-store-misses',
  'LLC-prefetches',
  'LLC-prefetch-misses',
  'dTLB-loads',
  'dTLB-load-misses',
  'dTLB-stores',
  'dTLB-store-misses',
  'dTLB-prefetches',
  'dTLB-prefetch-misses',
  'iTLB-loads',
  'iTLB-load-misses',
  'branch-loads',
  'branch-load-misses',
  'node-loads',
  'node-load-misses',
  'node-stores',
  'node-store-misses',
  'node-prefetches',
  'node-prefetch-misses',
];
