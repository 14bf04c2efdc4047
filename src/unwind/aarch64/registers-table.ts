/** DWARF numbers (DWARF for the Arm 64-bit architecture §4.1) of what perf numbers by bit. */
export const aarch64Registers = {
  // X0 … X29, LR, SP, PC (arch/arm64/include/uapi/asm/perf_regs.h)
  dwarfNumbers: Array.from({ length: 32 }, (_, bit) => bit) as readonly number[],
  /** The bit of the program counter. */
  instructionPointer: 32,
  framePointer: 29,
  stackPointer: 31,
  returnAddress: 30,
  /** Registers 0 … 31. */
  count: 32,
} as const;
