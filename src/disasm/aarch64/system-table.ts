/** Names of hints, by their number. */
export const hints: Readonly<Record<number, string>> = {
  0: 'nop',
  1: 'yield',
  2: 'wfe',
  3: 'wfi',
  4: 'sev',
  5: 'sevl',
  6: 'dgh',
  7: 'xpaclri',
  8: 'pacia1716',
  10: 'pacib1716',
  12: 'autia1716',
  14: 'autib1716',
  16: 'esb',
  17: 'psb csync',
  18: 'tsb csync',
  20: 'csdb',
  24: 'paciaz',
  25: 'paciasp',
  26: 'pacibz',
  27: 'pacibsp',
  28: 'autiaz',
  29: 'autiasp',
  30: 'autibz',
  31: 'autibsp',
  32: 'bti',
  34: 'bti c',
  36: 'bti j',
  38: 'bti jc',
};

/** What a barrier waits for. */
export const barriers: readonly string[] =
  '#0x00 oshld oshst osh #0x04 nshld nshst nsh #0x08 ishld ishst ish #0x0c ld st sy'.split(' ');

/** Registers that programs read and write, by op0:op1:CRn:CRm:op2 in five numbers. */
export const systemRegisters: Readonly<Record<string, string>> = {
  '3 3 13 0 2': 'tpidr_el0',
  '3 3 13 0 3': 'tpidrro_el0',
  '3 3 4 4 0': 'fpcr',
  '3 3 4 4 1': 'fpsr',
  '3 3 4 2 0': 'nzcv',
  '3 3 4 2 1': 'daif',
  '3 3 4 2 5': 'dit',
  '3 3 0 0 1': 'ctr_el0',
  '3 3 0 0 7': 'dczid_el0',
  '3 3 14 0 0': 'cntfrq_el0',
  '3 3 14 0 1': 'cntpct_el0',
  '3 3 14 0 2': 'cntvct_el0',
  '3 3 9 13 0': 'pmccntr_el0',
  '3 0 0 0 0': 'midr_el1',
  '3 0 0 0 5': 'mpidr_el1',
  '3 0 0 4 0': 'id_aa64pfr0_el1',
  '3 0 0 4 1': 'id_aa64pfr1_el1',
  '3 0 0 4 4': 'id_aa64zfr0_el1',
  '3 0 0 5 0': 'id_aa64dfr0_el1',
  '3 0 0 6 0': 'id_aa64isar0_el1',
  '3 0 0 6 1': 'id_aa64isar1_el1',
  '3 0 0 7 0': 'id_aa64mmfr0_el1',
  '3 0 0 7 1': 'id_aa64mmfr1_el1',
  '3 0 0 7 2': 'id_aa64mmfr2_el1',
  '3 0 4 1 0': 'sp_el0',
  '3 0 4 2 2': 'currentel',
};

/** Operations on caches that programs may do, by op1:CRn:CRm:op2. */
export const cacheOperations: Readonly<Record<string, string>> = {
  '3 7 4 1': 'dc zva',
  '3 7 4 3': 'dc gva',
  '3 7 4 4': 'dc gzva',
  '3 7 10 1': 'dc cvac',
  '3 7 11 1': 'dc cvau',
  '3 7 12 1': 'dc cvap',
  '3 7 14 1': 'dc civac',
  '3 7 5 1': 'ic ivau',
};
