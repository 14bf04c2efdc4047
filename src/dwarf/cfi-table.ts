// Numbers of call frame information: DWARF 5 §7.24, LSB 5 §10.5-10.6 (.eh_frame), GNU and AArch64
// extensions.

/** Low six bits when the two high ones are 0. */
export const cfaOpcodes = {
  nop: 0x00,
  setLocation: 0x01,
  advance1: 0x02,
  advance2: 0x03,
  advance4: 0x04,
  offsetExtended: 0x05,
  restoreExtended: 0x06,
  undefined: 0x07,
  sameValue: 0x08,
  register: 0x09,
  rememberState: 0x0a,
  restoreState: 0x0b,
  defineCfa: 0x0c,
  defineCfaRegister: 0x0d,
  defineCfaOffset: 0x0e,
  defineCfaExpression: 0x0f,
  expression: 0x10,
  offsetExtendedSigned: 0x11,
  defineCfaSigned: 0x12,
  defineCfaOffsetSigned: 0x13,
  valueOffset: 0x14,
  valueOffsetSigned: 0x15,
  valueExpression: 0x16,
  mipsAdvance8: 0x1d,
  negateReturnStateWithPc: 0x2c,
  /** DW_CFA_AARCH64_negate_ra_state; DW_CFA_GNU_window_save on SPARC, which is not unwound. */
  negateReturnState: 0x2d,
  gnuArgumentsSize: 0x2e,
  gnuNegativeOffsetExtended: 0x2f,
} as const;

/** How the value of a register in the caller is found. */
export const ruleKinds = {
  /** Nothing was said: the ABI decides; callee-saved registers keep their value. */
  unspecified: 0,
  undefined: 1,
  sameValue: 2,
  /** At CFA + value. */
  offset: 3,
  /** CFA + value itself. */
  valueOffset: 4,
  /** In register `value`. */
  register: 5,
  /** At the address that the expression gives. */
  expression: 6,
  /** The result of the expression. */
  valueExpression: 7,
} as const;

/** DW_EH_PE_*: how a pointer is stored (low four bits) … */
export const pointerFormats = {
  absolute: 0x00,
  uleb: 0x01,
  u16: 0x02,
  u32: 0x03,
  u64: 0x04,
  sleb: 0x09,
  i16: 0x0a,
  i32: 0x0b,
  i64: 0x0c,
} as const;

/** … and what it counts from (bits 4-6). */
export const pointerBases = {
  absolute: 0x00,
  itself: 0x10,
  text: 0x20,
  data: 0x30,
  function: 0x40,
  aligned: 0x50,
} as const;

/** The value is where the pointer is, not the pointer. */
export const pointerIndirect = 0x80;
/** No pointer at all. */
export const pointerOmitted = 0xff;
