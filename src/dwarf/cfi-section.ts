import { ToolError } from '../base/tool-error.ts';
import { CfiCursor } from './cfi-cursor.ts';
import {
  type Cie,
  type EntryHeader,
  type Fde,
  parseCie,
  parseFde,
  readEntryHeader,
} from './cfi-entry.ts';
import type { PointerBases } from './cfi-pointer.ts';
import { CfiProgram } from './cfi-program.ts';

export interface CfiSectionShape {
  readonly name: '.eh_frame' | '.debug_frame';
  readonly bytes: Uint8Array;
  /** Svma of its first byte; 0 for `.debug_frame`, which is not loaded. */
  readonly address: number;
  readonly littleEndian: boolean;
  readonly addressSize: number;
  /** Svma of `.text` and of the global offset table, for the rare encodings that count from them. */
  readonly textAddress?: number;
  readonly dataAddress?: number;
}

/** One section of call frame information. CIEs are kept, FDEs are read when asked for. */
export class CfiSection {
  readonly bytes: Uint8Array;
  readonly address: number;
  readonly isEh: boolean;
  readonly cursor: CfiCursor;
  readonly program: CfiProgram;
  readonly #bases: PointerBases;
  readonly #cies = new Map<number, Cie>();

  constructor(shape: CfiSectionShape) {
    this.bytes = shape.bytes;
    this.address = shape.address;
    this.isEh = shape.name === '.eh_frame';
    this.cursor = new CfiCursor(shape.bytes, shape.name, shape.littleEndian);
    this.#bases = {
      section: shape.address,
      text: shape.textAddress ?? 0,
      data: shape.dataAddress ?? 0,
      addressSize: shape.addressSize,
    };
    this.program = new CfiProgram(this.cursor, this.#bases);
  }

  /** The FDE at an offset; a ToolError when there is none or it is damaged. */
  fdeAt(offset: number): Fde {
    const header = readEntryHeader(this.cursor, offset, this.isEh);
    if (header.kind !== 'fde') throw this.cursor.fail('not an FDE');
    return this.#fde(header, offset);
  }

  /** Every FDE in order of the file. Damaged ones are left out; a damaged length ends the list. */
  *fdes(): Generator<Fde> {
    for (const { header, offset } of this.#entries()) {
      if (header.kind !== 'fde') continue;
      const fde = this.#tryFde(header, offset);
      if (fde !== undefined) yield fde;
    }
  }

  /** How many FDEs there are, by their lengths alone. */
  countFdes(): number {
    let count = 0;
    for (const { header } of this.#entries()) if (header.kind === 'fde') count++;
    return count;
  }

  #fde(header: EntryHeader, offset: number): Fde {
    const cie = this.#cieAt(header.cieOffset);
    return parseFde(this.cursor, header, offset, cie, this.#bases);
  }

  #cieAt(offset: number): Cie {
    let cie = this.#cies.get(offset);
    if (cie === undefined) {
      cie = parseCie(this.cursor, offset, this.isEh, this.#bases);
      this.#cies.set(offset, cie);
    }
    return cie;
  }

  #tryFde(header: EntryHeader, offset: number): Fde | undefined {
    try {
      return this.#fde(header, offset);
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }

  /** Terminators stand between the parts of joined sections, so they end nothing. */
  *#entries(): Generator<{ readonly header: EntryHeader; readonly offset: number }> {
    let offset = 0;
    while (offset + 4 <= this.bytes.length) {
      const header = this.#tryHeader(offset);
      if (header === undefined) return;
      yield { header, offset };
      offset = header.end;
    }
  }

  #tryHeader(offset: number): EntryHeader | undefined {
    try {
      return readEntryHeader(this.cursor, offset, this.isEh);
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  }
}
