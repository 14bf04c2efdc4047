import { Float64Builder, Int32Builder } from '../base/growable-column.ts';
import { findRow, skipAttributes } from './abbreviations.ts';
import { roles } from './attribute-table.ts';
import type { EntryReader } from './entry-reader.ts';
import { SectionCursor } from './section-cursor.ts';
import { tags } from './tag-table.ts';
import type { Unit } from './unit.ts';

/** Below a function nested in the one that is read: of no interest. */
const elsewhere = -2;

/** What a call occupies in `InlineTrees`: the call around it, and the offset of its entry. */
const callFields = 2;

/**
 * The calls that were inlined into functions, in the order of their entries: a caller before what it
 * calls. A function is read when an address first falls into it. All share two arrays, because a program
 * has tens of thousands of functions. Of a call its ranges are kept; the rest is read when it is asked for,
 * which few ever are.
 */
export class InlineTrees {
  readonly #calls = new Float64Builder(1 << 12);
  /** Triples: low, high (Svma), and the call they belong to. */
  readonly #ranges = new Float64Builder(1 << 12);
  /** Of each function that was read: where its ranges start and end. */
  readonly #extents = new Int32Builder(1 << 10);
  /** Number of a function by the offset of its entry. */
  readonly #known = new Map<number, number>();
  readonly #pairs = new Float64Builder(64);
  /** Of the call that was read last: the entry itself, which may have a name of its own. */
  entry = 0;
  /** The entry that tells its name, as DW_AT_abstract_origin has it: a form and its value. */
  originForm = 0;
  origin = 0;
  /** Where in the caller the call stands. */
  callFile = -1;
  callLine = 0;
  callColumn = 0;
  callDiscriminator = 0;
  /** Whose entries come after the current list of children; as deep as the input says, so no recursion. */
  readonly #owners: number[] = [];
  #next = 0;

  /** The innermost call at an address of the function whose entry is given, -1 = the function itself. */
  find(unit: Unit, entry: number, svma: number): number {
    const number = this.#known.get(entry) ?? this.#readNew(unit, entry);
    const start = this.#extents.at(2 * number);
    const ranges = this.#ranges;
    // Children follow their parents, so the last range that holds the address is the innermost.
    for (let i = this.#extents.at(2 * number + 1) - 3; i >= start; i -= 3) {
      if (svma >= ranges.at(i) && svma < ranges.at(i + 1)) return ranges.at(i + 2);
    }
    return -1;
  }

  /** The call around a call, -1 = the function itself. */
  parent(call: number): number {
    return this.#calls.at(call * callFields);
  }

  /** Reads what else the entry of a call tells. */
  read(unit: Unit, call: number): void {
    const { entry } = unit.file;
    this.entry = this.#calls.at(call * callFields + 1);
    entry.read(unit.abbreviations, this.entry);
    this.originForm = entry.form[roles.origin] as number;
    this.origin = entry.number(roles.origin, 0);
    this.callFile = entry.number(roles.callFile, -1);
    this.callLine = entry.number(roles.callLine, 0);
    this.callColumn = entry.number(roles.callColumn, 0);
    this.callDiscriminator = entry.number(roles.callDiscriminator, 0);
  }

  #readNew(unit: Unit, entry: number): number {
    const number = this.#known.size;
    this.#extents.push(this.#ranges.length);
    this.#readTree(unit, entry);
    this.#extents.push(this.#ranges.length);
    this.#known.set(entry, number);
    return number;
  }

  /** A hot loop over everything below a function, most of which is of no interest. */
  #readTree(unit: Unit, functionAt: number): void {
    const { file, header, abbreviations: table } = unit;
    const { entry, info: bytes, littleEndian } = file;
    if (!entry.read(table, functionAt) || !entry.hasChildren) return;
    const { hasChildren, step, tag } = table;
    const owners = this.#owners;
    owners.length = 0;
    let owner = -1;
    let at = entry.next;
    while (at < header.end) {
      const start = at;
      const code = bytes[at++] as number;
      if (code === 0) {
        if (owners.length === 0) return;
        owner = owners.pop() as number;
        continue;
      }
      let row = code < 0x80 ? findRow(table, code) : 0;
      if (row === 0) {
        row = this.#longRow(unit, start);
        at = this.#next;
      }
      const rowTag = tag[row] as number;
      const size = step[row] as number;
      const around = owner;
      if (rowTag === tags.inlinedSubroutine && owner !== elsewhere) {
        entry.readAttributes(table, row, at);
        at = entry.next;
        owner = this.#add(unit, entry, start, owner);
      } else {
        at = size >= 0 ? at + size : skipAttributes(table, row, bytes, at, littleEndian);
        if (rowTag === tags.subprogram) owner = elsewhere;
      }
      if (hasChildren[row] === 1) owners.push(around);
      else owner = around;
    }
  }

  /** The abbreviation of an entry whose code is long; `#next` is then behind it. */
  #longRow(unit: Unit, at: number): number {
    const { info, littleEndian } = unit.file;
    const cursor = new SectionCursor(info, '.debug_info', littleEndian, at);
    const code = cursor.uleb();
    const row = findRow(unit.abbreviations, code);
    if (row === 0) throw cursor.fail(`unknown abbreviation ${code}`);
    this.#next = cursor.at;
    return row;
  }

  /** Adds the call that `entry` holds. */
  #add(unit: Unit, entry: EntryReader, at: number, parent: number): number {
    const calls = this.#calls;
    const call = calls.length / callFields;
    calls.push(parent);
    calls.push(at);
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
