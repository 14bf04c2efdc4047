import { selectSamples } from './sample-selection.ts';
import { StackWriter } from './stack-writer.ts';
import { TableExtension } from './table-extension.ts';
import type { FrameIndex, Profile, StackTable } from './tables.ts';

/** In `StackRewrite.end`: the samples that end there are removed. */
export const droppedStack = -2;

/**
 * What became of every old stack. Because parents stand before children, each operation fills `end`
 * in one forward loop, asking only for what it already knows of the parent.
 */
export interface StackRewrite {
  readonly stacks: StackTable;
  /** Per old stack the new one its samples end on; -1 = the empty stack, or `droppedStack`. */
  readonly end: Int32Array;
  /** What becomes of samples that had no stack: -1 keeps them. */
  readonly endOfNoStack?: number;
  /** The frames (and what they refer to) of the new stacks, when some were added. */
  readonly tables?: Partial<Pick<Profile, 'strings' | 'functions' | 'frames' | 'mappings'>>;
}

/** The profile on its new stacks. Tables that did not change are shared with the old profile. */
export function applyStackRewrite(profile: Profile, rewrite: StackRewrite): Profile {
  const { end, endOfNoStack = -1 } = rewrite;
  const old = profile.samples.stack;
  const stack = new Int32Array(old.length);
  const keep = new Uint8Array(old.length);
  for (let row = 0; row < old.length; row++) {
    const before = old[row] as number;
    const after = before < 0 ? endOfNoStack : (end[before] as number);
    stack[row] = after;
    keep[row] = after === droppedStack ? 0 : 1;
  }
  const markerStack = profile.markers.stack.map((before) =>
    before < 0 ? -1 : Math.max(-1, end[before] as number),
  );
  const rewritten: Profile = {
    ...profile,
    ...rewrite.tables,
    stacks: rewrite.stacks,
    samples: { ...profile.samples, stack },
    markers: { ...profile.markers, stack: markerStack },
  };
  return Object.freeze(selectSamples(rewritten, keep));
}

/**
 * Removes the marked frames from every stack; a sample left without frames is dropped (as pprof
 * does), unless `keepEmpty`. Frames inlined at the place of a removed one move up a depth, so that
 * the outermost that is left counts as the physical function.
 */
export function removeFrames(profile: Profile, remove: Uint8Array, keepEmpty = false): Profile {
  if (!remove.includes(1)) return profile;
  const { parent, frame, length } = profile.stacks;
  const { inlineDepth } = profile.frames;
  const writer = new StackWriter(length);
  const extension = new TableExtension(profile);
  const path = new Int32Array(length);
  const removedHere = new Int32Array(length); // of the same place, up to and with this frame
  for (let stack = 0; stack < length; stack++) {
    const up = parent[stack] as number;
    const at = frame[stack] as number;
    const before = up >= 0 && samePlace(profile, frame[up] as number, at) ? removedHere[up] : 0;
    const shift = before as number;
    const newUp = up < 0 ? -1 : (path[up] as number);
    if (remove[at] === 1) {
      removedHere[stack] = shift + 1;
      path[stack] = newUp;
      continue;
    }
    removedHere[stack] = shift;
    const depth = (inlineDepth[at] as number) - shift;
    const kept = shift === 0 ? at : extension.deriveFrame(at as FrameIndex, { inlineDepth: depth });
    path[stack] = writer.add(newUp, kept);
  }
  if (!keepEmpty)
    for (let stack = 0; stack < length; stack++) if (path[stack] === -1) path[stack] = droppedStack;
  return applyStackRewrite(profile, {
    stacks: writer.finish(),
    end: path,
    endOfNoStack: keepEmpty ? -1 : droppedStack,
    tables: extension.tables(),
  });
}

/** Whether `inner` is inlined directly into `outer`: one physical place, one depth further. */
export function samePlace(profile: Profile, outer: number, inner: number): boolean {
  const { mapping, address, inlineDepth } = profile.frames;
  return (
    (inlineDepth[inner] as number) > 0 &&
    inlineDepth[inner] === (inlineDepth[outer] as number) + 1 &&
    address[inner] === address[outer] &&
    mapping[inner] === mapping[outer]
  );
}
