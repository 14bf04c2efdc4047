import type { MachineRules } from '../machine-rules.ts';
import { stepWithoutCfi } from './fallback.ts';
import { aarch64Registers } from './registers-table.ts';
import { packRule } from './rule.ts';

const { framePointer, stackPointer, returnAddress, count } = aarch64Registers;

/** siginfo (128), then in the ucontext (168, rounded up to 176) the fault address: x0 is next. */
const firstRegister = 128 + 176 + 8;

export const aarch64Machine: MachineRules = {
  framePointer,
  stackPointer,
  returnAddress,
  returnIsInstructionPointer: false,
  registerCount: count,
  addressMask: 0xffff_ffff_ffffn,
  // mov x8, __NR_rt_sigreturn; svc 0
  signalReturnCode: [0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4],
  // x0 … x30, sp, then pc (arch/arm64/include/uapi/asm/sigcontext.h)
  signalContext: Array.from({ length: 32 }, (_, register) => firstRegister + register * 8),
  signalContextPointer: firstRegister + 32 * 8,
  // The kernel's unwind information gives the interrupted link register where the pc should be.
  prefersSignalContext: true,
  packRule,
  stepWithoutCfi,
};
