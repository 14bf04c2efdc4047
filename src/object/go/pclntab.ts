import { cString, type ElfFile, findSection } from '../elf-file.ts';
import { findGoModule, findGoTable, type GoModule, type GoTablePlace } from './go-module.ts';
import { ImageMemory } from './image-memory.ts';
import { highestPcValue, pcValue } from './pc-values.ts';
import { type GoTableHeader, parseGoTableHeader } from './pclntab-header.ts';
import {
  type GoLayout,
  inlinedCalls,
  inlineTreeFunctionData,
  inlineTreePcData,
} from './pclntab-table.ts';
import type { TableWork } from './table-work.ts';

/** A function that stands at an address of a Go program. */
export interface GoPlace {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly startLine: number; // 0 = not stored
}

/** How a function of Go has moved the stack pointer at an address. */
export interface GoFrame {
  /** Below the return address. */
  readonly frameBytes: number;
  /** Nothing called it: the first function of a goroutine or of a thread. */
  readonly isOutermost: boolean;
  /** It goes on on another stack: what it calls has no caller on its own. */
  readonly switchesStack: boolean;
}

/** Inlined calls nest less deep than this; a tree that goes on is damaged. */
const deepestInlining = 200;
/** Entries of the inline tree of one function; one that is larger is damaged. */
const mostInlined = 100_000;
const nowhere = 0xffffffff;
/** Texts are kept, so that they cost more than what is only walked. */
const costOfText = 4;
/** The table of stack pointers (`pcsp`), by number as `#field` counts. */
const stackField = 4;
/** internal/abi: FuncFlagTopFrame and FuncFlagSPWrite. */
const outermostFlag = 1;
const switchFlag = 2;

/** Functions, files, lines and inlined calls of a Go program. They survive stripping. */
export class GoLineTable {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #header: GoTableHeader;
  readonly #memory: ImageMemory;
  readonly #module: GoModule;
  readonly #work: TableWork | undefined;

  private constructor(
    { bytes }: GoTablePlace,
    header: GoTableHeader,
    memory: ImageMemory,
    module: GoModule,
    work: TableWork | undefined,
  ) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#header = header;
    this.#memory = memory;
    this.#module = module;
    this.#work = work;
  }

  /**
   * Undefined when the image is not of Go. Throws a ToolError when its table is damaged; with `work`
   * also later, when answers take more of it than there is.
   */
  static find(elf: ElfFile, work?: TableWork): GoLineTable | undefined {
    const place = findGoTable(elf);
    const header = place === undefined ? undefined : parseGoTableHeader(place, elf.littleEndian);
    if (place === undefined || header === undefined) return undefined;
    const memory = new ImageMemory(elf);
    const found = findGoModule(
      elf,
      memory,
      place.address,
      place.address + header.names,
      header.layout,
    );
    const text = Number(findSection(elf, '.text')?.address ?? 0n);
    const module = found ?? { text, functionData: undefined };
    return new GoLineTable(place, header, memory, module, work);
  }

  get length(): number {
    return this.#header.functions;
  }

  /** Svma where function `row` begins. */
  startOf(row: number): number {
    const { table } = this.#header;
    const size = this.#fieldSize;
    const at = table + row * 2 * size;
    return size === 4 ? this.#module.text + this.#u32(at) : this.#pointer(at);
  }

  nameOf(row: number): string {
    return this.#name(this.#field(this.#functionAt(row), 1));
  }

  /** The physical function at an address. */
  nameAt(svma: number): string | undefined {
    const row = this.#find(svma);
    return row < 0 ? undefined : this.nameOf(row);
  }

  /** The function at an address and what is inlined there, the physical one first; empty = none. */
  places(svma: number): readonly GoPlace[] {
    const row = this.#find(svma);
    if (row < 0) return [];
    const at = this.#functionAt(row);
    const inlined = this.#inlined(at, svma - this.startOf(row));
    const places: GoPlace[] = inlined.map(({ name, startLine, distance }) => ({
      name,
      startLine,
      ...this.#position(at, distance),
    }));
    return places.reverse();
  }

  /** Every call that was inlined into function `row`: what was called, and the svma of the call. */
  inlinedCalls(row: number): { readonly name: string; readonly svma: number }[] {
    const at = this.#functionAt(row);
    const tree = this.#inlineTree(at);
    if (tree === undefined) return [];
    const start = this.startOf(row);
    // Trees follow each other without an end: what no instruction refers to is another function's.
    const highest = highestPcValue(this.#bytes, this.#header.values + tree.indices, this.#work);
    const calls: { name: string; svma: number }[] = [];
    for (let index = 0; index <= Math.min(highest, mostInlined); index++) {
      const entry = tree.start + index * tree.shape.size;
      const name = this.#memory.u32(entry + tree.shape.name);
      const parent = this.#memory.u32(entry + tree.shape.parentPc);
      this.#work?.spend(this.#memory.readCost);
      if (name === undefined || parent === undefined) break;
      calls.push({ name: this.#name(name), svma: start + parent });
    }
    return calls;
  }

  /** Undefined where no function of Go is, or none that says how it uses the stack. */
  frame(svma: number): GoFrame | undefined {
    const row = this.#find(svma);
    if (row < 0) return undefined;
    const at = this.#functionAt(row);
    const frameBytes = this.#value(this.#field(at, stackField), svma - this.startOf(row));
    const flags = this.#flags(at);
    const isOutermost = (flags & outermostFlag) !== 0;
    if (frameBytes < 0 && !isOutermost) return undefined;
    return { frameBytes, isOutermost, switchesStack: (flags & switchFlag) !== 0 };
  }

  /** Behind the last whole field and a byte for the kind of function; Go 1.17 began to set it. */
  #flags(at: number): number {
    if (this.#header.layout === '1.2') return 0;
    return this.#bytes[this.#endOfFields(at) + 1] ?? 0;
  }

  get #fieldSize(): number {
    return this.#header.fieldSize;
  }

  #find(svma: number): number {
    let low = 0;
    let high = this.#header.functions;
    // The row behind the last function has the end of the text.
    if (high === 0 || svma >= this.startOf(high)) return -1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.startOf(middle) <= svma) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #functionAt(row: number): number {
    const { table } = this.#header;
    const size = this.#fieldSize;
    const at = table + (row * 2 + 1) * size;
    const offset = size === 4 ? this.#u32(at) : this.#pointer(at);
    return (this.#header.layout === '1.2' ? 0 : table) + offset;
  }

  /** Field `number` of `_func`; the entry before is of another size. */
  #field(at: number, number: number): number {
    return this.#u32(at + this.#fieldSize + (number - 1) * 4);
  }

  /** `_func` has had its start line as a ninth field since 1.20. */
  #endOfFields(at: number): number {
    const fields = this.#header.layout === '1.20' ? 9 : 8;
    return at + this.#fieldSize + fields * 4;
  }

  /** From the innermost call outwards, each with the distance from the entry where it stands. */
  #inlined(at: number, distance: number): { name: string; startLine: number; distance: number }[] {
    const tree = this.#inlineTree(at);
    const calls: { name: string; startLine: number; distance: number }[] = [];
    let here = distance;
    for (let depth = 0; depth < deepestInlining; depth++) {
      const index = tree === undefined ? -1 : this.#value(tree.indices, here);
      if (tree === undefined || index < 0) break;
      const entry = tree.start + index * tree.shape.size;
      const name = this.#memory.u32(entry + tree.shape.name);
      const parent = this.#memory.u32(entry + tree.shape.parentPc);
      this.#work?.spend(this.#memory.readCost);
      if (name === undefined || parent === undefined) break;
      const startLine =
        tree.shape.startLine < 0 ? 0 : (this.#memory.u32(entry + tree.shape.startLine) ?? 0);
      calls.push({ name: this.#name(name), startLine: startLine | 0, distance: here });
      here = parent;
    }
    const startLine = this.#header.layout === '1.20' ? this.#field(at, 9) | 0 : 0;
    calls.push({ name: this.#name(this.#field(at, 1)), startLine, distance: here });
    return calls;
  }

  /** Pc data and function data follow `_func`: counts first, then offsets. */
  #inlineTree(at: number):
    | {
        readonly indices: number;
        readonly start: number;
        readonly shape: NonNullable<(typeof inlinedCalls)[GoLayout]>;
      }
    | undefined {
    const { layout } = this.#header;
    const shape = inlinedCalls[layout];
    const { functionData } = this.#module;
    if (shape === undefined || functionData === undefined) return undefined;
    const counts = this.#endOfFields(at);
    const pcData = this.#field(at, 7);
    const [countAt, dataAt] = [counts + 3, counts + 4];
    const functionDataCount = this.#bytes[countAt] ?? 0;
    if (pcData <= inlineTreePcData || functionDataCount <= inlineTreeFunctionData) return undefined;
    const indices = this.#u32(dataAt + inlineTreePcData * 4);
    const offset = this.#u32(dataAt + (pcData + inlineTreeFunctionData) * 4);
    if (indices === 0 || offset === nowhere) return undefined;
    return { indices, start: functionData + offset, shape };
  }

  #position(at: number, distance: number): { file: string; line: number } {
    const line = this.#value(this.#field(at, 6), distance);
    const file = this.#value(this.#field(at, 5), distance);
    return { file: this.#file(at, file), line: Math.max(line, 0) };
  }

  #file(at: number, number: number): string {
    const { layout, units, files } = this.#header;
    if (layout === '1.2') {
      return number <= 0 ? '' : this.#text(this.#u32(files + number * 4));
    }
    if (number < 0) return '';
    const offset = this.#u32(units + (this.#field(at, 8) + number) * 4);
    return offset === nowhere ? '' : this.#text(files + offset);
  }

  #value(offset: number, distance: number): number {
    const { values, quantum } = this.#header;
    return pcValue(this.#bytes, values + offset, quantum, distance, this.#work);
  }

  #name(offset: number): string {
    const { layout, names } = this.#header;
    return this.#text(layout === '1.2' ? offset : names + offset);
  }

  #text(at: number): string {
    const text = cString(this.#bytes, at);
    this.#work?.spend(text.length * costOfText);
    return text;
  }

  /** Offsets outside the table read as 0: one function is then wrong, not all. */
  #u32(at: number): number {
    if (!(at >= 0 && at + 4 <= this.#bytes.length)) return 0;
    return this.#view.getUint32(at, this.#header.littleEndian);
  }

  #pointer(at: number): number {
    if (this.#header.pointerSize === 4) return this.#u32(at);
    const [first, second] = [this.#u32(at), this.#u32(at + 4)];
    return this.#header.littleEndian ? second * 2 ** 32 + first : first * 2 ** 32 + second;
  }
}
