import type { FrameIndex, MappingIndex, ProfileBuilder, StackIndex } from '../../profile/index.ts';
import { none } from '../../profile/index.ts';
import { LineFrames, lineKinds } from './line-frames.ts';
import type { StackLines } from './stack-lines.ts';

/**
 * Turns paths of lines into stacks of frames. In the file the leaf comes first and a source line
 * after its frame; seen from the root a source line therefore stands just before its frame, and the
 * frame that others are inlined into before those.
 */
export function buildStacks(builder: ProfileBuilder, paths: StackLines): Int32Array {
  const lines = new LineFrames(builder, paths.lines);
  const isPlain = lines.kind.every((kind) => kind === lineKinds.frame);
  return isPlain
    ? buildPlainStacks(builder, paths, lines)
    : buildContextualStacks(builder, paths, lines);
}

/** Hot: one look-up and one hash per path. */
function buildPlainStacks(
  builder: ProfileBuilder,
  paths: StackLines,
  lines: LineFrames,
): Int32Array {
  const stacks = new Int32Array(paths.parent.length);
  for (let path = 0; path < stacks.length; path++) {
    const above = paths.parent.at(path);
    const line = paths.line.at(path);
    const stack = (above < 0 ? none : (stacks[above] as number)) as StackIndex;
    const frame = lines.plainFrame(line);
    stacks[path] =
      frame >= 0
        ? builder.addStack(stack, frame)
        : addAll(builder, stack, lines.frames(line, contextOf(lines, line)));
  }
  return stacks;
}

function contextOf(
  lines: LineFrames,
  line: number,
): { mapping: MappingIndex; depth: number; source: undefined } {
  return { mapping: lines.mapping[line] as MappingIndex, depth: 0, source: undefined };
}

function addAll(
  builder: ProfileBuilder,
  stack: StackIndex,
  frames: readonly FrameIndex[],
): StackIndex {
  for (const frame of frames) stack = builder.addStack(stack, frame);
  return stack;
}

/** With source or inlined lines a frame depends on the lines towards the root. */
function buildContextualStacks(
  builder: ProfileBuilder,
  paths: StackLines,
  lines: LineFrames,
): Int32Array {
  const stacks = new Int32Array(paths.parent.length);
  /** By path: the source line that speaks of the next frame, if any. */
  const source = new Int32Array(stacks.length).fill(-1);
  /** By path: the image that inlined frames run in, and how many of them there are. */
  const image = new Int32Array(stacks.length).fill(-1);
  const depths = new Int32Array(stacks.length);
  for (let path = 0; path < stacks.length; path++) {
    const above = paths.parent.at(path);
    const line = paths.line.at(path);
    const stack = (above < 0 ? none : (stacks[above] as number)) as StackIndex;
    const kind = lines.kind[line] as number;
    if (above >= 0) {
      image[path] = image[above] as number;
      depths[path] = depths[above] as number;
    }
    if (kind === lineKinds.source || kind === lineKinds.process) {
      stacks[path] = stack;
      source[path] = kind === lineKinds.source ? line : above < 0 ? -1 : (source[above] as number);
      continue;
    }
    const sourceLine = above < 0 ? -1 : (source[above] as number);
    const said = sourceLine < 0 ? undefined : lines.source(sourceLine);
    const isInlined = kind === lineKinds.inlined || said?.isInlined === true;
    if (!isInlined) image[path] = lines.mapping[line] as number;
    depths[path] = isInlined ? (depths[path] as number) + 1 : 0;
    const mapping = image[path] as MappingIndex;
    const frames = lines.frames(line, { mapping, depth: depths[path] as number, source: said });
    stacks[path] = addAll(builder, stack, frames);
  }
  return stacks;
}
