import type { GoFrame } from '../object/go/pclntab.ts';
import type { FoundRow, UnwindImage } from './images.ts';
import type { Walk } from './walk.ts';

/** What differs between machines, apart from the hot loops. */
export interface MachineRules {
  /** DWARF numbers. */
  readonly framePointer: number;
  readonly stackPointer: number;
  /** The column of the return address: a register of its own (AArch64), or the ip (x86-64). */
  readonly returnAddress: number;
  readonly returnIsInstructionPointer: boolean;
  readonly registerCount: number;
  /** Bits of a return address that are an address: others are a signature (AArch64 PAC). */
  readonly addressMask: bigint;
  /** The code that a signal handler returns to, where no unwind information says so. */
  readonly signalReturnCode: readonly number[];
  /** Where the kernel keeps the registers then, in bytes from the stack pointer; -1 = nowhere. */
  readonly signalContext: readonly number[];
  readonly signalContextPointer: number;
  /** Whether the context is to be used even where unwind information exists. */
  readonly prefersSignalContext: boolean;
  packRule(found: FoundRow, svma: number): number;
  /** The rule of an address in a function of Go, by its own tables. */
  packGoFrame?(frame: GoFrame, image: UnwindImage, svma: number): number;
  /** One step from code that nothing describes. */
  stepWithoutCfi(walk: Walk): boolean;
}
