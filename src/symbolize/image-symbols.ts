import { ToolError } from '../base/tool-error.ts';
import {
  decodeXz,
  type ElfFile,
  findSectionData,
  type PltNames,
  parseElf,
  parsePltNames,
  parseSymbolSection,
  type SectionCodec,
  SymbolLookup,
  sectionTypes,
  sourceOf,
} from '../object/index.ts';
import { type CodePlace, type PlaceSource, placeOfName } from './code-place.ts';

const nowhere: readonly CodePlace[] = [];

/** The names that symbol tables have: nothing of lines or of what was inlined. */
export class ImageSymbols implements PlaceSource {
  /** `.symtab`, of the image or of its debug file; or only what is exported. */
  readonly kind: 'full' | 'exported only' | 'none';
  readonly #image: ElfFile;
  readonly #lookups: readonly SymbolLookup[];
  readonly #places = new Map<string, readonly CodePlace[]>();
  #plt: PltNames | undefined;
  // The answer of last time, and for which addresses (Svma) it holds: who asks in order of address
  // stays in one function for a while.
  #last: readonly CodePlace[] = [];
  #from = 0;
  #until = 0;

  constructor(image: ElfFile, debug: ElfFile | undefined, codec: SectionCodec) {
    this.#image = image;
    const full = firstFilled([
      () => lookup(debug, sectionTypes.symbols, codec),
      () => lookup(image, sectionTypes.symbols, codec),
      () => lookup(miniDebugInfo(image, codec), sectionTypes.symbols, codec),
    ]);
    // Fedora's small debug data leaves out what is exported anyway.
    const exported = lookup(image, sectionTypes.dynamicSymbols, codec);
    this.#lookups = [full, exported].filter((each) => each !== undefined);
    this.kind = full !== undefined ? 'full' : exported !== undefined ? 'exported only' : 'none';
  }

  places(svma: number): readonly CodePlace[] {
    if (svma >= this.#from && svma < this.#until) return this.#last;
    this.#from = svma;
    this.#until = Number.POSITIVE_INFINITY;
    const name = this.#symbolName(svma) ?? this.#pltName(svma);
    this.#last = name === undefined ? nowhere : this.#placesOf(name);
    return this.#last;
  }

  #symbolName(svma: number): string | undefined {
    for (const each of this.#lookups) {
      const found = each.find(svma);
      this.#until = Math.min(this.#until, each.heldUntil);
      if (found !== undefined && found.name !== '') return found.name;
    }
    return undefined;
  }

  #pltName(svma: number): string | undefined {
    this.#plt ??= parsePltNames(this.#image, (address) => this.#symbolName(address));
    this.#until = Math.min(this.#until, this.#plt.heldUntil(svma));
    return this.#plt.find(svma);
  }

  #placesOf(name: string): readonly CodePlace[] {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const places = [placeOfName(name)];
    this.#places.set(name, places);
    return places;
  }
}

function lookup(
  elf: ElfFile | undefined,
  type: number,
  codec: SectionCodec,
): SymbolLookup | undefined {
  if (elf === undefined) return undefined;
  const table = parseSymbolSection(elf, type, { codec, labels: true });
  return table.length === 0 ? undefined : new SymbolLookup(table);
}

function firstFilled(
  attempts: readonly (() => SymbolLookup | undefined)[],
): SymbolLookup | undefined {
  for (const attempt of attempts) {
    const found = attempt();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `.gnu_debugdata`: a whole ELF file of symbols, packed with xz. A damaged one counts as none. */
function miniDebugInfo(image: ElfFile, codec: SectionCodec): ElfFile | undefined {
  try {
    const packed = findSectionData(image, '.gnu_debugdata', codec);
    return packed.length === 0 ? undefined : parseElf(sourceOf(decodeXz(packed)));
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}
