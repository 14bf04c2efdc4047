import type { Float64Builder } from '../base/growable-column.ts';
import type { AbbreviationTable } from './abbreviations.ts';
import { roles } from './attribute-table.ts';
import type { DwarfFile } from './dwarf-file.ts';
import type { EntryReader } from './entry-reader.ts';
import { forms } from './form-table.ts';
import { type RangeContext, readRangeList, readRanges, tombstoneOf } from './ranges.ts';
import { addressOffsetScale, SectionCursor, textAt, unsignedAt } from './section-cursor.ts';
import { type UnitHeader, unitTypes } from './unit-header.ts';

/** A unit and the attributes of its first entry, which decide how everything below is read. */
export class Unit {
  readonly file: DwarfFile;
  readonly header: UnitHeader;
  /** For the unit of a .dwo: the unit in the image, which has the addresses. */
  readonly skeleton: Unit | undefined;
  readonly #tombstone: number;
  #ranges: RangeContext | undefined;
  #addresses: Uint8Array | undefined;
  #isRead = false;
  #table: AbbreviationTable | undefined;
  /** Offset of its program in .debug_line, -1 = none. */
  lines = -1;
  /** Svma that range offsets count from. */
  lowPc = 0;
  splitName = '';
  splitId = '';
  folder = '';
  #stringOffsetsBase: number;
  #addressBase = 0;
  #rangeListsBase: number;
  #gnuRangesBase = 0;

  constructor(file: DwarfFile, header: UnitHeader, skeleton?: Unit) {
    this.file = file;
    this.header = header;
    this.skeleton = skeleton;
    const { version, offsetSize } = header;
    // What the bases are when the unit does not say: just behind the tables' headers (section 7.26).
    this.#stringOffsetsBase = version >= 5 ? (offsetSize === 8 ? 16 : 8) : 0;
    this.#rangeListsBase = offsetSize === 8 ? 20 : 12;
    this.splitId = header.splitId;
    this.#tombstone = tombstoneOf(header.addressSize);
  }

  /** Whether it can hold code: type units and units of unknown versions do not. */
  get isCode(): boolean {
    const { type } = this.header;
    return (
      type === unitTypes.compile || type === unitTypes.skeleton || type === unitTypes.splitCompile
    );
  }

  get abbreviations(): AbbreviationTable {
    this.#table ??= this.file.abbreviationsOf(this.header);
    return this.#table;
  }

  /** Reads the first entry if nobody has: what is below depends on its bases. */
  prepare(): this {
    if (!this.#isRead) this.readRoot(this.file.entry);
    return this;
  }

  /**
   * Reads the first entry, which `entry` then holds; false when there is none. Called once for every
   * unit, so it reads one abbreviation and not their table.
   */
  readRoot(entry: EntryReader): boolean {
    const { header, file } = this;
    this.#isRead = true;
    if (header.entries >= header.end || header.version === 0) return false;
    const code = new SectionCursor(file.info, '.debug_info', true, header.entries).uleb();
    if (code === 0) return false;
    const table = this.#table ?? file.abbreviations.parse(header.abbreviations, header, code);
    if (!entry.read(table, header.entries)) return false;
    this.#takeBases(entry);
    this.lines = entry.number(roles.lines, -1);
    this.lowPc = this.#rootLowPc(entry);
    return true;
  }

  #takeBases(entry: EntryReader): void {
    this.#stringOffsetsBase = entry.number(roles.stringOffsetsBase, this.#stringOffsetsBase);
    this.#rangeListsBase = entry.number(roles.rangeListsBase, this.#rangeListsBase);
    this.#addressBase = entry.number(roles.addressBase, this.#defaultAddressBase());
    this.#gnuRangesBase = entry.number(roles.gnuRangesBase, 0);
    if (entry.has(roles.splitName)) {
      this.splitName = this.textOf(entry, roles.splitName);
      this.folder = this.textOf(entry, roles.folder);
      if (entry.has(roles.splitId)) this.splitId = entry.gnuSplitId;
    } else
      this.#folderAt = [entry.form[roles.folder] as number, entry.value[roles.folder] as number];
  }

  #folderAt: readonly [form: number, value: number] = [0, 0];

  /** DW_AT_comp_dir, decoded when somebody asks: most units are never hit. */
  get compilationFolder(): string {
    const [form, value] = this.#folderAt;
    if (form !== 0) {
      this.folder = this.text(form, value);
      this.#folderAt = [0, 0];
    }
    return this.folder;
  }

  #defaultAddressBase(): number {
    if (this.header.version < 5) return 0;
    return this.header.offsetSize === 8 ? 16 : 8;
  }

  #rootLowPc(entry: EntryReader): number {
    const skeleton = this.skeleton;
    if (!entry.has(roles.lowPc)) return skeleton?.lowPc ?? 0;
    return this.address(entry.form[roles.lowPc] as number, entry.value[roles.lowPc] as number) ?? 0;
  }

  /** Svma of an attribute of class address; undefined for tombstones and indices outside. */
  address(form: number, value: number): number | undefined {
    const address = form === forms.addr ? value : this.#indexedAddress(form, value);
    return address === undefined || address >= this.#tombstone ? undefined : address;
  }

  #indexedAddress(form: number, value: number): number | undefined {
    const isIndex = form === forms.addrx || (form >= forms.addrx1 && form <= forms.addrx4);
    if (isIndex) return this.addressAt(value);
    if (form !== forms.addrxOffset) return undefined;
    const base = this.addressAt(value % addressOffsetScale);
    return base === undefined ? undefined : base + Math.floor(value / addressOffsetScale);
  }

  addressAt(index: number): number | undefined {
    if (this.skeleton !== undefined) return this.skeleton.addressAt(index);
    const { addressSize } = this.header;
    this.#addresses ??= this.file.bytes('.debug_addr');
    const at = this.#addressBase + index * addressSize;
    if (!(at + addressSize <= this.#addresses.length)) return undefined;
    return unsignedAt(this.#addresses, at, addressSize, this.file.littleEndian);
  }

  textOf(entry: EntryReader, role: number): string {
    return this.text(entry.form[role] as number, entry.value[role] as number);
  }

  /** The text of an attribute of class string; '' when it is none. */
  text(form: number, value: number): string {
    const { file } = this;
    switch (form) {
      case forms.string:
        return textAt(file.info, value);
      case forms.strp:
        return file.text('.debug_str', value);
      case forms.lineStrp:
        return textAt(file.bytes('.debug_line_str'), value);
      case forms.strpSup:
        return file.supplementary?.text('.debug_str', value) ?? '';
      default:
        return this.#indexedText(form, value);
    }
  }

  #indexedText(form: number, index: number): string {
    const isIndex = form === forms.strx || (form >= forms.strx1 && form <= forms.strx4);
    if (!isIndex) return '';
    const { offsetSize } = this.header;
    const bytes = this.file.bytes('.debug_str_offsets');
    const at = this.#stringOffsetsBase + index * offsetSize;
    if (!(at + offsetSize <= bytes.length)) return '';
    return this.file.text('.debug_str', unsignedAt(bytes, at, offsetSize, this.file.littleEndian));
  }

  /** Appends the pairs [low, high) of Svma that an entry covers; nothing for one without code. */
  readCode(entry: EntryReader, into: Float64Builder): void {
    if (entry.has(roles.ranges)) {
      this.#readRanges(
        entry.form[roles.ranges] as number,
        entry.value[roles.ranges] as number,
        into,
      );
      return;
    }
    const low = this.address(entry.form[roles.lowPc] as number, entry.value[roles.lowPc] as number);
    const highForm = entry.form[roles.highPc] as number;
    if (low === undefined || highForm === 0) return;
    const highValue = entry.value[roles.highPc] as number;
    // An address since DWARF 2, a distance from DWARF 4 on.
    const high = this.address(highForm, highValue) ?? low + highValue;
    if (high <= low) return;
    into.push(low);
    into.push(high);
  }

  #readRanges(form: number, value: number, into: Float64Builder): void {
    const { file, header, skeleton } = this;
    const context = this.#rangeContext();
    if (header.version < 5) {
      // GNU's split DWARF: the ranges of a .dwo are in the image.
      const owner = skeleton ?? this;
      const start = skeleton === undefined ? value : value + skeleton.#gnuRangesBase;
      readRanges(owner.file.bytes('.debug_ranges'), start, context, into);
      return;
    }
    const lists = file.bytes('.debug_rnglists');
    const offset = form === forms.rnglistx ? this.#rangeListAt(lists, value) : value;
    readRangeList(lists, offset, context, into);
  }

  /** Made once its bases are known; functions of a unit share it. */
  #rangeContext(): RangeContext {
    const { file, header, skeleton } = this;
    const owner = (skeleton ?? this).file;
    this.#ranges ??= {
      littleEndian: file.littleEndian,
      addressSize: header.addressSize,
      tombstone: this.#tombstone,
      base: skeleton?.lowPc ?? this.lowPc,
      addressAt: (index) => this.addressAt(index),
      count: () => owner.countRange(),
    };
    return this.#ranges;
  }

  #rangeListAt(lists: Uint8Array, index: number): number {
    const { offsetSize } = this.header;
    const base = this.#rangeListsBase;
    const at = base + index * offsetSize;
    return (
      base +
      new SectionCursor(lists, '.debug_rnglists', this.file.littleEndian, at).fixed(offsetSize)
    );
  }
}
