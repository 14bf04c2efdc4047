import { Float64Builder, Int32Builder } from '../base/growable-column.ts';
import { type AbbreviationTable, findRow, skipAttributes } from './abbreviations.ts';
import { roles } from './attribute-table.ts';
import type { EntryReader } from './entry-reader.ts';
import { SectionCursor } from './section-cursor.ts';
import { tags } from './tag-table.ts';
import type { Unit } from './unit.ts';

/** Below a function nested in the one that is read: of no interest. */
const elsewhere = -2;

/**
 * The calls that were inlined into one function, in the order of their entries: a caller before what it
 * calls. Read when an address first falls into the function.
 */
export interface InlineTree {
  /** Offset of the function's own entry. */
  readonly entry: number;
  readonly parent: Int32Array; // -1 = the function itself
  /** The entry that tells the name, as DW_AT_abstract_origin has it: a form and its value. */
  readonly originForm: Int32Array;
  readonly origin: Float64Array;
  /** The entry itself, which may have a name of its own. */
  readonly self: Float64Array;
  readonly callFile: Int32Array;
  readonly callLine: Int32Array;
  readonly callColumn: Int32Array;
  /** Pairs [low, high) of Svma, and whose they are. */
  readonly ranges: Float64Array;
  readonly rangeOwner: Int32Array;
}

/** The innermost inlined call at an address, -1 = the function itself. */
export function findInlined(tree: InlineTree, svma: number): number {
  const { ranges, rangeOwner } = tree;
  // Children follow their parents, so the last range that holds the address is the innermost.
  for (let i = rangeOwner.length - 1; i >= 0; i--) {
    if (svma >= (ranges[2 * i] as number) && svma < (ranges[2 * i + 1] as number)) {
      return rangeOwner[i] as number;
    }
  }
  return -1;
}

class TreeBuilder {
  readonly parent = new Int32Builder(16);
  readonly originForm = new Int32Builder(16);
  readonly origin = new Float64Builder(16);
  readonly self = new Float64Builder(16);
  readonly callFile = new Int32Builder(16);
  readonly callLine = new Int32Builder(16);
  readonly callColumn = new Int32Builder(16);
  readonly ranges = new Float64Builder(32);
  readonly rangeOwner = new Int32Builder(16);

  /** Adds the call that `entry` holds. */
  add(unit: Unit, entry: EntryReader, at: number, parent: number): number {
    const node = this.parent.push(parent);
    this.originForm.push(entry.form[roles.origin] as number);
    this.origin.push(entry.number(roles.origin, 0));
    this.self.push(at);
    this.callFile.push(entry.number(roles.callFile, -1));
    this.callLine.push(entry.number(roles.callLine, 0));
    this.callColumn.push(entry.number(roles.callColumn, 0));
    unit.readCode(entry, this.ranges);
    while (this.rangeOwner.length * 2 < this.ranges.length) this.rangeOwner.push(node);
    return node;
  }

  finish(entry: number): InlineTree {
    return {
      entry,
      parent: this.parent.finish(),
      originForm: this.originForm.finish(),
      origin: this.origin.finish(),
      self: this.self.finish(),
      callFile: this.callFile.finish(),
      callLine: this.callLine.finish(),
      callColumn: this.callColumn.finish(),
      ranges: this.ranges.finish(),
      rangeOwner: this.rangeOwner.finish(),
    };
  }
}

/** Reads the entries below a function's. */
export function readInlineTree(unit: Unit, functionAt: number): InlineTree {
  const { file, header, abbreviations: table } = unit;
  const { entry } = file;
  const builder = new TreeBuilder();
  if (!entry.read(table, functionAt) || !entry.hasChildren) return builder.finish(functionAt);
  const cursor = new SectionCursor(file.info, '.debug_info', file.littleEndian, entry.next);
  /** The call that entries of a depth belong to; as deep as the input says, so no recursion. */
  const owners = [-1];
  while (owners.length > 0 && cursor.at < header.end) {
    const start = cursor.at;
    const code = cursor.uleb();
    if (code === 0) {
      owners.pop();
      continue;
    }
    const row = findRow(table, code);
    if (row === 0) throw cursor.fail(`unknown abbreviation ${code}`);
    const owner = owners.at(-1) as number;
    const child = readChild(unit, builder, cursor, { table, row, start, owner });
    if (child !== undefined) owners.push(child);
  }
  return builder.finish(functionAt);
}

interface Place {
  readonly table: AbbreviationTable;
  readonly row: number;
  readonly start: number;
  readonly owner: number;
}

/** Passes one entry; gives what owns its children, undefined when it has none or they are skipped. */
function readChild(
  unit: Unit,
  builder: TreeBuilder,
  cursor: SectionCursor,
  { table, row, start, owner }: Place,
): number | undefined {
  const { entry, info, littleEndian } = unit.file;
  const tag = table.tag[row] as number;
  const hasChildren = table.hasChildren[row] === 1;
  if (tag === tags.inlinedSubroutine && owner !== elsewhere) {
    entry.readAttributes(table, row, cursor.at);
    const node = builder.add(unit, entry, start, owner);
    cursor.at = entry.next;
    return hasChildren ? node : undefined;
  }
  cursor.at = skipAttributes(table, row, info, cursor.at, littleEndian);
  if (!hasChildren) return undefined;
  return tag === tags.subprogram ? elsewhere : owner;
}
