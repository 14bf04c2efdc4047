/** Code that a program made, as its runtime named it. Addresses are of the running process (Avma). */
export interface CodeRange {
  /** As the runtime wrote it: `JS:*busy file:///app.mjs:3:14`, `py::fib:/app.py`. */
  readonly name: string;
  /** The place of the address asked for; '' and 0 = unknown. */
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly size: number;
  /** The instructions, where the runtime handed them over. */
  readonly code?: Uint8Array;
}

/** What one file says of the code of one process. */
export interface CodeRanges {
  readonly length: number;
  /** The code at an address; `timeNs` is on the clock of the recording. */
  find(address: number, timeNs: number): CodeRange | undefined;
  /** Whether the address never held other code, so that the answer holds for every time. */
  isLasting(address: number): boolean;
}
