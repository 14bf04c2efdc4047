/** A function that a runtime compiled, at one address. */
export interface JitPlace {
  readonly name: string;
  /** The runtime's own name for it; '' = the same. */
  readonly linkageName: string;
  readonly file: string;
  /** Where the address stands, or where the function begins when the runtime says no more. */
  readonly line: number;
  readonly column: number;
  readonly startLine: number;
  /** Avma of the first byte of its code. */
  readonly start: number;
  readonly size: number;
  /** The address never held other code of this process: the answer is the same for every time. */
  readonly lasting: boolean;
}
