import { createDecoder, type Decoder, disassemble, type Instruction } from '../../disasm/index.ts';
import {
  type ElfFile,
  GoLineTable,
  LoadSegments,
  readPart,
  TableWork,
} from '../../object/index.ts';

/** A call whose target is known only when it runs. */
const indirect = '';
const longestFunction = 16 << 20;
/** Of an instruction's byte, as `TableWork` counts. */
const costOfCode = 32;

/** The calls of a Go program by caller and line: what a profile of it can be about. */
export class GoCallSites {
  readonly #elf: ElfFile;
  readonly #table: GoLineTable;
  readonly #segments: LoadSegments;
  readonly #decoder: Decoder;
  readonly #work: TableWork;
  readonly #inlined = new Set<string>();
  readonly #rows = new Map<string, number>();
  /** By row: what it goes on in by a jump. */
  readonly #jumps = new Map<number, ReadonlySet<string>>();
  /** By caller, by line from its first: the names of what is called there. */
  readonly #sites = new Map<string, Map<number, Set<string>>>();

  private constructor(elf: ElfFile, table: GoLineTable, work: TableWork) {
    this.#elf = elf;
    this.#table = table;
    this.#work = work;
    this.#segments = new LoadSegments(elf);
    this.#decoder = createDecoder(elf.machine === 'aarch64' ? 'aarch64' : 'x86-64');
  }

  /** Reads the call sites of these callers, wherever they were inlined; undefined = no Go program. */
  static read(elf: ElfFile, callers: ReadonlySet<string>): GoCallSites | undefined {
    const work = new TableWork(elf.source.size);
    const table = GoLineTable.find(elf, work);
    if (table === undefined) return undefined;
    const sites = new GoCallSites(elf, table, work);
    for (let row = 0; row < table.length; row++) sites.#addFunction(row, callers);
    return sites;
  }

  /** Whether the program has code of a function, its own or inlined. */
  hasFunction(name: string): boolean {
    return this.#rows.has(name) || this.#inlined.has(name);
  }

  /** Whether the caller calls the callee at that line, or something that may be or become the callee. */
  hasCall(caller: string, offset: number, callee: string): boolean {
    const called = this.#sites.get(caller)?.get(offset);
    if (called === undefined || !this.hasFunction(callee)) return false;
    if (called.has(callee) || this.#endsIn(called, callee)) return true;
    // What is called by name elsewhere was hardly called through a pointer here: its line has moved.
    return called.has(indirect) && this.offsetsOf(caller, callee).length === 0;
  }

  /** Assembly goes on in another function by a jump, so that the stack never shows the one called. */
  #endsIn(called: Iterable<string>, callee: string): boolean {
    for (const name of called) {
      const row = this.#rows.get(name);
      if (row === undefined) continue;
      if (this.#endings(row).has(callee)) return true;
    }
    return false;
  }

  #endings(row: number): ReadonlySet<string> {
    const known = this.#jumps.get(row);
    if (known !== undefined) return known;
    const jumps = this.#leaving(row).filter(({ kind }) => kind === 'jump');
    const names = new Set(jumps.flatMap(({ target }) => this.#table.nameAt(target) ?? []));
    this.#jumps.set(row, names);
    return names;
  }

  /** The lines of a caller at which it calls the callee. */
  offsetsOf(caller: string, callee: string): number[] {
    const sites = this.#sites.get(caller) ?? new Map<number, Set<string>>();
    return [...sites].filter(([, called]) => called.has(callee)).map(([offset]) => offset);
  }

  #addFunction(row: number, callers: ReadonlySet<string>): void {
    const name = this.#table.nameOf(row);
    this.#rows.set(name, row);
    const inlined = this.#table.inlinedCalls(row);
    for (const call of inlined) this.#inlined.add(call.name);
    if (!callers.has(name) && !inlined.some((call) => callers.has(call.name))) return;
    for (const call of inlined) this.#addSite(call.svma, call.name);
    for (const { address, target } of this.#leaving(row)) {
      this.#addSite(address, target < 0 ? indirect : (this.#table.nameAt(target) ?? indirect));
    }
  }

  /** The instructions of a function that lead to others. */
  #leaving(row: number): Instruction[] {
    const start = this.#table.startOf(row);
    const length = this.#table.startOf(row + 1) - start;
    const fileOffset = this.#segments.fileOffsetOfSvma(start);
    if (fileOffset === undefined || !(length > 0 && length < longestFunction)) return [];
    this.#work.spend(length * costOfCode);
    const code = readPart(this.#elf.source, fileOffset, length, 'code');
    return disassemble(this.#decoder, code, start, 'intel').filter(
      ({ kind, target }) =>
        kind === 'call' ||
        (kind === 'jump' && target >= 0 && (target < start || target >= start + length)),
    );
  }

  #addSite(svma: number, callee: string): void {
    const place = this.#table.places(svma).at(-1);
    if (place === undefined) return;
    const sites = this.#sites.get(place.name) ?? new Map<number, Set<string>>();
    this.#sites.set(place.name, sites);
    const offset = place.line - place.startLine;
    const called = sites.get(offset) ?? new Set();
    sites.set(offset, called.add(callee));
  }
}
