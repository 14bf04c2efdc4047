import { type Profile, sampleCounts, sumByStack } from '../../profile/index.ts';

/** A call that samples show: the innermost function of a stack and where it was called. */
export interface ObservedCall {
  /** File offset inside the call instruction; -1 = unknown or in another image. */
  readonly caller: number;
  /** File offset in the function that was called. */
  readonly callee: number;
  readonly count: number;
}

/** What the stacks of a recording say of one image; places are offsets in its file. */
export interface ImageCalls {
  /** How often each instruction was on top. */
  readonly leaves: ReadonlyMap<number, number>;
  readonly calls: readonly ObservedCall[];
  readonly sampleCount: number;
}

/** Looks at every different stack once. */
export function imageCalls(profile: Profile, path: string): ImageCalls {
  const offsets = fileOffsets(profile, path);
  const { stacks, frames } = profile;
  const leaves = new Map<number, number>();
  const calls: ObservedCall[] = [];
  let sampleCount = 0;
  countsOfStacks(profile).forEach((count, stack) => {
    if (count === 0) return;
    const callee = offsets[stacks.frame[stack] as number] as number;
    if (callee < 0) return;
    sampleCount += count;
    leaves.set(callee, (leaves.get(callee) ?? 0) + count);
    // Inlined frames stand between the leaf and the function that was really called.
    let row = stack;
    while (row >= 0 && (frames.inlineDepth[stacks.frame[row] as number] as number) > 0) {
      row = stacks.parent[row] as number;
    }
    const above = row < 0 ? -1 : (stacks.parent[row] as number);
    const caller = above < 0 ? -1 : (offsets[stacks.frame[above] as number] as number);
    if (above >= 0) calls.push({ caller, callee, count });
  });
  return { leaves, calls, sampleCount };
}

/** By frame: the offset in the file of the image, -1 for those of other images. */
function fileOffsets({ frames, mappings, strings }: Profile, path: string): Float64Array {
  const offsets = new Float64Array(frames.length).fill(-1);
  for (let frame = 0; frame < frames.length; frame++) {
    const mapping = frames.mapping[frame] as number;
    const address = frames.address[frame] as number;
    if (mapping < 0 || address < 0) continue;
    if (strings[mappings.file[mapping] as number] !== path) continue;
    offsets[frame] = Number(mappings.offset[mapping]) + address;
  }
  return offsets;
}

/** Observations by stack, of the event that samples running code: waiting does not count. */
function countsOfStacks(profile: Profile): Float64Array {
  const { samples, valueTypes, meta } = profile;
  const [event] = meta.events;
  const column = valueTypes.findIndex(({ name, unit }) => name === event && unit === 'count');
  return sumByStack(profile, samples.values[column] ?? sampleCounts(profile));
}
