import { ByteInterner } from '../../base/byte-interner.ts';
import type {
  FunctionFacts,
  FunctionIndex,
  MappingIndex,
  MappingKind,
  ProfileBuilder,
  StringIndex,
} from '../../profile/index.ts';
import { none, symbolizedBits } from '../../profile/index.ts';
import { dsoKind } from './dso.ts';
import type { FrameLine } from './frame-line.ts';
import { symbolNames } from './symbol-name.ts';

export interface Image {
  readonly file: StringIndex;
  readonly kind: MappingKind;
  /** By the upper bits of the address. */
  readonly mappings: Map<number, MappingIndex>;
}

/**
 * Symbols and images by their bytes. Each is looked at once, however many addresses it appears with:
 * work per name, not per line.
 */
export class SymbolTable {
  readonly #builder: ProfileBuilder;
  readonly #symbols = new ByteInterner(1024);
  readonly #dsos = new ByteInterner(64);
  readonly #images: Image[] = [];
  /** By symbol and whether the image is JIT code. */
  readonly #functions: (readonly FunctionFacts[] | undefined)[] = [];
  readonly #soleFunctions: (FunctionIndex | undefined)[] = [];

  constructor(builder: ProfileBuilder) {
    this.#builder = builder;
  }

  image(view: DataView, line: FrameLine): Image {
    const dso = this.#dsos.intern(view, line.dsoStart, line.dsoEnd);
    const known = this.#images[dso];
    if (known !== undefined) return known;
    const text = this.#dsos.textOf(dso);
    const image = { file: this.#builder.string(text), kind: dsoKind(text), mappings: new Map() };
    this.#images.push(image);
    return image;
  }

  mapping(image: Image, { isInlined, address, addressHigh }: FrameLine): MappingIndex {
    if (isInlined || (image.file === 0 && address < 0)) return none;
    const known = image.mappings.get(addressHigh);
    if (known !== undefined) return known;
    const mapping = this.#builder.addMapping({
      file: image.file,
      kind: image.kind,
      start: BigInt(addressHigh) << 48n,
      symbolized: symbolizedBits.functions,
    });
    image.mappings.set(addressHigh, mapping);
    return mapping;
  }

  /** A number for the symbol, to be used with `functions`. */
  symbol(view: DataView, line: FrameLine, image: Image): number {
    const symbol = this.#symbols.intern(view, line.symbolStart, line.symbolEnd);
    const slot = symbol * 2 + (image.kind === 'jit' ? 1 : 0);
    while (this.#functions.length <= slot) this.#functions.push(undefined);
    if (this.#functions[slot] === undefined) {
      const text = this.#symbols.textOf(symbol);
      this.#functions[slot] = this.#factsOf(text, image.kind === 'jit');
    }
    return slot;
  }

  /** The functions behind a symbol, the called one first; none = unknown. */
  functions(symbol: number): readonly FunctionFacts[] {
    return this.#functions[symbol] ?? [];
  }

  /** The one function behind a symbol, `none` when it is unknown, undefined when there are several. */
  soleFunction(symbol: number): FunctionIndex | undefined {
    const known = this.#soleFunctions[symbol];
    if (known !== undefined) return known;
    const functions = this.functions(symbol);
    const [only] = functions;
    if (functions.length > 1) return undefined;
    const called = only === undefined ? none : this.#builder.addFunction(only);
    while (this.#soleFunctions.length <= symbol) this.#soleFunctions.push(undefined);
    this.#soleFunctions[symbol] = called;
    return called;
  }

  #factsOf(symbol: string, isJit: boolean): FunctionFacts[] {
    if (symbol === '') return [];
    const names = symbolNames(symbol, isJit);
    const isShortened = names.length === 1 && names[0] !== symbol;
    return names.map((name) => ({
      name: this.#builder.string(name),
      ...(isShortened ? { linkageName: this.#builder.string(symbol) } : {}),
    }));
  }
}
