import { malformed } from '../../base/tool-error.ts';

/**
 * How much may be read for one question about a whole program. In a true table each byte belongs to one
 * function; one that was made up can lead every function to the same long list, or each to all code.
 */
export class TableWork {
  #left: number;

  /** In bytes walked: some for each byte of the program, and enough for small ones. */
  constructor(programBytes: number) {
    this.#left = programBytes * perByte + atLeast;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    throw malformed('.gopclntab', 0, 'its functions share more than functions of Go can');
  }
}

/** Reading every call of the go command itself takes 25. */
const perByte = 64;
const atLeast = 16 << 20;
