/** An operand before it is written in one syntax or the other. */
export type Operand =
  | RegisterOperand
  | MemoryOperand
  | ImmediateOperand
  | TargetOperand
  | WordOperand;

export interface RegisterOperand {
  readonly kind: 'register';
  readonly name: string;
  readonly sizeBytes: number;
}

export interface MemoryOperand {
  readonly kind: 'memory';
  readonly segment: string;
  readonly base: string;
  readonly index: string;
  readonly scale: number;
  readonly displacement: number;
  /** An absolute address of 64 bits; then there are no registers. */
  readonly absolute: bigint | null;
  readonly hasDisplacement: boolean;
  readonly isRipRelative: boolean;
  /** 0 = the instruction does not say. */
  readonly sizeBytes: number;
  /** How often one element is repeated; 0 = it is not. */
  readonly repeats: number;
}

export interface ImmediateOperand {
  readonly kind: 'immediate';
  /** Hex digits with 0x. */
  readonly text: string;
}

export interface TargetOperand {
  readonly kind: 'target';
  /** From the end of the instruction. */
  readonly distance: number;
}

/** A rounding mode, or the 1 of a shift. */
export interface WordOperand {
  readonly kind: 'word';
  readonly text: string;
}
