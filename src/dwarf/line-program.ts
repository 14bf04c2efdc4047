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

/**
 * Runs a line program to its end: DWARF 5, section 6.2.5. A hot loop: most programs run once, in code
 * that is not compiled yet, so the registers of section 6.2.2 are local variables and short numbers are
 * read in place. The registers for statements and blocks are of no use here.
 */
export function runLineProgram(
  bytes: Uint8Array,
  littleEndian: boolean,
  header: LineHeader,
  rows: LineRowsBuilder,
): LineRows {
  const { opcodeBase, lineBase, minimumInstruction, end } = header;
  // A range of 0 is an error that only programs with special opcodes make.
  const lineRange = header.lineRange || 1;
  const constAdvance = Math.floor((255 - opcodeBase) / lineRange);
  const clock = new InstructionClock(header);
  const cursor = new SectionCursor(bytes, '.debug_line', littleEndian, header.program);
  rows.clear();
  let at = header.program;
  let address = 0;
  let file = 1;
  let line = 1;
  let column = 0;
  let firstRow = 0;
  let isGone = false;
  while (at < end) {
    const opcode = bytes[at++] as number;
    if (opcode >= opcodeBase) {
      const adjusted = opcode - opcodeBase;
      const advance = (adjusted / lineRange) | 0;
      address += clock.isSimple ? advance * minimumInstruction : clock.advance(advance);
      line += lineBase + adjusted - advance * lineRange;
      rows.push(firstRow, address, file, line, column);
    } else if (opcode === opcodes.setColumn && (bytes[at] as number) < 0x80) {
      column = bytes[at++] as number;
    } else if (opcode === opcodes.copy) {
      rows.push(firstRow, address, file, line, column);
    } else if (opcode === opcodes.constAddPc) {
      address += clock.advance(constAdvance);
    } else if (opcode !== 0) {
      cursor.at = at;
      if (opcode === opcodes.advanceLine) line += cursor.sleb();
      else if (opcode === opcodes.advancePc) address += clock.advance(cursor.uleb());
      else if (opcode === opcodes.setFile) file = cursor.uleb();
      else if (opcode === opcodes.setColumn) column = cursor.uleb();
      else if (opcode === opcodes.fixedAdvancePc) address += clock.skip(cursor.u16());
      else skipOperands(cursor, header.operandCounts[opcode] as number);
      at = cursor.at;
    } else {
      cursor.at = at;
      const length = cursor.uleb();
      at = cursor.at + length;
      if (!(at <= end)) throw cursor.fail('extended opcode reaches too far');
      const kind = length === 0 ? 0 : cursor.u8();
      if (kind === extended.setAddress) {
        address = readAddress(cursor, length - 1);
        isGone = address >= tombstoneOf(length - 1);
        clock.skip(0);
      } else if (kind === extended.endSequence) {
        rows.endSequence(firstRow, address, isGone);
        firstRow = rows.length;
        address = column = 0;
        file = line = 1;
        isGone = false;
        clock.skip(0);
      } else if (kind === extended.defineFile) {
        parseFile2(cursor, header.files, cursor.passText());
      }
    }
  }
  return rows.finish();
}

/** negate_stmt, set_basic_block … and those of later versions, by their number of operands. */
function skipOperands(cursor: SectionCursor, count: number): void {
  for (let i = count; i > 0; i--) cursor.uleb();
}

function readAddress(cursor: SectionCursor, size: number): number {
  if (size > 8) throw cursor.fail(`address of ${size} bytes`);
  return cursor.fixed(size);
}

/** Section 6.2.5.1: instructions may hold several operations (VLIW), of which the address knows none. */
class InstructionClock {
  readonly isSimple: boolean;
  readonly #perInstruction: number;
  readonly #minimum: number;
  #operation = 0;

  constructor(header: LineHeader) {
    this.#perInstruction = Math.max(header.operationsPerInstruction, 1);
    this.#minimum = header.minimumInstruction;
    this.isSimple = this.#perInstruction === 1;
  }

  /** What to add to the address after so many operations. */
  advance(operations: number): number {
    if (this.isSimple) return operations * this.#minimum;
    const all = this.#operation + operations;
    this.#operation = all % this.#perInstruction;
    return this.#minimum * Math.floor(all / this.#perInstruction);
  }

  /** The address is set otherwise: counting starts anew. */
  skip(bytes: number): number {
    this.#operation = 0;
    return bytes;
  }
}
