/** DWARF numbers (System V ABI, AMD64 supplement, figure 3.36) of what perf numbers by bit. */
export const x86Registers = {
  // AX BX CX DX SI DI BP SP IP FLAGS CS SS DS ES FS GS R8 … R15 (arch/x86/include/uapi/asm/perf_regs.h)
  dwarfNumbers: [
    0, 3, 2, 1, 4, 5, 6, 7, 16, -1, -1, -1, -1, -1, -1, -1, 8, 9, 10, 11, 12, 13, 14, 15,
  ],
  /** The bit of the instruction pointer. */
  instructionPointer: 8,
  framePointer: 6,
  stackPointer: 7,
  returnAddress: 16,
  /** Registers 0 … 16. */
  count: 17,
} as const;
