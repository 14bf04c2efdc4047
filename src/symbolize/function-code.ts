import {
  type ElfFile,
  parseFunctionSymbols,
  readPart,
  type SectionCodec,
  SymbolLookup,
} from '../object/index.ts';
import { LoadSegments } from '../object/load-segments.ts';

/** Where in an image the instructions of a function lie. */
export interface CodeExtent {
  readonly fileOffset: number;
  readonly length: number;
}

/** Finds whole functions around addresses, by the sizes that symbol tables have. */
export class FunctionCode {
  readonly #elf: ElfFile;
  readonly #segments: LoadSegments;
  readonly #symbols: SymbolLookup;

  constructor(elf: ElfFile, codec: SectionCodec) {
    this.#elf = elf;
    this.#segments = new LoadSegments(elf);
    this.#symbols = new SymbolLookup(parseFunctionSymbols(elf, { codec }));
  }

  /** Undefined where no symbol reaches: half a function would be decoded wrongly. */
  around(fileOffset: number): CodeExtent | undefined {
    const svma = this.#segments.svmaOfFileOffset(fileOffset);
    const found = svma === undefined ? undefined : this.#symbols.find(svma);
    if (found === undefined) return undefined;
    const start = this.#segments.fileOffsetOfSvma(found.start);
    return start === undefined ? undefined : { fileOffset: start, length: found.end - found.start };
  }

  /** A copy, because what a file answers may be a view of something larger. */
  bytes({ fileOffset, length }: CodeExtent): Uint8Array {
    return Uint8Array.from(readPart(this.#elf.source, fileOffset, length, 'code'));
  }
}
