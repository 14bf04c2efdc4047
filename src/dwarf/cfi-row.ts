import { ruleKinds } from './cfi-table.ts';

/** Registers with a rule: x86-64 numbers end at 66, AArch64's at 95 (v31). Others are not followed. */
export const registerCount = 128;

/** Where a frame's caller is to be found, at one instruction (DWARF 5 §6.4.1). Reused, never kept. */
export class CfiRow {
  /** -1 when the CFA is an expression. */
  cfaRegister = -1;
  cfaOffset = 0;
  /** Of the expression's bytes in the section; length 0 = none. */
  cfaExpressionAt = 0;
  cfaExpressionLength = 0;
  /** DW_CFA_AARCH64_negate_ra_state: the return address is signed. */
  returnIsSigned = false;
  /** One of `ruleKinds`. */
  readonly kinds: Uint8Array = new Uint8Array(registerCount);
  /** Offset, register, or place of the expression's bytes. */
  readonly values: Int32Array = new Int32Array(registerCount);
  readonly lengths: Int32Array = new Int32Array(registerCount);
  /** One more than the highest register with a rule. */
  used = 0;

  reset(): void {
    this.kinds.fill(0, 0, this.used);
    this.used = 0;
    this.setCfa(-1, 0);
    this.returnIsSigned = false;
  }

  copyFrom(other: CfiRow): void {
    const count = Math.max(this.used, other.used);
    for (let register = 0; register < count; register++) this.copyRule(other, register);
    this.used = other.used;
    this.cfaRegister = other.cfaRegister;
    this.cfaOffset = other.cfaOffset;
    this.cfaExpressionAt = other.cfaExpressionAt;
    this.cfaExpressionLength = other.cfaExpressionLength;
    this.returnIsSigned = other.returnIsSigned;
  }

  copyRule(other: CfiRow, register: number): void {
    this.kinds[register] = other.kinds[register] as number;
    this.values[register] = other.values[register] as number;
    this.lengths[register] = other.lengths[register] as number;
    if (register >= this.used && other.kinds[register] !== 0) this.used = register + 1;
  }

  setCfa(register: number, offset: number): void {
    this.cfaRegister = register;
    this.cfaOffset = offset;
    this.cfaExpressionLength = 0;
  }

  setCfaExpression(at: number, length: number): void {
    this.cfaRegister = -1;
    this.cfaExpressionAt = at;
    this.cfaExpressionLength = length;
  }

  /** Registers past the last one known are not followed by any unwinder. */
  set(register: number, kind: number, value: number, length = 0): void {
    if (register >= registerCount) return;
    this.kinds[register] = kind;
    this.values[register] = value;
    this.lengths[register] = length;
    if (register >= this.used) this.used = register + 1;
  }

  kind(register: number): number {
    return register < registerCount ? (this.kinds[register] as number) : ruleKinds.unspecified;
  }

  value(register: number): number {
    return this.values[register] as number;
  }
}
