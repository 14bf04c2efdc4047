import {
  type ElfFile,
  parseSymbolSection,
  type SectionCodec,
  SymbolLookup,
  sectionTypes,
} from '../object/index.ts';
import { type CodePlace, type PlaceSource, placeOfName } from './code-place.ts';

/** The names that symbol tables have: nothing of lines or of what was inlined. */
export class ImageSymbols implements PlaceSource {
  readonly #lookups: readonly SymbolLookup[];
  readonly #places = new Map<string, readonly CodePlace[]>();
  /** `.symtab`, of the image or of its debug file; or only what is exported. */
  readonly kind: 'full' | 'exported only' | 'none';

  /** `files`: the image and what else has symbols for the same addresses, fullest first. */
  constructor(files: readonly ElfFile[], codec: SectionCodec) {
    const options = { codec, labels: true };
    const tables = (type: number): SymbolLookup[] =>
      files
        .map((elf) => new SymbolLookup(parseSymbolSection(elf, type, options)))
        .filter((lookup) => lookup.length > 0);
    const full = tables(sectionTypes.symbols);
    const exported = tables(sectionTypes.dynamicSymbols);
    this.#lookups = [...full, ...exported];
    this.kind = full.length > 0 ? 'full' : exported.length > 0 ? 'exported only' : 'none';
  }

  places(svma: number): readonly CodePlace[] {
    for (const lookup of this.#lookups) {
      const found = lookup.find(svma);
      if (found !== undefined && found.name !== '') return this.#placesOf(found.name);
    }
    return [];
  }

  #placesOf(name: string): readonly CodePlace[] {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const places = [placeOfName(name)];
    this.#places.set(name, places);
    return places;
  }
}
