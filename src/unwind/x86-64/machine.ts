import type { MachineRules } from '../machine-rules.ts';
import { stepWithoutCfi } from './fallback.ts';
import { packGoFrame } from './go-rule.ts';
import { x86Registers } from './registers-table.ts';
import { packRule } from './rule.ts';

const { framePointer, stackPointer, returnAddress, count } = x86Registers;

export const x86Machine: MachineRules = {
  framePointer,
  stackPointer,
  returnAddress,
  returnIsInstructionPointer: true,
  registerCount: count,
  addressMask: 0xffff_ffff_ffff_ffffn,
  // mov rax, __NR_rt_sigreturn; syscall
  signalReturnCode: [0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05],
  // struct ucontext at the stack pointer; in it, from 40 on: r8 … r15, rdi, rsi, rbp, rbx, rdx, rax,
  // rcx, rsp, rip (arch/x86/include/uapi/asm/sigcontext.h). By DWARF number:
  signalContext: [144, 136, 152, 128, 112, 104, 120, 160, 40, 48, 56, 64, 72, 80, 88, 96, 168],
  signalContextPointer: 168,
  prefersSignalContext: false,
  packRule,
  packGoFrame,
  stepWithoutCfi,
};
