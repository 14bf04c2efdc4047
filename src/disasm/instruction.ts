/** What an instruction does to the flow of control. `trap` never goes on to the next one. */
export type InstructionKind =
  | 'other'
  | 'call'
  | 'jump'
  | 'conditional-jump'
  | 'return'
  | 'trap'
  | 'bad';

/** How operands are written. AArch64 has one way only. */
export type Syntax = 'intel' | 'att';

export type Architecture = 'x86-64' | 'aarch64';

/** One instruction of a stretch of code. Addresses count from where the caller's addresses count. */
export interface Instruction {
  readonly address: number;
  readonly length: number;
  /** With its prefixes: `rep stos`, `lock cmpxchg`. */
  readonly mnemonic: string;
  readonly operands: string;
  readonly kind: InstructionKind;
  /** Where a jump or call goes; -1 = none, or known only when it runs. */
  readonly target: number;
  /** The memory that an address relative to the instruction names; -1 = none. */
  readonly reference: number;
}
