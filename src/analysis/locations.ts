import { PairIndex } from '../base/tuple-index.ts';
import type { FrameIndex, Profile, StackIndex } from '../profile/index.ts';
import { inlinedStacks } from './inlining.ts';

/** A place in code with all functions inlined there, the innermost first: pprof's location. */
export interface Location {
  readonly frames: readonly FrameIndex[];
}

export interface Locations {
  /** In the order in which samples mention them. */
  readonly list: readonly Location[];
  /** The row numbers in `list` of a stack, the leaf first. */
  pathOf(stack: StackIndex): number[];
}

/** Groups the frames of all stacks into places. */
export function locations(profile: Profile): Locations {
  const { stacks, samples } = profile;
  const inlined = inlinedStacks(profile);
  const placeOfStack = placesOfStacks(profile, inlined);
  const list: Location[] = [];
  const rowOfPlace = new Map<number, number>();
  const rowOf = (stack: number): number => {
    const place = placeOfStack[stack] as number;
    const known = rowOfPlace.get(place);
    if (known !== undefined) return known;
    rowOfPlace.set(place, list.length);
    return list.push({ frames: framesAt(profile, inlined, stack) }) - 1;
  };
  const pathOf = (stack: StackIndex): number[] => {
    const path: number[] = [];
    for (let at: number = stack; at >= 0; at = stacks.parent[at] as number) {
      path.push(rowOf(at));
      while (inlined[at] === 1) at = stacks.parent[at] as number;
    }
    return path;
  };
  for (let row = 0; row < samples.length; row++) pathOf(samples.stack[row] as StackIndex);
  return { list, pathOf };
}

/** Numbers places so that equal runs of inlined frames have equal numbers. */
function placesOfStacks({ stacks }: Profile, inlined: Uint8Array): Int32Array {
  const index = new PairIndex();
  const places = new Int32Array(stacks.length);
  let next = 0;
  for (let at = 0; at < places.length; at++) {
    const outer = inlined[at] === 1 ? (places[stacks.parent[at] as number] as number) : -1;
    const known = index.findOrAdd(outer, stacks.frame[at] as number, next);
    places[at] = known >= 0 ? known : next++;
  }
  return places;
}

function framesAt({ stacks }: Profile, inlined: Uint8Array, stack: number): FrameIndex[] {
  const frames = [stacks.frame[stack] as FrameIndex];
  for (let at = stack; inlined[at] === 1; ) {
    at = stacks.parent[at] as number;
    frames.push(stacks.frame[at] as FrameIndex);
  }
  return frames;
}
