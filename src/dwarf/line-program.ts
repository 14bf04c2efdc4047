import { type LineHeader, parseFile2 } from './line-header.ts';
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
const extended = { endSequence: 1, setAddress: 2, defineFile: 3, setDiscriminator: 4 } as const;

/** Why a program stopped. */
export const stops = {
  /** It did not. */
  none: -1,
  /** The wanted number of rows was made. */
  rows: 0,
  /** A row beyond the wanted address was made. */
  passed: 1,
  /** The address was set, not advanced: `base` and `operations` start anew. */
  moved: 2,
  sequenceEnd: 3,
  programEnd: 4,
} as const;

/** What special opcodes (section 6.2.5.1) add to address and line; nearly all programs share one table. */
export class SpecialOpcodes {
  readonly operations: Int32Array = new Int32Array(256);
  readonly lines: Int32Array = new Int32Array(256);
  readonly #opcodeBase: number;
  readonly #lineBase: number;
  readonly #lineRange: number;

  constructor({ opcodeBase, lineBase, lineRange }: LineHeader) {
    this.#opcodeBase = opcodeBase;
    this.#lineBase = lineBase;
    // A range of 0 is an error that only programs with special opcodes make.
    this.#lineRange = lineRange || 1;
    for (let opcode = opcodeBase; opcode < 256; opcode++) {
      const adjusted = opcode - opcodeBase;
      this.operations[opcode] = Math.floor(adjusted / this.#lineRange);
      this.lines[opcode] = lineBase + (adjusted % this.#lineRange);
    }
    // Advances as opcode 255 does.
    if (opcodeBase > opcodes.constAddPc) {
      this.operations[opcodes.constAddPc] = Math.floor((255 - opcodeBase) / this.#lineRange);
    }
  }

  isOf({ opcodeBase, lineBase, lineRange }: LineHeader): boolean {
    return (
      opcodeBase === this.#opcodeBase &&
      lineBase === this.#lineBase &&
      lineRange === this.#lineRange
    );
  }
}

/**
 * A line program that can be stopped and put back to any row: DWARF 5, section 6.2. The registers of
 * section 6.2.2 that tell addresses, files and lines; those for statements and blocks are of no use here.
 */
export class LineProgram {
  readonly #bytes: Uint8Array;
  readonly #header: LineHeader;
  readonly #cursor: SectionCursor;
  readonly #operationsOf: Int32Array;
  readonly #linesOf: Int32Array;
  readonly #perInstruction: number;
  #lastDefinition = -1;
  /** Where the next opcode stands. */
  at: number;
  /** Svma that `operations` count from. */
  base = 0;
  /** Instructions may hold several operations (VLIW, section 6.2.5.1); mostly one. */
  operations = 0;
  file = 1;
  line = 1;
  column = 0;
  /** Tells blocks of one line apart; it holds for the next row only. */
  discriminator = 0;
  /** The last row that did not pass the limit; its address is an Svma. */
  rowAddress = 0;
  rowFile = 0;
  rowLine = 0;
  rowColumn = 0;
  rowDiscriminator = 0;
  /** Whether the linker left the code of this sequence out. */
  isGone = false;

  constructor(
    bytes: Uint8Array,
    littleEndian: boolean,
    header: LineHeader,
    special: SpecialOpcodes,
  ) {
    this.#bytes = bytes;
    this.#header = header;
    this.#cursor = new SectionCursor(bytes, '.debug_line', littleEndian);
    this.#perInstruction = Math.max(header.operationsPerInstruction, 1);
    this.at = header.program;
    this.#operationsOf = special.operations;
    this.#linesOf = special.lines;
  }

  /** Svma that the program has come to. */
  get address(): number {
    return this.base + this.#bytesOf(this.operations);
  }

  #bytesOf(operations: number): number {
    const { minimumInstruction } = this.#header;
    if (this.#perInstruction === 1) return operations * minimumInstruction;
    return minimumInstruction * Math.floor(operations / this.#perInstruction);
  }

  /** Operations into the current instruction. */
  get remainder(): number {
    return this.operations % this.#perInstruction;
  }

  /** Goes back to a row: where the program goes on after it, its Svma, and operations beyond that. */
  restart(at: number, svma: number, remainder: number): void {
    this.at = at;
    this.base = this.rowAddress = svma;
    this.operations = remainder;
  }

  /** The rest of the row to go back to. */
  setRow(file: number, line: number, column: number, discriminator: number): void {
    this.file = this.rowFile = file;
    this.line = this.rowLine = line;
    this.column = this.rowColumn = column;
    this.rowDiscriminator = discriminator;
    this.discriminator = 0;
  }

  /** The most operations after which the address is not above an Svma yet. */
  limitOf(svma: number): number {
    const instructions = Math.floor((svma - this.base) / this.#header.minimumInstruction) + 1;
    return instructions * this.#perInstruction - 1;
  }

  /**
   * Runs until so many rows are made, or one after more than `limit` operations. The hot loop of every
   * look-up: it starts in code that is not compiled yet, so it is small, keeps everything in local
   * variables, counts in small integers, and leaves to others what is rare.
   */
  run(rows: number, limit: number): number {
    const bytes = this.#bytes;
    const operationsOf = this.#operationsOf;
    const linesOf = this.#linesOf;
    const { opcodeBase, operandCounts, end } = this.#header;
    const { base } = this;
    let { at, operations, file, line, column, rowFile, rowLine, rowColumn } = this;
    let { discriminator, rowDiscriminator } = this;
    let rowOperations = -1;
    let rowsLeft = rows;
    let stop: number = stops.programEnd;
    while (at < end) {
      const opcode = bytes[at++] as number;
      if (opcode >= opcodeBase || opcode === opcodes.copy) {
        operations += operationsOf[opcode] as number;
        line += linesOf[opcode] as number;
        if (operations > limit) {
          stop = stops.passed;
          break;
        }
        rowOperations = operations;
        rowFile = file;
        rowLine = line;
        rowColumn = column;
        rowDiscriminator = discriminator;
        discriminator = 0;
        if (--rowsLeft === 0) {
          stop = stops.rows;
          break;
        }
      } else if (opcode === opcodes.constAddPc) {
        operations += operationsOf[opcode] as number;
      } else if (opcode === 0 || opcode === opcodes.fixedAdvancePc) {
        this.at = at;
        this.operations = operations;
        this.discriminator = discriminator;
        stop = opcode === 0 ? this.#runExtended() : this.#advanceFixed();
        at = this.at;
        discriminator = this.discriminator;
        if (stop !== stops.none) break;
        stop = stops.programEnd;
      } else if (operandCounts[opcode] !== 0) {
        let operand = bytes[at] as number;
        if (operand < 0x80 && opcode !== opcodes.advanceLine) at++;
        else {
          operand = this.#longOperand(opcode, at);
          at = this.at;
        }
        if (opcode === opcodes.setColumn) column = operand;
        else if (opcode === opcodes.advanceLine) line += operand;
        else if (opcode === opcodes.setFile) file = operand;
        else if (opcode === opcodes.advancePc) operations += operand;
        else at = this.#skipOperands(opcode, at);
      }
    }
    this.at = at;
    this.file = file;
    this.line = line;
    this.column = column;
    if (stop !== stops.moved) this.operations = operations;
    if (rowOperations >= 0) this.rowAddress = base + this.#bytesOf(rowOperations);
    this.rowFile = rowFile;
    this.rowLine = rowLine;
    this.rowColumn = rowColumn;
    this.discriminator = discriminator;
    this.rowDiscriminator = rowDiscriminator;
    return stop;
  }

  /** The registers at the start of a sequence. */
  reset(): void {
    this.base = this.operations = this.column = this.discriminator = 0;
    this.file = this.line = 1;
    this.isGone = false;
  }

  /** A number of any length; `at` is then behind it. */
  #longOperand(opcode: number, at: number): number {
    const cursor = this.#cursor;
    cursor.at = at;
    const operand = opcode === opcodes.advanceLine ? cursor.sleb() : cursor.uleb();
    this.at = cursor.at;
    return operand;
  }

  #advanceFixed(): number {
    this.#cursor.at = this.at;
    this.#moveTo(this.address + this.#cursor.u16());
    this.at = this.#cursor.at;
    return stops.moved;
  }

  #moveTo(svma: number): void {
    this.base = svma;
    this.operations = 0;
  }

  #runExtended(): number {
    const cursor = this.#cursor;
    cursor.at = this.at;
    const length = cursor.uleb();
    const next = cursor.at + length;
    if (!(next <= this.#header.end)) throw cursor.fail('extended opcode reaches too far');
    this.at = next;
    const kind = length === 0 ? 0 : cursor.u8();
    if (kind === extended.endSequence) return stops.sequenceEnd;
    if (kind === extended.setAddress) {
      if (length > 9) throw cursor.fail(`address of ${length - 1} bytes`);
      const address = cursor.fixed(length - 1);
      this.isGone = address >= tombstoneOf(length - 1);
      this.#moveTo(address);
      return stops.moved;
    }
    if (kind === extended.defineFile) this.#defineFile();
    if (kind === extended.setDiscriminator) this.discriminator = cursor.uleb();
    return stops.none;
  }

  /** A program that is put back defines the same file again, which must not count. */
  #defineFile(): void {
    const cursor = this.#cursor;
    if (cursor.at <= this.#lastDefinition) return;
    this.#lastDefinition = cursor.at;
    parseFile2(cursor, this.#header.files, cursor.passText());
  }

  /** negate_stmt, set_basic_block … and those of later versions: all operands but the first. */
  #skipOperands(opcode: number, at: number): number {
    const cursor = this.#cursor;
    cursor.at = at;
    for (let i = this.#header.operandCounts[opcode] as number; i > 1; i--) cursor.uleb();
    return cursor.at;
  }
}
