import { aarch64Registers } from './aarch64/registers-table.ts';
import type { Machine } from './machine.ts';
import { x86Registers } from './x86-64/registers-table.ts';

/** Where the registers of a sample are. */
export interface RegisterLayout {
  /** By DWARF number: words from the first register, -1 = not recorded. */
  readonly words: Int32Array;
  /** The same for the instruction pointer. */
  readonly instructionPointer: number;
}

/** The kernel stores the registers of `sample_regs_user` in order of their bits, 64 bits each. */
export function registerLayout(machine: Machine, mask: bigint): RegisterLayout {
  const { dwarfNumbers, instructionPointer } =
    machine === 'x86-64' ? x86Registers : aarch64Registers;
  const words = new Int32Array(40).fill(-1);
  let pointer = -1;
  let stored = 0;
  for (let bit = 0; bit < 64; bit++) {
    if (((mask >> BigInt(bit)) & 1n) === 0n) continue;
    const number = dwarfNumbers[bit] ?? -1;
    if (number >= 0) words[number] = stored * 2;
    if (bit === instructionPointer) pointer = stored * 2;
    stored++;
  }
  return { words, instructionPointer: pointer };
}
