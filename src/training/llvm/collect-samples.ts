import {
  type ElfFile,
  LoadSegments,
  parseFunctionSymbols,
  type SectionCodec,
  SymbolLookup,
} from '../../object/index.ts';
import type { Profile } from '../../profile/index.ts';
import type { CodePlace, PlaceSource } from '../../symbolize/index.ts';
import { baseDiscriminator, duplicationFactor } from './base-discriminator.ts';
import { FunctionSamples, type LineKey, lineKey } from './function-samples.ts';
import { type ImageCalls, imageCalls } from './image-calls.ts';
import { withoutSuffix } from './linkage-suffix.ts';

/** The program that was recorded, built with line information. */
export interface TrainedImage {
  /** As the recording names it. */
  readonly path: string;
  readonly elf: ElfFile;
  readonly symbolizer: PlaceSource;
}

export interface SampleProfile {
  readonly functions: readonly FunctionSamples[];
  /** Samples whose innermost frame is in the image, and those of them that show a caller. */
  readonly sampleCount: number;
  readonly callCount: number;
  /** Samples at addresses that have no source line. */
  readonly lineless: number;
}

export interface CollectOptions {
  readonly codec: SectionCodec;
  /** Whose numbering of blocks within a line the program has; `none` adds them up by line. */
  readonly discriminators: 'llvm' | 'none';
}

/** Samples are few and weights are integers: this leaves room between them. */
const scale = 100;
/** No compiler inlines deeper; a damaged file may say anything. */
const deepestInlining = 64;
/** Calling and returning take about as long as so many bytes of instructions. */
const callBytes = 16;
/** Cold places are listed for so many bytes of sampled functions. */
const mostBytes = 8 << 20;

/**
 * Samples of a recording by function, line and inlined call, for LLVM's sample profiles. A timer gives no
 * branches, but stacks show who called whom: without that, indirect calls stay what they are.
 */
export function collectSamples(
  profile: Profile,
  image: TrainedImage,
  options: CollectOptions,
): SampleProfile {
  return new Collection(image, options).collect(imageCalls(profile, image.path));
}

class Collection {
  readonly #functions = new Map<string, FunctionSamples>();
  readonly #symbolizer: PlaceSource;
  readonly #segments: LoadSegments;
  readonly #symbols: SymbolLookup;
  readonly #hasDiscriminators: boolean;
  /** By start of a sampled function: bytes of it at places that have samples. */
  readonly #hotBytes = new Map<number, number>();
  #lineless = 0;
  #callCount = 0;

  constructor({ elf, symbolizer }: TrainedImage, { codec, discriminators }: CollectOptions) {
    this.#hasDiscriminators = discriminators === 'llvm';
    this.#symbolizer = symbolizer;
    this.#segments = new LoadSegments(elf);
    this.#symbols = new SymbolLookup(parseFunctionSymbols(elf, { codec }));
  }

  collect({ leaves, calls, sampleCount }: ImageCalls): SampleProfile {
    for (const [fileOffset, count] of leaves) this.#addLeaf(fileOffset, count);
    this.#addColdPlaces(leaves.keys());
    for (const { caller, callee, count } of calls) this.#addCall(caller, callee, count);
    for (const samples of this.#functions.values()) samples.settleCalls();
    const functions = [...this.#functions.values()].filter(({ total }) => total > 0);
    return { functions, sampleCount, callCount: this.#callCount, lineless: this.#lineless };
  }

  #placesAt(fileOffset: number): readonly CodePlace[] {
    const svma = this.#segments.svmaOfFileOffset(fileOffset);
    return svma === undefined ? [] : this.#places(svma);
  }

  #places(svma: number): readonly CodePlace[] {
    const places = this.#symbolizer.places(svma);
    if (places.length > deepestInlining) return [];
    if (this.#hasDiscriminators) return places;
    return places.map((place) => ({ ...place, discriminator: 0 }));
  }

  #addLeaf(fileOffset: number, count: number): void {
    const places = this.#placesAt(fileOffset);
    const place = places.at(-1);
    if (place === undefined || place.line === 0) this.#lineless += count;
    else {
      const factor = duplicationFactor(place.discriminator ?? 0);
      this.#owner(places).addBody(keyOf(place), count * factor * scale);
    }
  }

  /** `caller` is inside the call instruction, -1 = unknown or outside the image. */
  #addCall(caller: number, callee: number, count: number): void {
    const name = this.#placesAt(callee)[0]?.name ?? '';
    if (name === '') return;
    this.#callCount += count;
    const weight = count * scale * this.#callsPerSample(callee);
    this.#function(name).head += weight;
    const places = caller < 0 ? [] : this.#placesAt(caller);
    const place = places.at(-1);
    if (place === undefined || place.line === 0) return;
    this.#owner(places).addTarget(keyOf(place), withoutSuffix(name), weight);
  }

  /**
   * A function is sampled in proportion to its calls and to the time of each. Bodies say how often an
   * instruction was seen, so that calls are brought to the same measure: a long function that is called
   * now and then must not look like a short one that is called all the time.
   */
  #callsPerSample(callee: number): number {
    const svma = this.#segments.svmaOfFileOffset(callee);
    const start = svma === undefined ? undefined : this.#symbols.find(svma)?.start;
    const bytes = start === undefined ? undefined : this.#hotBytes.get(start);
    return callBytes / (callBytes + (bytes ?? 0));
  }

  #function(linkageName: string): FunctionSamples {
    const name = withoutSuffix(linkageName);
    const known = this.#functions.get(name);
    if (known !== undefined) return known;
    const samples = new FunctionSamples(name);
    this.#functions.set(name, samples);
    return samples;
  }

  /** The samples of the innermost function, below those that it was inlined into. */
  #owner(places: readonly CodePlace[]): FunctionSamples {
    const [outer, ...inner] = places;
    let samples = this.#function(outer?.name ?? '');
    let call = outer;
    for (const place of inner) {
      if (call === undefined) break;
      samples = samples.inlinedAt(keyOf(call), withoutSuffix(place.name));
      call = place;
    }
    return samples;
  }

  /** A place without a sample says cold, a missing one says nothing: so all of sampled functions are listed. */
  #addColdPlaces(fileOffsets: Iterable<number>): void {
    let bytesLeft = mostBytes;
    for (const fileOffset of fileOffsets) {
      const svma = this.#segments.svmaOfFileOffset(fileOffset);
      const found = svma === undefined ? undefined : this.#symbols.find(svma);
      if (found === undefined || this.#hotBytes.has(found.start)) continue;
      this.#hotBytes.set(found.start, 0);
      bytesLeft -= found.end - found.start;
      if (bytesLeft < 0) return;
      this.#hotBytes.set(found.start, this.#addCold(found.start, found.end));
    }
  }

  /** Gives the number of bytes at places that have samples. */
  #addCold(start: number, end: number): number {
    let hotBytes = 0;
    for (let svma = start; svma < end; svma++) {
      const places = this.#places(svma);
      const place = places.at(-1);
      if (place === undefined || place.line === 0) continue;
      if (this.#owner(places).addBody(keyOf(place), 0) > 0) hotBytes++;
    }
    return hotBytes;
  }
}

function keyOf({ line, startLine, discriminator }: CodePlace): LineKey {
  return lineKey(line, startLine, baseDiscriminator(discriminator ?? 0));
}
