import { ByteInterner } from '../../base/byte-interner.ts';
import { Int32Builder } from '../../base/growable-column.ts';
import { type FrameIndex, none, type ProfileBuilder } from '../../profile/index.ts';
import { inlinedSuffix, suffixTable } from './suffix-table.ts';

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
