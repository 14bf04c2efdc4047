import { ToolError } from '../base/tool-error.ts';
import { CfiCursor } from './cfi-cursor.ts';
import {
  type Cie,
  type EntryHeader,
  emptyFde,
  type Fde,
  parseCie,
  parseFde,
  type ReusedFde,
  readEntryHeader,
} from './cfi-entry.ts';
import type { PointerBases } from './cfi-pointer.ts';
import { CfiProgram } from './cfi-program.ts';
import type { CfiRow } from './cfi-row.ts';
import { pointerBases, pointerFormats } from './cfi-table.ts';

/** What GNU and LLVM tools use for code: 32 bits, counted from where they stand. */
const usualEncoding = pointerBases.itself | pointerFormats.i32;
/** Length, CIE, start, length of code, length of the augmentation. */
const usualHeaderBytes = 17;

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
  /** The program's. */
  readonly row: CfiRow;
  /** The one that was sought last. */
  readonly fde: ReusedFde = emptyFde();
  readonly #bases: PointerBases;
  readonly #cies = new Map<number, Cie>();
  readonly #view: DataView;

  constructor(shape: CfiSectionShape) {
    this.bytes = shape.bytes;
    this.address = shape.address;
    this.isEh = shape.name === '.eh_frame';
    this.cursor = new CfiCursor(shape.bytes, shape.name, shape.littleEndian);
    this.#view = new DataView(shape.bytes.buffer, shape.bytes.byteOffset, shape.bytes.length);
    this.#bases = {
      section: shape.address,
      text: shape.textAddress ?? 0,
      data: shape.dataAddress ?? 0,
      addressSize: shape.addressSize,
    };
    this.program = new CfiProgram(this.cursor, this.#bases);
    this.row = this.program.row;
  }

  /** The FDE at an offset; a ToolError when there is none or it is damaged. */
  fdeAt(offset: number): Fde {
    const header = readEntryHeader(this.cursor, offset, this.isEh);
    if (header.kind !== 'fde') throw this.cursor.fail('not an FDE');
    return this.#fde(header, offset);
  }

  /** Makes `fde` the one at an offset; false when there is none or it is damaged. */
  seek(offset: number): boolean {
    return offset === this.fde.offset || this.#seekUsual(offset) || this.#seekAny(offset);
  }

  /** The form nearly all FDEs have, read without a detour; false says nothing. */
  #seekUsual(offset: number): boolean {
    const { bytes, fde } = this;
    const view = this.#view;
    const isInside = offset >= 0 && offset + usualHeaderBytes <= bytes.length;
    if (!isInside || !this.isEh || !this.cursor.littleEndian) return false;
    const end = offset + 4 + view.getUint32(offset, true);
    const id = view.getUint32(offset + 4, true);
    const from = view.getInt32(offset + 8, true);
    const programAt = offset + usualHeaderBytes + (bytes[offset + 16] as number);
    if (end > bytes.length || programAt > end || id === 0 || from === 0) return false;
    const cieOffset = offset + 4 - id;
    const cie = fde.cie.offset === cieOffset ? fde.cie : this.#cies.get(cieOffset);
    if (cie === undefined || cie.addressEncoding !== usualEncoding) return false;
    const start = this.address + offset + 8 + from;
    if (cie.segmentSize !== 0 || !cie.hasAugmentationData || start < 0) return false;
    if ((bytes[offset + 16] as number) >= 0x80) return false;
    fde.offset = offset;
    fde.cie = cie;
    fde.start = start;
    fde.end = start + Math.max(0, view.getInt32(offset + 12, true));
    fde.programAt = programAt;
    fde.programEnd = end;
    return true;
  }

  #seekAny(offset: number): boolean {
    this.fde.offset = -1;
    try {
      Object.assign(this.fde, this.fdeAt(offset));
    } catch (error) {
      if (error instanceof ToolError) return false;
      throw error;
    }
    return true;
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
    const { bytes } = this;
    const { littleEndian } = this.cursor;
    const view = this.#view;
    let count = 0;
    for (let offset = 0; offset + 8 <= bytes.length; ) {
      const length = view.getUint32(offset, littleEndian);
      if (length === 0xffff_ffff) return count + this.#countFrom(offset);
      const id = view.getUint32(offset + 4, littleEndian);
      if (length > bytes.length - offset - 4) return count;
      if (length >= 4 && id !== (this.isEh ? 0 : 0xffff_ffff)) count++;
      offset += 4 + length;
    }
    return count;
  }

  /** The same where a length of 64 bits has been met. */
  #countFrom(from: number): number {
    let count = 0;
    for (const { header } of this.#entries(from)) if (header.kind === 'fde') count++;
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
  *#entries(from = 0): Generator<{ readonly header: EntryHeader; readonly offset: number }> {
    let offset = from;
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
