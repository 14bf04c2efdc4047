/** A function that stands at an address, and where in it. */
export interface CodePlace {
  /** As the file has it: the linkage name where there is one, not demangled. */
  readonly name: string;
  readonly file: string; // '' = unknown
  /** Where that frame stands; 0 = unknown. */
  readonly line: number;
  readonly column: number;
  /** Where the function begins; 0 = unknown. */
  readonly startLine: number;
  /** DWARF's number for one of several blocks on that line; undefined = 0. */
  readonly discriminator?: number | undefined;
}

/** Anything that knows the functions at an address of one image: debug info, symbols, pclntab. */
export interface PlaceSource {
  /** Outermost (the physical function) first, then what is inlined into it; empty = unknown. */
  places(svma: number): readonly CodePlace[];
}

export function placeOfName(name: string): CodePlace {
  return { name, file: '', line: 0, column: 0, startLine: 0 };
}
