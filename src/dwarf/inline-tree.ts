import { Float64Builder } from '../base/growable-column.ts';
import { type AbbreviationTable, findRow, skipAttributes } from './abbreviations.ts';
import { roles } from './attribute-table.ts';
import type { EntryReader } from './entry-reader.ts';
import { SectionCursor } from './section-cursor.ts';
import { tags } from './tag-table.ts';
import type { Unit } from './unit.ts';

/** Below a function nested in the one that is read: of no interest. */
const elsewhere = -2;

/** What a call occupies in `InlineTree.calls`, and where in it. */
const callFields = 7;
const field = {
  parent: 0,
  /** The entry that tells the name, as DW_AT_abstract_origin has it: a form and its value. */
  originForm: 1,
  origin: 2,
  /** The entry itself, which may have a name of its own. */
  self: 3,
  file: 4,
  line: 5,
  column: 6,
} as const;

/**
 * The calls that were inlined into one function, in the order of their entries: a caller before what it
 * calls. Read when an address first falls into the function, and kept in two arrays, because a program
 * has tens of thousands of functions.
 */
export class InlineTree {
  readonly #calls: Float64Array;
  /** Triples: low, high (Svma), and whose they are. */
  readonly #ranges: Float64Array;

  constructor(calls: Float64Array, ranges: Float64Array) {
    this.#calls = calls;
    this.#ranges = ranges;
  }

  /** The innermost call at an address, -1 = the function itself. */
  find(svma: number): number {
    const ranges = this.#ranges;
    // Children follow their parents, so the last range that holds the address is the innermost.
    for (let i = ranges.length - 3; i >= 0; i -= 3) {
      if (svma >= (ranges[i] as number) && svma < (ranges[i + 1] as number)) {
        return ranges[i + 2] as number;
      }
    }
    return -1;
  }

  /** The call around a call, -1 = the function itself. */
  parent(call: number): number {
    return this.#field(call, field.parent);
  }

  originForm(call: number): number {
    return this.#field(call, field.originForm);
  }

  origin(call: number): number {
    return this.#field(call, field.origin);
  }

  entry(call: number): number {
    return this.#field(call, field.self);
  }

  /** Where in the caller the call stands. */
  callFile(call: number): number {
    return this.#field(call, field.file);
  }

  callLine(call: number): number {
    return this.#field(call, field.line);
  }

  callColumn(call: number): number {
    return this.#field(call, field.column);
  }

  #field(call: number, which: number): number {
    return this.#calls[call * callFields + which] as number;
  }
}

const noCalls: InlineTree = new InlineTree(new Float64Array(0), new Float64Array(0));

/** Reads the entries below a function's; one reader serves a whole file and keeps its room. */
export class InlineTreeReader {
  readonly #calls = new Float64Builder(1024);
  readonly #ranges = new Float64Builder(1024);
  readonly #pairs = new Float64Builder(64);
  /** The call that entries of a depth belong to; as deep as the input says, so no recursion. */
  readonly #owners: number[] = [];

  read(unit: Unit, functionAt: number): InlineTree {
    const { file, header, abbreviations: table } = unit;
    const { entry } = file;
    if (!entry.read(table, functionAt) || !entry.hasChildren) return noCalls;
    this.#calls.clear();
    this.#ranges.clear();
    const cursor = new SectionCursor(file.info, '.debug_info', file.littleEndian, entry.next);
    const owners = this.#owners;
    owners.length = 0;
    owners.push(-1);
    while (owners.length > 0 && cursor.at < header.end) {
      const start = cursor.at;
      const code = cursor.uleb();
      if (code === 0) {
        owners.pop();
        continue;
      }
      const row = findRow(table, code);
      if (row === 0) throw cursor.fail(`unknown abbreviation ${code}`);
      this.#readChild(unit, table, row, cursor, start);
    }
    if (this.#calls.length === 0) return noCalls;
    return new InlineTree(this.#calls.view().slice(), this.#ranges.view().slice());
  }

  /** Passes one entry, and makes it the owner of its children. */
  #readChild(
    unit: Unit,
    table: AbbreviationTable,
    row: number,
    cursor: SectionCursor,
    start: number,
  ): void {
    const { entry, info, littleEndian } = unit.file;
    const owners = this.#owners;
    const owner = owners[owners.length - 1] as number;
    const tag = table.tag[row] as number;
    const hasChildren = table.hasChildren[row] === 1;
    if (tag === tags.inlinedSubroutine && owner !== elsewhere) {
      entry.readAttributes(table, row, cursor.at);
      const call = this.#add(unit, entry, start, owner);
      cursor.at = entry.next;
      if (hasChildren) owners.push(call);
      return;
    }
    cursor.at = skipAttributes(table, row, info, cursor.at, littleEndian);
    if (hasChildren) owners.push(tag === tags.subprogram ? elsewhere : owner);
  }

  /** Adds the call that `entry` holds. */
  #add(unit: Unit, entry: EntryReader, at: number, parent: number): number {
    const calls = this.#calls;
    const call = calls.length / callFields;
    calls.push(parent);
    calls.push(entry.form[roles.origin] as number);
    calls.push(entry.number(roles.origin, 0));
    calls.push(at);
    calls.push(entry.number(roles.callFile, -1));
    calls.push(entry.number(roles.callLine, 0));
    calls.push(entry.number(roles.callColumn, 0));
    const pairs = this.#pairs;
    pairs.clear();
    unit.readCode(entry, pairs);
    for (let i = 0; i < pairs.length; i += 2) {
      this.#ranges.push(pairs.at(i));
      this.#ranges.push(pairs.at(i + 1));
      this.#ranges.push(call);
    }
    return call;
  }
}
