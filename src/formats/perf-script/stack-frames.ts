import { Int32Builder } from '../../base/growable-column.ts';
import type { FrameIndex, MappingIndex, ProfileBuilder, StackIndex } from '../../profile/index.ts';
import { none } from '../../profile/index.ts';
import { LineFrames, lineKinds } from './line-frames.ts';
import type { PathTree } from './path-tree.ts';

/**
 * Turns paths of lines into stacks of frames, as far as there are any: it can be called again when
 * more have come, and gives the same as if called once at the end.
 *
 * In the file the leaf comes first and a source line after its frame; seen from the root a source
 * line therefore stands just before its frame, and the frame that others are inlined into before
 * those.
 */
export class StackFrames {
  /** By path. */
  readonly stacks: Int32Builder;
  /** By path: the source line that speaks of the next frame; -1 = none. */
  readonly #source: Int32Builder;
  /** By path: the image that inlined frames run in, and how many of them there are. */
  readonly #image: Int32Builder;
  readonly #depth: Int32Builder;
  readonly #builder: ProfileBuilder;
  readonly #paths: PathTree;
  readonly #lines: LineFrames;

  constructor(builder: ProfileBuilder, paths: PathTree, addresses: boolean) {
    const capacity = paths.parent.length;
    this.#builder = builder;
    this.#paths = paths;
    this.#lines = new LineFrames(builder, addresses);
    this.stacks = new Int32Builder(capacity);
    this.#source = new Int32Builder(capacity);
    this.#image = new Int32Builder(capacity);
    this.#depth = new Int32Builder(capacity);
  }

  extend(): void {
    const { parent, line } = this.#paths;
    const lines = this.#lines;
    lines.extend(this.#paths.lines);
    for (let path = this.stacks.length; path < parent.length; path++) {
      const above = parent.at(path);
      const id = line.at(path);
      const isAlone = above < 0 || this.#source.at(above) < 0;
      const frame = isAlone ? lines.plainFrame(id) : none;
      if (frame >= 0) {
        const stack = (above < 0 ? none : this.stacks.at(above)) as StackIndex;
        this.#push(this.#builder.addStack(stack, frame), -1, lines.mapping.at(id), 0);
      } else this.#addWithContext(above, id);
    }
  }

  /** A frame that depends on the lines towards the root, or a line that is no frame. */
  #addWithContext(above: number, line: number): void {
    const lines = this.#lines;
    const stack = (above < 0 ? none : this.stacks.at(above)) as StackIndex;
    const source = above < 0 ? -1 : this.#source.at(above);
    const image = above < 0 ? -1 : this.#image.at(above);
    const depth = above < 0 ? 0 : this.#depth.at(above);
    const kind = lines.kind.at(line);
    if (kind === lineKinds.source || kind === lineKinds.process) {
      this.#push(stack, kind === lineKinds.source ? line : source, image, depth);
      return;
    }
    const said = source < 0 ? undefined : lines.source(source);
    const isInlined = kind === lineKinds.inlined || said?.isInlined === true;
    const context = {
      mapping: (isInlined ? image : lines.mapping.at(line)) as MappingIndex,
      depth: isInlined ? depth + 1 : 0,
      source: said,
    };
    const frames = lines.frames(line, context);
    this.#push(this.#addAll(stack, frames), -1, context.mapping, context.depth);
  }

  #addAll(stack: StackIndex, frames: readonly FrameIndex[]): StackIndex {
    for (const frame of frames) stack = this.#builder.addStack(stack, frame);
    return stack;
  }

  #push(stack: StackIndex, source: number, image: number, depth: number): void {
    this.stacks.push(stack);
    this.#source.push(source);
    this.#image.push(image);
    this.#depth.push(depth);
  }
}
