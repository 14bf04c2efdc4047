import { malformed, ToolError } from '../base/tool-error.ts';
import { AbbreviationParser, type AbbreviationTable } from './abbreviations.ts';
import type { EntryName } from './entry-names.ts';
import { EntryReader } from './entry-reader.ts';
import { InlineTrees } from './inline-trees.ts';
import { LineIndexBuilder } from './line-index.ts';
import { textAt } from './section-cursor.ts';
import type { DwarfSections } from './sections.ts';
import { Unit } from './unit.ts';
import { parseUnitHeader, type UnitHeader } from './unit-header.ts';

/** Reading one name by itself costs as much as so many bytes of a section that is read as a whole. */
const bytesPerTextApart = 25_000;

/**
 * The debug sections of one file with what was read of them so far: units, abbreviations. Units are
 * listed at first use; the list costs a header and an entry for each.
 */
export class DwarfFile {
  readonly sections: DwarfSections;
  readonly littleEndian: boolean;
  /** What dwz moved out of several images. */
  readonly supplementary: DwarfFile | undefined;
  /** `.dwo` in split files, whose sections carry it at the end of their names. */
  readonly #suffix: string;
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #tables = new Map<number, AbbreviationTable[]>();
  readonly abbreviations: AbbreviationParser;
  readonly info: Uint8Array;
  /** For reading one entry; whoever uses it is done with it before the next one does. */
  readonly entry: EntryReader;
  /** Room for one line program at a time, kept from one to the next. */
  readonly lineIndex: LineIndexBuilder = new LineIndexBuilder();
  readonly inlined: InlineTrees = new InlineTrees();
  #textsLeft: number | undefined;
  /** Names of entries by offset, for `EntryNames`. */
  readonly names: Map<number, EntryName> = new Map();
  #unreadable: ToolError | undefined;
  #rangesLeft: number | undefined;
  #units: readonly Unit[] | undefined;

  constructor(
    sections: DwarfSections,
    options: { readonly supplementary?: DwarfFile | undefined; readonly isSplit?: boolean } = {},
  ) {
    this.sections = sections;
    this.littleEndian = sections.littleEndian;
    this.supplementary = options.supplementary;
    this.#suffix = options.isSplit === true ? '.dwo' : '';
    this.info = this.bytes('.debug_info');
    this.abbreviations = new AbbreviationParser(this.bytes('.debug_abbrev'));
    this.entry = new EntryReader(this.info, this.littleEndian);
  }

  bytes(name: string): Uint8Array {
    const known = this.#bytes.get(name);
    if (known !== undefined) return known;
    const bytes = this.sections.bytes(name + this.#suffix);
    this.#bytes.set(name, bytes);
    return bytes;
  }

  /** The text at an offset of a string section; '' outside. */
  text(name: string, offset: number): string {
    if (!this.#bytes.has(name) && this.#isApartCheaper(name)) {
      const text = this.#textApart(name + this.#suffix, offset);
      if (text !== undefined) return text;
    }
    return textAt(this.bytes(name), offset);
  }

  /** Until as much was spent on single texts as the whole section costs. */
  #isApartCheaper(name: string): boolean {
    this.#textsLeft ??= (this.sections.size?.(name + this.#suffix) ?? 0) / bytesPerTextApart;
    return this.#textsLeft > 0;
  }

  #textApart(name: string, offset: number): string | undefined {
    for (let length = 256; length <= 4096; length *= 4) {
      this.#textsLeft = (this.#textsLeft ?? 0) - 1;
      const piece = this.sections.part?.(name, offset, length);
      if (piece === undefined) return undefined;
      if (piece.includes(0)) return textAt(piece, 0);
    }
    return undefined;
  }

  abbreviationsOf(header: UnitHeader): AbbreviationTable {
    const { abbreviations: offset, version, offsetSize, addressSize } = header;
    const shared = this.#tables.get(offset) ?? [];
    for (const table of shared) {
      const { shape } = table;
      const isSame =
        shape.offsetSize === offsetSize &&
        shape.addressSize === addressSize &&
        (shape.version === version || Math.min(shape.version, version) > 2);
      if (isSame) return table;
    }
    const table = this.abbreviations.parse(offset, header);
    shared.push(table);
    this.#tables.set(offset, shared);
    return table;
  }

  /** In the order of the file; their first entries are not read yet. */
  get units(): readonly Unit[] {
    this.#units ??= this.#listUnits();
    return this.#units;
  }

  #listUnits(): Unit[] {
    const units: Unit[] = [];
    const { info } = this;
    for (let at = 0; at + 12 <= info.length; ) {
      const header = this.#tryHeader(at);
      if (header === undefined) break;
      units.push(new Unit(this, header));
      at = header.end;
    }
    return units;
  }

  /** A header that cannot be read hides the units behind it, but not those before. */
  #tryHeader(at: number): UnitHeader | undefined {
    try {
      return parseUnitHeader(this.info, this.littleEndian, at);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      this.#unreadable = error;
      return undefined;
    }
  }

  /** Why units are missing from the list, undefined when none is. */
  get unreadable(): ToolError | undefined {
    return this.#unreadable;
  }

  /**
   * Called for every range that is read. A file where entries share long lists of ranges on purpose would
   * otherwise take memory out of proportion to its size.
   */
  countRange(): void {
    this.#rangesLeft ??=
      1e6 + 4 * (this.bytes('.debug_rnglists').length + this.bytes('.debug_ranges').length);
    if (this.#rangesLeft-- <= 0) throw malformed('.debug_info', 0, 'too many ranges');
  }

  /** In a .dwo: the unit that a skeleton stands for. */
  splitUnit(skeleton: Unit): Unit | undefined {
    const { splitId } = skeleton;
    const candidates = this.units.filter((unit) => unit.isCode);
    for (const { header } of candidates) {
      const unit = new Unit(this, header, skeleton).prepare();
      if (candidates.length === 1 || splitId === '' || unit.splitId === splitId) return unit;
    }
    return undefined;
  }

  /** The unit that an offset of .debug_info lies in. */
  findUnit(offset: number): Unit | undefined {
    const { units } = this;
    let low = 0;
    let high = units.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((units[middle] as Unit).header.end <= offset) low = middle + 1;
      else high = middle;
    }
    const unit = units[low];
    return unit !== undefined && offset >= unit.header.entries ? unit : undefined;
  }
}
