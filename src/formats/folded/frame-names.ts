import { ByteInterner, type InternedBytes } from '../../base/byte-interner.ts';
import { Int32Builder } from '../../base/growable-column.ts';
import { type FrameIndex, none, type ProfileBuilder } from '../../profile/index.ts';
import { inlinedSuffix, suffixTable } from './suffix-table.ts';

/** Names and the frame of each, as plain memory. */
export interface DetachedNames {
  readonly names: InternedBytes;
  readonly frameOfName: Int32Array;
}

/** Frames by the bytes of their names: a name is taken apart only the first time it appears. */
export class FrameNames {
  readonly #builder: ProfileBuilder;
  readonly #names = new ByteInterner(1024);
  readonly #frames = new Int32Builder(1024);

  constructor(builder: ProfileBuilder) {
    this.#builder = builder;
  }

  frame(view: DataView, start: number, end: number): FrameIndex {
    const name = this.#names.intern(view, start, end);
    if (name === this.#frames.length) this.#frames.push(this.#add(this.#names.textOf(name)));
    return this.#frames.at(name) as FrameIndex;
  }

  detach(): DetachedNames {
    return { names: this.#names.detach(), frameOfName: this.#frames.finish() };
  }

  /** Our frame for each frame of another thread. */
  absorb({ names, frameOfName }: DetachedNames): Int32Array {
    const { arena, start } = names;
    const view = new DataView(arena.buffer, arena.byteOffset, arena.byteLength);
    const frames = new Int32Array(frameOfName.length);
    for (let name = 0; name < frameOfName.length; name++) {
      const frame = this.frame(view, start[name] as number, start[name + 1] as number);
      frames[frameOfName[name] as number] = frame;
    }
    return frames;
  }

  #add(text: string): FrameIndex {
    const builder = this.#builder;
    const inlineDepth = text.endsWith(inlinedSuffix) ? 1 : 0;
    const mark = suffixTable.find((entry) => text.endsWith(entry.suffix));
    const length = inlineDepth === 1 ? inlinedSuffix.length : (mark?.suffix.length ?? 0);
    const called = builder.addFunction({
      name: builder.string(text.slice(0, text.length - length)),
    });
    const mapping =
      mark === undefined
        ? none
        : builder.addMapping({ file: builder.string(mark.image), kind: mark.kind });
    return builder.addFrame({ function: called, mapping, inlineDepth });
  }
}
