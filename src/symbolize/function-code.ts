import type { CallFrames } from '../dwarf/cfi-lookup.ts';
import {
  type ElfFile,
  parseFunctionSymbols,
  readPart,
  type SectionCodec,
  SymbolLookup,
} from '../object/index.ts';
import { LoadSegments } from '../object/load-segments.ts';
import { callFramesOf } from '../unwind/index.ts';

/** Where in an image the instructions of a function lie. */
export interface CodeExtent {
  readonly fileOffset: number;
  readonly length: number;
}

/**
 * Finds whole functions around addresses, by the sizes that symbol tables have; where an image is stripped,
 * as most libraries are of what they do not export, by the ranges of what unwinds them.
 */
export class FunctionCode {
  readonly #elf: ElfFile;
  readonly #segments: LoadSegments;
  readonly #symbols: SymbolLookup;
  readonly #codec: SectionCodec;
  #frames: CallFrames | undefined;

  constructor(elf: ElfFile, codec: SectionCodec) {
    this.#elf = elf;
    this.#codec = codec;
    this.#segments = new LoadSegments(elf);
    this.#symbols = new SymbolLookup(parseFunctionSymbols(elf, { codec }));
  }

  /** Undefined where nothing says how far it reaches: half a function would be decoded wrongly. */
  around(fileOffset: number): CodeExtent | undefined {
    const svma = this.#segments.svmaOfFileOffset(fileOffset);
    if (svma === undefined) return undefined;
    const found = this.#symbols.find(svma) ?? this.#unwound(svma);
    if (found === undefined) return undefined;
    const start = this.#segments.fileOffsetOfSvma(found.start);
    return start === undefined ? undefined : { fileOffset: start, length: found.end - found.start };
  }

  #unwound(svma: number): { readonly start: number; readonly end: number } | undefined {
    this.#frames ??= callFramesOf(this.#elf, this.#codec);
    return this.#frames.find(svma)?.fde;
  }

  /** A copy, because what a file answers may be a view of something larger. */
  bytes({ fileOffset, length }: CodeExtent): Uint8Array {
    return Uint8Array.from(readPart(this.#elf.source, fileOffset, length, 'code'));
  }
}
