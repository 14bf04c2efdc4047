// DW_TAG codes that are looked at: DWARF 5, section 7.5.3.
export const tags = {
  compileUnit: 0x11,
  inlinedSubroutine: 0x1d,
  module: 0x1e,
  subprogram: 0x2e,
  namespace: 0x39,
  partialUnit: 0x3c,
  skeletonUnit: 0x4a,
} as const;
