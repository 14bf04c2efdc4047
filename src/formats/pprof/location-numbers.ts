import { Int32Builder } from '../../base/growable-column.ts';
import { PairIndex } from '../../base/tuple-index.ts';
import type { Profile } from '../../profile/index.ts';

/**
 * Which stack rows make up one location: frames of one mapping and address whose inline depths
 * follow each other. A frame left alone by a filter is a location of its own.
 *
 * Locations are paths of a tree over frames, outermost first; one is numbered when a sample uses it.
 */
export class LocationNumbers {
  /** By stack row: the location that ends there, and the stack row outside of it. */
  readonly location: Int32Array;
  readonly outside: Int32Array;
  readonly #frame = new Int32Builder();
  readonly #outer = new Int32Builder();
  readonly #ids: Int32Array;
  readonly #used = new Int32Builder();

  constructor(profile: Profile) {
    const { parent, frame, length } = profile.stacks;
    const index = new PairIndex(Math.min(length, profile.frames.length));
    this.location = new Int32Array(length);
    this.outside = new Int32Array(length);
    for (let stack = 0; stack < length; stack++) {
      const up = parent[stack] as number;
      const own = frame[stack] as number;
      const joins = up >= 0 && isInlinedInto(profile, own, frame[up] as number);
      const outer = joins ? (this.location[up] as number) : -1;
      const known = index.findOrAdd(outer, own, this.#frame.length);
      this.location[stack] = known < 0 ? this.#frame.length : known;
      this.outside[stack] = joins ? (this.outside[up] as number) : up;
      if (known >= 0) continue;
      this.#frame.push(own);
      this.#outer.push(outer);
    }
    this.#ids = new Int32Array(this.#frame.length);
  }

  /** The id of a location, from 1 in the order of first use. */
  idOf(location: number): number {
    const known = this.#ids[location] as number;
    if (known !== 0) return known;
    this.#used.push(location);
    this.#ids[location] = this.#used.length;
    return this.#used.length;
  }

  /** Locations in the order of their ids. */
  used(): Int32Array {
    return this.#used.view();
  }

  /** The frame at the inner end of a location. */
  frameOf(location: number): number {
    return this.#frame.at(location);
  }

  /** The location without its innermost frame, or -1. */
  outerOf(location: number): number {
    return this.#outer.at(location);
  }
}

function isInlinedInto(profile: Profile, inner: number, outer: number): boolean {
  const { mapping, address, inlineDepth, flags } = profile.frames;
  const depth = inlineDepth[inner] as number;
  return (
    depth > 0 &&
    inlineDepth[outer] === depth - 1 &&
    mapping[inner] === mapping[outer] &&
    address[inner] === address[outer] &&
    flags[inner] === flags[outer]
  );
}
