import type { FrameIndex, MappingIndex, Profile } from '../../profile/index.ts';
import { distance } from './function-code.ts';

interface CodeRange {
  /** From the start of the asked mapping. */
  readonly start: number;
  readonly end: number;
}

/** Tells which frames stand in machine code that the profile carries. */
export class CodeRanges {
  readonly #profile: Profile;
  readonly #byMapping = new Map<MappingIndex, readonly CodeRange[]>();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  holds(frame: FrameIndex): boolean {
    const { frames } = this.#profile;
    const mapping = frames.mapping[frame] as MappingIndex;
    const address = frames.address[frame] as number;
    if (mapping < 0 || address < 0) return false;
    return this.#rangesOf(mapping).some(({ start, end }) => address >= start && address < end);
  }

  #rangesOf(mapping: MappingIndex): readonly CodeRange[] {
    const known = this.#byMapping.get(mapping);
    if (known !== undefined) return known;
    const ranges = this.#profile.code
      .map((code) => {
        const start = code.address - distance(this.#profile, mapping, code.mapping);
        return { start, end: start + code.bytes.length };
      })
      .filter(({ start }) => !Number.isNaN(start));
    this.#byMapping.set(mapping, ranges);
    return ranges;
  }
}
