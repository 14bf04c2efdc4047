import { ToolError } from '../base/tool-error.ts';
import { type ElfFile, GoLineTable, type SectionCodec } from '../object/index.ts';
import type { CodePlace, PlaceSource } from './code-place.ts';
import { ImageSymbols } from './image-symbols.ts';

/** An image and what else knows of its code. */
export interface ImageParts {
  readonly image: ElfFile;
  /** The separate file with its symbols and debug information. */
  readonly debug?: ElfFile | undefined;
  /** Lines and inlined functions. */
  readonly debugInfo?: PlaceSource | undefined;
  readonly codec: SectionCodec;
}

const nowhere: readonly CodePlace[] = [];

/**
 * The functions at an address of an image: from its debug information, and for the rest from its
 * symbols. Nothing is read before it is needed.
 */
export class ImageSymbolizer implements PlaceSource {
  readonly #parts: ImageParts;
  #symbols: ImageSymbols | undefined;
  #go: GoLineTable | undefined | null = null;

  constructor(parts: ImageParts) {
    this.#parts = parts;
  }

  /** Whether source lines and inlined functions can be had. */
  get hasLines(): boolean {
    return this.#parts.debugInfo !== undefined || this.#goTable() !== undefined;
  }

  get symbolKind(): 'full' | 'exported only' | 'none' {
    return this.#imageSymbols().kind;
  }

  places(svma: number): readonly CodePlace[] {
    const places = this.#debugPlaces(svma);
    const [outer] = places;
    if (outer === undefined) return this.#otherPlaces(svma);
    if (isMangled(outer.name)) return places;
    // Line tables alone (-gline-tables-only) know where, but not in what; and for functions that are
    // local to a C++ file DWARF has only the short name, without namespace.
    const [symbol] = this.#imageSymbols().places(svma);
    const isBetter = symbol !== undefined && (outer.name === '' || isMangled(symbol.name));
    if (isBetter) return [{ ...outer, name: symbol.name }, ...places.slice(1)];
    return outer.name === '' ? [] : places;
  }

  #otherPlaces(svma: number): readonly CodePlace[] {
    const places = this.#goTable()?.places(svma) ?? nowhere;
    if (places.length === 0) return this.#imageSymbols().places(svma);
    return places.map((place) => ({ ...place, column: 0 }));
  }

  /** Go's own table, which stripping leaves. */
  #goTable(): GoLineTable | undefined {
    if (this.#go === null) this.#go = orUndefined(() => GoLineTable.find(this.#parts.image));
    return this.#go;
  }

  #imageSymbols(): ImageSymbols {
    const { image, debug, codec } = this.#parts;
    this.#symbols ??= new ImageSymbols(image, debug, codec);
    return this.#symbols;
  }

  #debugPlaces(svma: number): readonly CodePlace[] {
    const { debugInfo } = this.#parts;
    if (debugInfo === undefined) return nowhere;
    return orUndefined(() => debugInfo.places(svma)) ?? nowhere;
  }
}

/** Itanium C++ (and Rust's older names) or Rust v0. */
function isMangled(name: string): boolean {
  return name.startsWith('_Z') || name.startsWith('_R');
}

/** Damaged tables are as good as none. */
function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
