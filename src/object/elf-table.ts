// Numbers of the System V ABI, generic part and supplements: chapters 4 (object files) and 5
// (program loading). Only what is looked at.

export const elfMagic = 0x464c457f; // "\x7fELF" read as little-endian

/** e_machine. */
export const machines: Readonly<Record<number, string>> = {
  3: 'x86',
  8: 'mips',
  20: 'ppc',
  21: 'ppc64',
  22: 's390',
  40: 'arm',
  62: 'x86-64',
  183: 'aarch64',
  243: 'riscv',
  247: 'bpf',
  258: 'loongarch',
};

/** p_type. */
export const segmentTypes = {
  load: 1,
  dynamic: 2,
  interpreter: 3,
  note: 4,
  ehFrameHeader: 0x6474e550,
} as const;

/** p_flags. */
export const segmentFlags = { execute: 1, write: 2, read: 4 } as const;

/** sh_type. */
export const sectionTypes = {
  symbols: 2,
  strings: 3,
  relocations: 4,
  note: 7,
  noBits: 8,
  dynamicSymbols: 11,
} as const;

/** sh_flags. */
export const sectionFlags = { alloc: 2, execute: 4, compressed: 0x800 } as const;

/** ch_type of a compressed section. */
export const compressionTypes: Readonly<Record<number, 'zlib' | 'zstd'>> = { 1: 'zlib', 2: 'zstd' };

/** Low four bits of st_info. */
export const symbolTypes = {
  none: 0,
  object: 1,
  function: 2,
  section: 3,
  file: 4,
  ifunc: 10,
} as const;

/** High four bits of st_info. */
export const symbolBindings = { local: 0, global: 1, weak: 2 } as const;

/** e_phnum that says: the count is in sh_info of section 0. */
export const extendedSegmentCount = 0xffff;
/** e_shstrndx that says: the index is in sh_link of section 0. */
export const extendedSectionIndex = 0xffff;

/**
 * Relocation types that fill a slot of the GOT: by a symbol (GLOB_DAT, JUMP_SLOT), or by what a resolver
 * answers (IRELATIVE).
 */
export const relocationTypes: Readonly<
  Record<string, { readonly slots: readonly number[]; readonly resolver: number }>
> = {
  'x86-64': { slots: [6, 7], resolver: 37 },
  aarch64: { slots: [1025, 1026], resolver: 1032 },
};
