import { type LineHeader, parseFile2 } from './line-header.ts';
import type { LineRows, LineRowsBuilder } from './line-rows.ts';
import { tombstoneOf } from './ranges.ts';
import { SectionCursor } from './section-cursor.ts';

/** Standard opcodes: DWARF 5, section 6.2.5.2. */
const opcodes = {
  copy: 1,
  advancePc: 2,
  advanceLine: 3,
  setFile: 4,
  setColumn: 5,
  constAddPc: 8,
  fixedAdvancePc: 9,
} as const;

/** Extended opcodes: section 6.2.5.3. */
const extended = { endSequence: 1, setAddress: 2, defineFile: 3 } as const;

/** Runs a line program to its end: DWARF 5, section 6.2.5. */
export function runLineProgram(
  bytes: Uint8Array,
  littleEndian: boolean,
  header: LineHeader,
  rows: LineRowsBuilder,
): LineRows {
  rows.clear();
  return new LineMachine(bytes, littleEndian, header, rows).run();
}

/** The state machine of section 6.2.2. The registers for statements and blocks are of no use here. */
class LineMachine {
  readonly #header: LineHeader;
  readonly #cursor: SectionCursor;
  readonly #rows: LineRowsBuilder;
  #address = 0;
  #operation = 0;
  #file = 1;
  #line = 1;
  #column = 0;
  #firstRow = 0;
  #isSorted = true;
  #isGone = false;

  constructor(bytes: Uint8Array, littleEndian: boolean, header: LineHeader, rows: LineRowsBuilder) {
    this.#rows = rows;
    this.#header = header;
    this.#cursor = new SectionCursor(bytes, '.debug_line', littleEndian, header.program);
  }

  run(): LineRows {
    const { opcodeBase, lineBase, lineRange, end, minimumInstruction } = this.#header;
    const isSimple = this.#header.operationsPerInstruction <= 1 && lineRange > 0;
    const cursor = this.#cursor;
    const { bytes } = cursor;
    while (cursor.at < end) {
      const opcode = bytes[cursor.at++] as number;
      if (opcode >= opcodeBase) {
        const adjusted = opcode - opcodeBase;
        if (isSimple) {
          const advance = (adjusted / lineRange) | 0;
          this.#address += advance * minimumInstruction;
          this.#line += lineBase + adjusted - advance * lineRange;
        } else this.#special(adjusted);
        this.#emit();
      } else if (opcode === 0) this.#extended();
      else this.#standard(opcode);
    }
    return this.#rows.finish();
  }

  #emit(): void {
    const rows = this.#rows;
    const address = this.#address;
    let row = rows.length;
    if (row > this.#firstRow) {
      const last = rows.address[row - 1] as number;
      if (address === last) row--;
      else if (address < last) this.#isSorted = false;
    }
    if (row === rows.address.length) rows.grow();
    rows.address[row] = address;
    rows.file[row] = this.#file;
    rows.line[row] = this.#line;
    rows.column[row] = this.#column;
    rows.length = row + 1;
  }

  #special(adjusted: number): void {
    const { lineBase, lineRange } = this.#header;
    if (lineRange === 0) throw this.#cursor.fail('line range 0');
    this.#advance(Math.floor(adjusted / lineRange));
    this.#line += lineBase + (adjusted % lineRange);
  }

  /** Section 6.2.5.1: instructions may hold several operations (VLIW). */
  #advance(operations: number): void {
    const { minimumInstruction, operationsPerInstruction: perInstruction } = this.#header;
    if (perInstruction <= 1) {
      this.#address += operations * minimumInstruction;
      return;
    }
    const all = this.#operation + operations;
    this.#address += minimumInstruction * Math.floor(all / perInstruction);
    this.#operation = all % perInstruction;
  }

  #standard(opcode: number): void {
    const cursor = this.#cursor;
    switch (opcode) {
      case opcodes.copy:
        this.#emit();
        return;
      case opcodes.advancePc:
        this.#advance(cursor.uleb());
        return;
      case opcodes.advanceLine:
        this.#line += cursor.sleb();
        return;
      case opcodes.setFile:
        this.#file = cursor.uleb();
        return;
      case opcodes.setColumn:
        this.#column = cursor.uleb();
        return;
      case opcodes.constAddPc: {
        const { opcodeBase, lineRange } = this.#header;
        if (lineRange === 0) throw cursor.fail('line range 0');
        this.#advance(Math.floor((255 - opcodeBase) / lineRange));
        return;
      }
      case opcodes.fixedAdvancePc:
        this.#address += cursor.u16();
        this.#operation = 0;
        return;
      default:
        // negate_stmt, set_basic_block … and those of later versions, by their number of operands.
        for (let i = this.#header.operandCounts[opcode] as number; i > 0; i--) cursor.uleb();
    }
  }

  #extended(): void {
    const cursor = this.#cursor;
    const length = cursor.uleb();
    const next = cursor.at + length;
    if (!(next <= this.#header.end)) throw cursor.fail('extended opcode reaches too far');
    if (length === 0) return;
    const opcode = cursor.u8();
    if (opcode === extended.endSequence) this.#endSequence();
    else if (opcode === extended.setAddress) this.#setAddress(length - 1);
    else if (opcode === extended.defineFile) {
      parseFile2(cursor, this.#header.files, cursor.passText());
    }
    cursor.at = next;
  }

  #setAddress(size: number): void {
    if (size > 8) throw this.#cursor.fail(`address of ${size} bytes`);
    this.#address = this.#cursor.fixed(size);
    this.#operation = 0;
    this.#isGone = this.#address >= tombstoneOf(size);
  }

  #endSequence(): void {
    this.#rows.endSequence(this.#firstRow, this.#address, this.#isSorted, this.#isGone);
    this.#firstRow = this.#rows.length;
    this.#address = 0;
    this.#operation = 0;
    this.#file = 1;
    this.#line = 1;
    this.#column = 0;
    this.#isSorted = true;
    this.#isGone = false;
  }
}
