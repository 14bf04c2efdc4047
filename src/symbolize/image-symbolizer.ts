import { ToolError } from '../base/tool-error.ts';
import type { ElfFile, SectionCodec } from '../object/index.ts';
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

/**
 * The functions at an address of an image: from its debug information, and for the rest from its
 * symbols. Nothing is read before it is needed.
 */
export class ImageSymbolizer implements PlaceSource {
  readonly #parts: ImageParts;
  #symbols: ImageSymbols | undefined;

  constructor(parts: ImageParts) {
    this.#parts = parts;
  }

  /** Whether source lines and inlined functions can be had. */
  get hasLines(): boolean {
    return this.#parts.debugInfo !== undefined;
  }

  get symbolKind(): 'full' | 'exported only' | 'none' {
    return this.#imageSymbols().kind;
  }

  places(svma: number): readonly CodePlace[] {
    const places = this.#debugPlaces(svma);
    const [outer] = places;
    if (outer === undefined) return this.#imageSymbols().places(svma);
    if (outer.name !== '') return places;
    // Line tables alone (-gline-tables-only) know where, but not in what.
    const [named] = this.#imageSymbols().places(svma);
    return named === undefined ? [] : [{ ...outer, name: named.name }, ...places.slice(1)];
  }

  #imageSymbols(): ImageSymbols {
    const { image, debug, codec } = this.#parts;
    this.#symbols ??= new ImageSymbols(image, debug, codec);
    return this.#symbols;
  }

  /** Damaged debug information is as good as none. */
  #debugPlaces(svma: number): readonly CodePlace[] {
    try {
      return this.#parts.debugInfo?.places(svma) ?? [];
    } catch (error) {
      if (error instanceof ToolError) return [];
      throw error;
    }
  }
}
