import { baseName } from '../base/base-name.ts';
import type { CallFrames } from '../dwarf/cfi-lookup.ts';
import type { ElfFile, SectionCodec } from '../object/index.ts';
import { callFramesOf } from '../unwind/index.ts';
import { type CodePlace, placeOfName } from './code-place.ts';

/**
 * Functions of a stripped image: their names are gone, but what unwinds them says where each begins. So
 * a program without symbols still shows its functions, as `sort+0x4a20`, and not one block.
 */
export class NamelessFunctions {
  readonly #frames: CallFrames;
  readonly #image: string;
  readonly #places = new Map<number, readonly CodePlace[]>();
  #lastStart = -1;
  #last: readonly CodePlace[] = [];

  constructor(elf: ElfFile, path: string, codec: SectionCodec) {
    this.#frames = callFramesOf(elf, codec);
    this.#image = baseName(path);
  }

  /** Empty where no function is known to be. */
  places(svma: number): readonly CodePlace[] {
    const start = this.#frames.find(svma)?.fde.start;
    if (start === undefined) return [];
    if (start === this.#lastStart) return this.#last;
    this.#lastStart = start;
    this.#last = this.#places.get(start) ?? [placeOfName(`${this.#image}+0x${start.toString(16)}`)];
    this.#places.set(start, this.#last);
    return this.#last;
  }
}
