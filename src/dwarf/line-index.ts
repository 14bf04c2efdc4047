import { Float64Builder, Int32Builder } from '../base/growable-column.ts';
import type { LineHeader } from './line-header.ts';
import { type LineProgram, SpecialOpcodes, stops } from './line-program.ts';
import { ascendingOrder, lastAtOrBelow, runningMaximum } from './sorted-columns.ts';

/**
 * How many rows are passed at most to find one. Few units are asked for more than a few of their rows,
 * so rows are not kept; only points from which the program can be run again.
 */
const rowsPerPoint = 16;

/** Where the registers of a point stand among its fields. */
const pointFields = 6;
const field = { at: 0, remainder: 1, file: 2, line: 3, column: 4, discriminator: 5 } as const;

const sequenceFields = 2;

/**
 * The sequences of a line program, and points in them: rows together with where the program goes on. Serves
 * one program; the columns for building it are the caller's, who has many.
 */
export class LineIndex {
  readonly #program: LineProgram;
  /** Sequences sorted by start: [start, end) of Svma. */
  readonly #start: Float64Array;
  readonly #end: Float64Array;
  /** The highest end of this sequence and those before it: how far back to look. */
  readonly #reach: Float64Array;
  /** The first point of a sequence and the one behind its last. */
  readonly #points: Int32Array;
  /** Svma of each point. */
  readonly #address: Float64Array;
  readonly #registers: Int32Array;

  constructor(program: LineProgram, builder: LineIndexBuilder) {
    builder.run(program);
    const starts = builder.start.finish();
    const order = ascendingOrder(starts);
    const count = starts.length;
    this.#program = program;
    this.#start = new Float64Array(count);
    this.#end = new Float64Array(count);
    this.#points = new Int32Array(count * sequenceFields);
    for (let i = 0; i < count; i++) {
      const from = order === undefined ? i : (order[i] as number);
      this.#start[i] = starts[from] as number;
      this.#end[i] = builder.end.at(from);
      this.#points[2 * i] = builder.points.at(2 * from);
      this.#points[2 * i + 1] = builder.points.at(2 * from + 1);
    }
    this.#reach = runningMaximum(this.#end);
    this.#address = builder.address.view().slice();
    this.#registers = builder.registers.view().slice();
  }

  /** Whether a row holds an address; the program's `rowFile`, `rowLine` and `rowColumn` tell it. */
  find(svma: number): boolean {
    const sequence = this.#findSequence(svma);
    if (sequence < 0) return false;
    const point = this.#findPoint(sequence, svma);
    this.#runFrom(point, svma);
    return true;
  }

  #findSequence(svma: number): number {
    for (let i = lastAtOrBelow(this.#start, 0, this.#start.length, svma); i >= 0; i--) {
      if (svma < (this.#end[i] as number)) return i;
      if (svma >= (this.#reach[i] as number)) return -1;
    }
    return -1;
  }

  /** The point after which the row of an address comes. */
  #findPoint(sequence: number, svma: number): number {
    const first = this.#points[2 * sequence] as number;
    const end = this.#points[2 * sequence + 1] as number;
    if (first < 0) return this.#findUnsorted(~first, end, svma);
    return lastAtOrBelow(this.#address, first, end, svma);
  }

  /** Programs must not go back within a sequence; some do. The nearest row below counts all the same. */
  #findUnsorted(first: number, end: number, svma: number): number {
    let best = first;
    let bestAddress = Number.NEGATIVE_INFINITY;
    for (let point = first; point < end; point++) {
      const from = this.#address[point] as number;
      if (from > svma) continue;
      const address = this.#runFrom(point, svma);
      if (address < bestAddress) continue;
      best = point;
      bestAddress = address;
    }
    return best;
  }

  /** Makes the last row from a point on that is not above an address, and gives its Svma. */
  #runFrom(point: number, svma: number): number {
    const program = this.#program;
    const registers = this.#registers;
    const at = point * pointFields;
    program.restart(
      registers[at + field.at] as number,
      this.#address[point] as number,
      registers[at + field.remainder] as number,
    );
    program.setRow(
      registers[at + field.file] as number,
      registers[at + field.line] as number,
      registers[at + field.column] as number,
      registers[at + field.discriminator] as number,
    );
    // Where the address is set, the next point stands, which is above.
    program.run(rowsPerPoint, program.limitOf(svma));
    return program.rowAddress;
  }
}

/** Columns of the sequences and points of one program after the other. */
export class LineIndexBuilder {
  readonly start: Float64Builder = new Float64Builder(1 << 10);
  readonly end: Float64Builder = new Float64Builder(1 << 10);
  /** Of each sequence its first point, as ~point where addresses go back, and the one behind its last. */
  readonly points: Int32Builder = new Int32Builder(1 << 11);
  readonly address: Float64Builder = new Float64Builder(1 << 11);
  readonly registers: Int32Builder = new Int32Builder(1 << 13);

  #special: SpecialOpcodes | undefined;

  /** The table of the last program, where it fits the next. */
  specialOpcodes(header: LineHeader): SpecialOpcodes {
    if (this.#special?.isOf(header) !== true) this.#special = new SpecialOpcodes(header);
    return this.#special;
  }

  run(program: LineProgram): void {
    for (const column of [this.start, this.end, this.points, this.address, this.registers]) {
      column.clear();
    }
    while (this.#addSequence(program));
  }

  /** False at the end of the program. */
  #addSequence(program: LineProgram): boolean {
    const firstPoint = this.address.length;
    let start = Number.POSITIVE_INFINITY;
    let isSorted = true;
    let stop: number = stops.none;
    program.reset();
    // The first row is a point, and so is the one after each jump.
    let rows = 1;
    while (stop !== stops.sequenceEnd) {
      const before = program.rowAddress;
      stop = program.run(rows, Number.POSITIVE_INFINITY);
      if (stop === stops.programEnd) return false;
      if (stop === stops.moved) rows = 1;
      if (stop !== stops.rows) continue;
      rows = rowsPerPoint;
      const isFirst = this.address.length === firstPoint;
      if (!isFirst && program.rowAddress < before) isSorted = false;
      start = Math.min(start, program.rowAddress);
      this.#addPoint(program);
    }
    const end = program.address;
    if (program.isGone || !(start < end)) return true;
    this.start.push(start);
    this.end.push(end);
    this.points.push(isSorted ? firstPoint : ~firstPoint);
    this.points.push(this.address.length);
    return true;
  }

  #addPoint(program: LineProgram): void {
    const { registers } = this;
    this.address.push(program.rowAddress);
    registers.push(program.at);
    registers.push(program.remainder);
    registers.push(program.file);
    registers.push(program.line);
    registers.push(program.column);
    registers.push(program.rowDiscriminator);
  }
}
