import { roleOf, roles } from './attribute-table.ts';
import { encodingOf, encodings, forms, standardForm, type UnitShape } from './form-table.ts';
import { SectionCursor } from './section-cursor.ts';
import { tags } from './tag-table.ts';

/** How the scan over a unit treats an entry; a value of 0 and above is a number of bytes to skip. */
export const steps = {
  /** No code of its own and attributes of varying size: follow the skip plan. */
  plan: -1,
  /** A function with code. */
  code: -2,
  /** Has children and tells where they end. */
  jump: -3,
} as const;

/**
 * The abbreviations of a unit as flat columns, one row per declaration; row 0 is "unknown". Units of
 * the same shape that name the same offset share one table.
 */
export interface AbbreviationTable {
  readonly shape: UnitShape;
  /** Row of a code; codes beyond are in `sparse`. Producers number from 1. */
  readonly rowOfCode: Int32Array;
  readonly sparse: ReadonlyMap<number, number>;
  readonly tag: Int32Array;
  readonly hasChildren: Int32Array;
  /** One of `steps`, or how many bytes the attributes take. */
  readonly step: Int32Array;
  /** Attributes of a row: from `first[row]` to `first[row + 1]`. */
  readonly first: Int32Array;
  /** Each attribute as `role | form << 8 | encoding << 16`. */
  readonly attributes: Int32Array;
  /** The value of each attribute whose form is DW_FORM_implicit_const. */
  readonly implicit: ReadonlyMap<number, number>;
  /** Skip plan of a row: numbers of bytes, or an encoding as a negative number; see `planFirst`. */
  readonly plan: Int32Array;
  readonly planFirst: Int32Array;
}

export function findRow(table: AbbreviationTable, code: number): number {
  const { rowOfCode } = table;
  return code < rowOfCode.length ? (rowOfCode[code] as number) : (table.sparse.get(code) ?? 0);
}

/** Numbers that are added at the end; kept and emptied, so that tables after the first need no room. */
class Scratch {
  data = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) {
      const grown = new Int32Array(this.data.length * 2);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = value;
  }

  take(): Int32Array {
    const taken = this.data.slice(0, this.length);
    this.length = 0;
    return taken;
  }
}

const noImplicit: ReadonlyMap<number, number> = new Map();
const noCodes: ReadonlyMap<number, number> = new Map();

/** Reads tables of .debug_abbrev: DWARF 5, section 7.5.3. */
export class AbbreviationParser {
  readonly #bytes: Uint8Array;
  readonly #cursor: SectionCursor;
  readonly #code = new Scratch();
  readonly #tag = new Scratch();
  readonly #hasChildren = new Scratch();
  readonly #step = new Scratch();
  readonly #first = new Scratch();
  readonly #attributes = new Scratch();
  readonly #plan = new Scratch();
  readonly #planFirst = new Scratch();
  #implicit: Map<number, number> | undefined;
  #highestCode = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#cursor = new SectionCursor(bytes, '.debug_abbrev', true);
  }

  /**
   * The table at an offset. With `onlyCode` it ends at that code: finding what a unit covers needs its
   * first entry alone, and large programs have thousands of units.
   */
  parse(offset: number, shape: UnitShape, onlyCode?: number): AbbreviationTable {
    const cursor = this.#cursor;
    cursor.at = offset;
    this.#clear();
    this.#addRow(0, 0, 0);
    for (;;) {
      if (cursor.at >= this.#bytes.length) throw cursor.truncated();
      const code = cursor.uleb();
      if (code === 0) break;
      this.#parseDeclaration(code, shape);
      if (code === onlyCode) break;
    }
    return this.#finish(shape);
  }

  #clear(): void {
    this.#code.length = 0;
    this.#tag.length = 0;
    this.#hasChildren.length = 0;
    this.#step.length = 0;
    this.#first.length = 0;
    this.#attributes.length = 0;
    this.#plan.length = 0;
    this.#planFirst.length = 0;
    this.#implicit = undefined;
    this.#highestCode = 0;
  }

  #addRow(code: number, tag: number, hasChildren: number): void {
    // Codes and tags are small numbers; others are legal and mean nothing here.
    this.#code.push(code > 0x7fff_ffff ? 0 : code);
    this.#highestCode = Math.max(this.#highestCode, code);
    this.#tag.push(tag > 0xffff ? 0 : tag);
    this.#hasChildren.push(hasChildren);
    this.#first.push(this.#attributes.length);
    this.#planFirst.push(this.#plan.length);
    if (code === 0) this.#step.push(steps.plan);
  }

  #parseDeclaration(code: number, shape: UnitShape): void {
    const cursor = this.#cursor;
    const tag = cursor.uleb();
    const hasChildren = cursor.u8() === 0 ? 0 : 1;
    this.#addRow(code, tag, hasChildren);
    const plan = this.#plan;
    const planStart = plan.length;
    /** Neighbouring attributes of known size become one number of the plan. */
    let known = 0;
    /** Bit n: an attribute with role n. */
    let present = 0;
    for (;;) {
      const attribute = cursor.uleb();
      const form = standardForm(cursor.uleb());
      if (attribute === 0 && form === 0) break;
      const role = roleOf(attribute);
      const encoding = encodingOf(form, shape);
      present |= 1 << role;
      if (form === forms.implicitConst) this.#addImplicit(cursor.sleb());
      this.#attributes.push(role | (form << 8) | (encoding << 16));
      if (encoding <= 16) known += encoding;
      else if (encoding !== encodings.implicit && encoding !== encodings.present) {
        if (known > 0) plan.push(known);
        plan.push(-encoding);
        known = 0;
      }
    }
    if (known > 0) plan.push(known);
    this.#step.push(stepOf(tag, hasChildren === 1, present, plan, planStart));
  }

  #addImplicit(value: number): void {
    this.#implicit ??= new Map();
    this.#implicit.set(this.#attributes.length, value);
  }

  #finish(shape: UnitShape): AbbreviationTable {
    const rows = this.#code.length;
    const isDense = this.#highestCode <= 2 * rows + 64;
    const rowOfCode = new Int32Array(isDense ? this.#highestCode + 1 : 0);
    const sparse = isDense ? noCodes : new Map<number, number>();
    // The first declaration of a code counts; a second is an error that others overlook, too.
    for (let row = rows - 1; row >= 1; row--) {
      const code = this.#code.data[row] as number;
      if (isDense) rowOfCode[code] = row;
      else (sparse as Map<number, number>).set(code, row);
    }
    this.#first.push(this.#attributes.length);
    this.#planFirst.push(this.#plan.length);
    return {
      shape,
      rowOfCode,
      sparse,
      tag: this.#tag.take(),
      hasChildren: this.#hasChildren.take(),
      step: this.#step.take(),
      first: this.#first.take(),
      attributes: this.#attributes.take(),
      implicit: this.#implicit ?? noImplicit,
      plan: this.#plan.take(),
      planFirst: this.#planFirst.take(),
    };
  }
}

const codeRoles = (1 << roles.lowPc) | (1 << roles.ranges);
const siblingRole = 1 << roles.sibling;

function stepOf(
  tag: number,
  hasChildren: boolean,
  present: number,
  plan: Scratch,
  planStart: number,
): number {
  if (tag === tags.subprogram && (present & codeRoles) !== 0) return steps.code;
  if (hasChildren && (present & siblingRole) !== 0 && !holdsFunctions(tag)) return steps.jump;
  const length = plan.length - planStart;
  if (length === 0) return 0;
  const only = plan.data[planStart] as number;
  return length === 1 && only >= 0 ? only : steps.plan;
}

function holdsFunctions(tag: number): boolean {
  return (
    tag === tags.namespace ||
    tag === tags.module ||
    tag === tags.compileUnit ||
    tag === tags.partialUnit ||
    tag === tags.skeletonUnit
  );
}

/** Where the attributes of a row end: the hot loop of every walk over entries. */
export function skipAttributes(
  table: AbbreviationTable,
  row: number,
  bytes: Uint8Array,
  start: number,
  littleEndian: boolean,
): number {
  const { plan, planFirst } = table;
  const end = planFirst[row + 1] as number;
  let at = start;
  for (let i = planFirst[row] as number; i < end; i++) {
    const each = plan[i] as number;
    if (each >= 0) at += each;
    else if (each === -encodings.blockUleb) {
      // Expressions: the most frequent of the varying forms, nearly always shorter than 128.
      const length = bytes[at++] as number;
      if (length < 0x80) at += length;
      else at = skipForm(table, bytes, at - 1, -each, littleEndian);
    } else if (each === -encodings.uleb || each === -encodings.sleb) {
      while ((bytes[at++] as number) >= 0x80);
    } else at = skipForm(table, bytes, at, -each, littleEndian);
  }
  return at;
}

function skipForm(
  table: AbbreviationTable,
  bytes: Uint8Array,
  at: number,
  encoding: number,
  littleEndian: boolean,
): number {
  const cursor = new SectionCursor(bytes, '.debug_info', littleEndian, at);
  const actual =
    encoding === encodings.indirect ? encodingOf(indirectForm(cursor), table.shape) : encoding;
  cursor.value(actual);
  return cursor.at;
}

/** The form that stands before the value itself: DW_FORM_indirect. */
export function indirectForm(cursor: SectionCursor): number {
  const form = standardForm(cursor.uleb());
  const isAllowed = form !== forms.indirect && form !== forms.implicitConst;
  if (!isAllowed) throw cursor.fail('indirect form of an indirect form');
  return form;
}
