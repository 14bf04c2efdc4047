import type { CfiCursor } from './cfi-cursor.ts';
import type { Cie, Fde } from './cfi-entry.ts';
import { type PointerBases, readPointer } from './cfi-pointer.ts';
import { CfiRow, registerCount } from './cfi-row.ts';
import { cfaOpcodes, ruleKinds } from './cfi-table.ts';

/** Compilers nest two or three deep. */
const mostRemembered = 64;

/**
 * Runs call frame programs (DWARF 5 §6.4.2), row by row: `start` and then `next` until it is false, or
 * `runTo` for the one row that holds at an address. Anything it does not know is a ToolError: the row
 * is lost, nothing else.
 */
export class CfiProgram {
  /** The row that holds from `rowStart` to `rowEnd` (Svma). */
  readonly row: CfiRow = new CfiRow();
  rowStart = 0;
  rowEnd = 0;
  readonly #cursor: CfiCursor;
  readonly #bases: PointerBases;
  readonly #remembered: CfiRow[] = [];
  #depth = 0;
  #cie: Cie | undefined;
  #end = 0;
  #isInitial = false;

  constructor(cursor: CfiCursor, bases: PointerBases) {
    this.#cursor = cursor;
    this.#bases = bases;
  }

  start(fde: Fde): void {
    this.#cie = fde.cie;
    this.#depth = 0;
    if (!fde.cie.initialRowIsMade) this.#makeInitialRow(fde.cie);
    this.row.copyFrom(fde.cie.initialRow);
    this.#cursor.window(fde.programAt, fde.programEnd);
    this.rowStart = fde.start;
    this.rowEnd = fde.start;
    this.#end = fde.end;
  }

  /** Moves to the next row; false behind the last. A row may be empty: locations may repeat. */
  next(): boolean {
    if (this.rowEnd >= this.#end && this.#cursor.at >= this.#cursor.end) return false;
    this.rowStart = this.rowEnd;
    while (this.#cursor.at < this.#cursor.end) if (this.#step()) return true;
    if (this.rowStart >= this.#end) return false;
    this.rowEnd = this.#end;
    return true;
  }

  /**
   * Leaves `row` as it is at an Svma inside the FDE. One tight loop over the instructions that nearly
   * all programs are made of; others, and all that does not lie whole inside the program, go through
   * `#step`, which checks.
   */
  runTo(fde: Fde, svma: number): void {
    this.start(fde);
    const cursor = this.#cursor;
    const { bytes, end } = cursor;
    const { codeAlignment, dataAlignment, initialRow } = fde.cie;
    const { row } = this;
    let location = fde.start;
    let { at } = cursor;
    while (at < end) {
      const byte = bytes[at] as number;
      const operand = at + 1 < end ? (bytes[at + 1] as number) : 0xff;
      if (byte >> 6 === 1) {
        location += (byte & 0x3f) * codeAlignment;
        at++;
      } else if (byte >> 6 === 2 && operand < 0x80) {
        row.set(byte & 0x3f, ruleKinds.offset, operand * dataAlignment);
        at += 2;
      } else if (byte >> 6 === 3) {
        row.copyRule(initialRow, byte & 0x3f);
        at++;
      } else if (byte === cfaOpcodes.defineCfaOffset && operand < 0x80) {
        row.cfaOffset = operand;
        at += 2;
      } else if (byte === cfaOpcodes.advance1 && at + 1 < end) {
        location += operand * codeAlignment;
        at += 2;
      } else if (byte === cfaOpcodes.advance2 && at + 2 < end && cursor.littleEndian) {
        location += (operand | ((bytes[at + 2] as number) << 8)) * codeAlignment;
        at += 3;
      } else if (byte === cfaOpcodes.defineCfaRegister && operand < 0x80) {
        row.setCfa(operand, row.cfaOffset);
        at += 2;
      } else if (byte === cfaOpcodes.rememberState) {
        this.#remember();
        at++;
      } else if (byte === cfaOpcodes.restoreState) {
        this.#recall();
        at++;
      } else if (byte === cfaOpcodes.nop) {
        at++;
      } else {
        location = this.#stepAt(at, location);
        at = cursor.at;
      }
      if (location > svma) return;
    }
  }

  /** Any one instruction; where the row after it begins. */
  #stepAt(at: number, location: number): number {
    this.#cursor.at = at;
    this.rowStart = location;
    return this.#step() ? this.rowEnd : location;
  }

  #makeInitialRow(cie: Cie): void {
    this.row.reset();
    this.#isInitial = true;
    this.#cursor.window(cie.programAt, cie.programEnd);
    try {
      while (this.#cursor.at < this.#cursor.end) this.#step();
    } finally {
      this.#isInitial = false;
    }
    cie.initialRow.copyFrom(this.row);
    cie.initialRowIsMade = true;
  }

  /** One instruction; true when it ends the row. */
  #step(): boolean {
    const cursor = this.#cursor;
    const cie = this.#cie as Cie;
    const byte = cursor.u8();
    const low = byte & 0x3f;
    switch (byte >> 6) {
      case 1:
        return this.#advance(low);
      case 2:
        this.row.set(low, ruleKinds.offset, cursor.uleb() * cie.dataAlignment);
        return false;
      case 3:
        this.#restore(low);
        return false;
      default:
        if (low <= cfaOpcodes.advance4 || low === cfaOpcodes.mipsAdvance8) {
          return this.#location(low);
        }
        if (definesCfa(low)) this.#defineCfa(low, cie);
        else this.#rule(low, cie);
        return false;
    }
  }

  #location(opcode: number): boolean {
    const cursor = this.#cursor;
    switch (opcode) {
      case cfaOpcodes.nop:
        return false;
      case cfaOpcodes.setLocation:
        return this.#moveTo(this.#setLocation());
      case cfaOpcodes.advance1:
        return this.#advance(cursor.u8());
      case cfaOpcodes.advance2:
        return this.#advance(cursor.u16());
      case cfaOpcodes.advance4:
        return this.#advance(cursor.u32());
      default:
        return this.#advance(cursor.i64());
    }
  }

  #setLocation(): number {
    const cie = this.#cie as Cie;
    const target = readPointer(this.#cursor, cie.addressEncoding, this.#bases);
    if (target === undefined) throw this.#cursor.fail('location of unknown base');
    return target;
  }

  #advance(delta: number): boolean {
    return this.#moveTo(this.rowStart + delta * (this.#cie as Cie).codeAlignment);
  }

  /** Locations of a CIE's own instructions mean nothing. */
  #moveTo(target: number): boolean {
    if (this.#isInitial) return false;
    this.rowEnd = target;
    return true;
  }

  #restore(register: number): void {
    if (register < registerCount) this.row.copyRule((this.#cie as Cie).initialRow, register);
  }

  #defineCfa(opcode: number, cie: Cie): void {
    const { row } = this;
    const cursor = this.#cursor;
    switch (opcode) {
      case cfaOpcodes.defineCfa:
        row.setCfa(cursor.uleb(), cursor.uleb());
        return;
      case cfaOpcodes.defineCfaRegister:
        row.setCfa(cursor.uleb(), row.cfaOffset);
        return;
      case cfaOpcodes.defineCfaOffset:
        this.#setOffset(cursor.uleb());
        return;
      case cfaOpcodes.defineCfaSigned:
        row.setCfa(cursor.uleb(), cursor.sleb() * cie.dataAlignment);
        return;
      case cfaOpcodes.defineCfaOffsetSigned:
        this.#setOffset(cursor.sleb() * cie.dataAlignment);
        return;
      default: {
        const length = cursor.uleb();
        row.setCfaExpression(cursor.at, length);
        cursor.skip(length);
      }
    }
  }

  /** An offset alone means nothing after an expression; the register of before stands again. */
  #setOffset(offset: number): void {
    this.row.cfaOffset = offset;
  }

  #rule(opcode: number, cie: Cie): void {
    const { row } = this;
    const cursor = this.#cursor;
    switch (opcode) {
      case cfaOpcodes.offsetExtended:
        row.set(cursor.uleb(), ruleKinds.offset, cursor.uleb() * cie.dataAlignment);
        return;
      case cfaOpcodes.offsetExtendedSigned:
        row.set(cursor.uleb(), ruleKinds.offset, cursor.sleb() * cie.dataAlignment);
        return;
      case cfaOpcodes.gnuNegativeOffsetExtended:
        row.set(cursor.uleb(), ruleKinds.offset, -cursor.uleb() * cie.dataAlignment);
        return;
      case cfaOpcodes.valueOffset:
        row.set(cursor.uleb(), ruleKinds.valueOffset, cursor.uleb() * cie.dataAlignment);
        return;
      case cfaOpcodes.valueOffsetSigned:
        row.set(cursor.uleb(), ruleKinds.valueOffset, cursor.sleb() * cie.dataAlignment);
        return;
      case cfaOpcodes.restoreExtended:
        this.#restore(cursor.uleb());
        return;
      case cfaOpcodes.undefined:
        row.set(cursor.uleb(), ruleKinds.undefined, 0);
        return;
      case cfaOpcodes.sameValue:
        row.set(cursor.uleb(), ruleKinds.sameValue, 0);
        return;
      case cfaOpcodes.register:
        row.set(cursor.uleb(), ruleKinds.register, cursor.uleb());
        return;
      default:
        this.#rareRule(opcode);
    }
  }

  #rareRule(opcode: number): void {
    const cursor = this.#cursor;
    switch (opcode) {
      case cfaOpcodes.rememberState:
        this.#remember();
        return;
      case cfaOpcodes.restoreState:
        this.#recall();
        return;
      case cfaOpcodes.expression:
        this.#setExpression(ruleKinds.expression);
        return;
      case cfaOpcodes.valueExpression:
        this.#setExpression(ruleKinds.valueExpression);
        return;
      case cfaOpcodes.negateReturnState:
      case cfaOpcodes.negateReturnStateWithPc:
        this.row.returnIsSigned = !this.row.returnIsSigned;
        return;
      case cfaOpcodes.gnuArgumentsSize:
        cursor.uleb(); // how much is pushed at a call: of use to exceptions, not to us
        return;
      default:
        throw cursor.fail(`unknown instruction 0x${opcode.toString(16)}`);
    }
  }

  #setExpression(kind: number): void {
    const register = this.#cursor.uleb();
    const length = this.#cursor.uleb();
    this.row.set(register, kind, this.#cursor.at, length);
    this.#cursor.skip(length);
  }

  /** The CFA is part of the state, as in GCC's unwinder. */
  #remember(): void {
    if (this.#depth >= mostRemembered) throw this.#cursor.fail('too many remembered states');
    const kept = this.#remembered[this.#depth] ?? new CfiRow();
    kept.copyFrom(this.row);
    this.#remembered[this.#depth++] = kept;
  }

  #recall(): void {
    if (this.#depth === 0) throw this.#cursor.fail('no remembered state');
    this.row.copyFrom(this.#remembered[--this.#depth] as CfiRow);
  }
}

function definesCfa(opcode: number): boolean {
  if (opcode >= cfaOpcodes.defineCfa && opcode <= cfaOpcodes.defineCfaExpression) return true;
  return opcode === cfaOpcodes.defineCfaSigned || opcode === cfaOpcodes.defineCfaOffsetSigned;
}
