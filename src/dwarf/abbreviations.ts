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
  readonly hasChildren: Uint8Array;
  /** One of `steps`, or how many bytes the attributes take. */
  readonly step: Int32Array;
  /** Attributes of a row: from `first[row]` to `first[row + 1]`. */
  readonly first: Int32Array;
  readonly role: Uint8Array;
  readonly form: Uint8Array;
  readonly encoding: Uint8Array;
  readonly implicit: Float64Array;
  /** Skip plan of a row: numbers of bytes, or an encoding as a negative number; see `planFirst`. */
  readonly plan: Int32Array;
  readonly planFirst: Int32Array;
}

export function findRow(table: AbbreviationTable, code: number): number {
  const { rowOfCode } = table;
  return code < rowOfCode.length ? (rowOfCode[code] as number) : (table.sparse.get(code) ?? 0);
}

/** Columns while they grow. Tables are small: plain arrays do. */
class TableBuilder {
  readonly code: number[] = [];
  readonly tag: number[] = [0];
  readonly hasChildren: number[] = [0];
  readonly step: number[] = [steps.plan];
  readonly first: number[] = [0, 0];
  readonly role: number[] = [];
  readonly form: number[] = [];
  readonly encoding: number[] = [];
  readonly implicit: number[] = [];
  readonly plan: number[] = [];
  readonly planFirst: number[] = [0, 0];

  finish(shape: UnitShape): AbbreviationTable {
    const { code } = this;
    const highest = code.reduce((a, b) => Math.max(a, b), 0);
    const isDense = highest <= 2 * code.length + 64;
    const rowOfCode = new Int32Array(isDense ? highest + 1 : 0);
    const sparse = new Map<number, number>();
    // The first declaration of a code counts; a second is an error that others overlook, too.
    for (let row = code.length; row >= 1; row--) {
      const each = code[row - 1] as number;
      if (isDense) rowOfCode[each] = row;
      else sparse.set(each, row);
    }
    return {
      shape,
      rowOfCode,
      sparse,
      tag: Int32Array.from(this.tag),
      hasChildren: Uint8Array.from(this.hasChildren),
      step: Int32Array.from(this.step),
      first: Int32Array.from(this.first),
      role: Uint8Array.from(this.role),
      form: Uint8Array.from(this.form),
      encoding: Uint8Array.from(this.encoding),
      implicit: Float64Array.from(this.implicit),
      plan: Int32Array.from(this.plan),
      planFirst: Int32Array.from(this.planFirst),
    };
  }
}

/**
 * The table at an offset of .debug_abbrev. With `onlyCode` it ends at that code: finding what a unit
 * covers needs its first entry alone, and large programs have thousands of units.
 */
export function parseAbbreviations(
  bytes: Uint8Array,
  offset: number,
  shape: UnitShape,
  onlyCode?: number,
): AbbreviationTable {
  const cursor = new SectionCursor(bytes, '.debug_abbrev', true, offset);
  const builder = new TableBuilder();
  for (;;) {
    if (cursor.at >= bytes.length) throw cursor.truncated();
    const code = cursor.uleb();
    if (code === 0) break;
    parseDeclaration(cursor, builder, code, shape);
    if (code === onlyCode) break;
  }
  return builder.finish(shape);
}

function parseDeclaration(
  cursor: SectionCursor,
  builder: TableBuilder,
  code: number,
  shape: UnitShape,
): void {
  const tag = cursor.uleb();
  const hasChildren = cursor.u8() !== 0;
  const start = builder.role.length;
  for (;;) {
    const attribute = cursor.uleb();
    const form = standardForm(cursor.uleb());
    if (attribute === 0 && form === 0) break;
    builder.role.push(roleOf(attribute));
    builder.form.push(form);
    builder.encoding.push(encodingOf(form, shape));
    builder.implicit.push(form === forms.implicitConst ? cursor.sleb() : 0);
  }
  builder.code.push(code);
  builder.tag.push(tag);
  builder.hasChildren.push(hasChildren ? 1 : 0);
  builder.first.push(builder.role.length);
  addPlan(builder, start);
  builder.step.push(stepOf(builder, start, tag, hasChildren));
  builder.planFirst.push(builder.plan.length);
}

/** Neighbouring attributes of known size become one number. */
function addPlan(builder: TableBuilder, start: number): void {
  const { encoding, plan } = builder;
  let known = 0;
  for (let i = start; i < encoding.length; i++) {
    const each = encoding[i] as number;
    if (each <= 16) known += each;
    else if (each !== encodings.implicit && each !== encodings.present) {
      if (known > 0) plan.push(known);
      plan.push(-each);
      known = 0;
    }
  }
  if (known > 0) plan.push(known);
}

function stepOf(builder: TableBuilder, start: number, tag: number, hasChildren: boolean): number {
  const present = new Set(builder.role.slice(start));
  const hasCode = present.has(roles.lowPc) || present.has(roles.ranges);
  if (tag === tags.subprogram && hasCode) return steps.code;
  if (hasChildren && present.has(roles.sibling) && !holdsFunctions(tag)) return steps.jump;
  const planStart = builder.planFirst.at(-1) ?? 0;
  const length = builder.plan.length - planStart;
  if (length === 0) return 0;
  const only = builder.plan[planStart] as number;
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
  cursor.value(actual, 0);
  return cursor.at;
}

/** The form that stands before the value itself: DW_FORM_indirect. */
export function indirectForm(cursor: SectionCursor): number {
  const form = standardForm(cursor.uleb());
  const isAllowed = form !== forms.indirect && form !== forms.implicitConst;
  if (!isAllowed) throw cursor.fail('indirect form of an indirect form');
  return form;
}
