import { type AbbreviationTable, findRow, indirectForm } from './abbreviations.ts';
import { roleCount, roles } from './attribute-table.ts';
import { encodingOf, encodings } from './form-table.ts';
import { SectionCursor } from './section-cursor.ts';
import { splitIdAt } from './unit-header.ts';

/**
 * One debugging entry at a time, read into arrays indexed by role: nothing is allocated per entry.
 * The next `read` overwrites what the last one found.
 */
export class EntryReader {
  readonly value: Float64Array = new Float64Array(roleCount);
  /** The form of each role; 0 = the entry does not have it. */
  readonly form: Uint8Array = new Uint8Array(roleCount);
  readonly #cursor: SectionCursor;
  /** Where the next entry starts: the first child, if there are children. */
  next = 0;
  tag = 0;
  hasChildren = false;
  /** DW_AT_GNU_dwo_id in hexadecimal: it uses all 64 bits, which a double cannot hold. */
  gnuSplitId = '';

  constructor(bytes: Uint8Array, littleEndian: boolean) {
    this.#cursor = new SectionCursor(bytes, '.debug_info', littleEndian);
  }

  has(role: number): boolean {
    return this.form[role] !== 0;
  }

  /** The number of a role, or `otherwise`. */
  number(role: number, otherwise: number): number {
    return this.form[role] === 0 ? otherwise : (this.value[role] as number);
  }

  /** False at a null entry, the end of a list of children. */
  read(table: AbbreviationTable, at: number): boolean {
    const cursor = this.#cursor;
    cursor.at = at;
    const code = cursor.uleb();
    this.next = cursor.at;
    if (code === 0) return false;
    const row = findRow(table, code);
    if (row === 0) throw cursor.fail(`unknown abbreviation ${code}`);
    this.readAttributes(table, row, cursor.at);
    return true;
  }

  /**
   * The attributes of an entry whose abbreviation is known already. A hot loop: what is usual is read in
   * place, the rest by the cursor.
   */
  readAttributes(table: AbbreviationTable, row: number, start: number): void {
    const cursor = this.#cursor;
    const { bytes } = cursor;
    const { form, value } = this;
    const { attributes } = table;
    let at = start;
    form.fill(0);
    const end = table.first[row + 1] as number;
    for (let i = table.first[row] as number; i < end; i++) {
      const each = attributes[i] as number;
      const role = each & 0xff;
      const encoding = each >> 16;
      if (role === roles.other && encoding <= 16) {
        at += encoding;
        continue;
      }
      let found: number;
      if (encoding === 1 || (encoding === encodings.uleb && (bytes[at] as number) < 0x80)) {
        found = bytes[at++] as number;
      } else if (encoding === encodings.indirect) {
        at = this.#readIndirect(table, role, at);
        continue;
      } else if (encoding === encodings.implicit) {
        found = table.implicit.get(i) ?? 0;
      } else {
        cursor.at = at;
        found = cursor.value(encoding);
        at = cursor.at;
      }
      if (role === roles.other) continue;
      value[role] = found;
      form[role] = (each >> 8) & 0xff;
      if (role === roles.splitId) this.gnuSplitId = splitIdAt(cursor, at - 8);
    }
    cursor.at = at;
    if (at > bytes.length) throw cursor.truncated();
    this.tag = table.tag[row] as number;
    this.hasChildren = table.hasChildren[row] === 1;
    this.next = at;
  }

  #readIndirect(table: AbbreviationTable, role: number, at: number): number {
    const cursor = this.#cursor;
    cursor.at = at;
    const form = indirectForm(cursor);
    const found = cursor.value(encodingOf(form, table.shape));
    if (role !== roles.other) {
      this.value[role] = found;
      this.form[role] = form;
    }
    return cursor.at;
  }
}
