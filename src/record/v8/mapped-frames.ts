import {
  type FrameIndex,
  type FunctionIndex,
  frameFile,
  frameKind,
  frameName,
  type Profile,
  type ProfileBuilder,
  textAt,
} from '../../profile/index.ts';
import type { SourceMaps } from '../sources/source-maps.ts';

interface MappedFunction {
  readonly function: FunctionIndex;
  readonly file: string;
  /** Where it begins, for frames that stand for the whole function. */
  readonly line: number;
  readonly column: number;
  readonly isMapped: boolean;
}

/** Brings the frames of one chunk into the recording, through source maps where there are some. */
export class MappedFrames {
  readonly #builder: ProfileBuilder;
  readonly #profile: Profile;
  readonly #maps: SourceMaps;
  readonly #functions = new Map<string, MappedFunction>();
  readonly #columns = new Map<number, number>();

  constructor(builder: ProfileBuilder, profile: Profile, maps: SourceMaps) {
    this.#builder = builder;
    this.#profile = profile;
    this.#maps = maps;
    const { frames } = profile;
    for (let row = 0; row < frames.length; row++) {
      const called = frames.function[row] as number;
      const column = frames.column[row] as number;
      if (column > 0 && !this.#columns.has(called)) this.#columns.set(called, column);
    }
  }

  frame(row: FrameIndex): FrameIndex {
    const { frames, mappings } = this.#profile;
    const called = this.#function(row);
    const module = called.isMapped
      ? called.file
      : textAt(this.#profile, mappings.file[frames.mapping[row] as number] as number);
    const mapping = this.#builder.addMapping({
      file: this.#builder.string(module),
      kind: frameKind(this.#profile, row),
    });
    return this.#builder.addFrame({
      function: called.function,
      mapping,
      ...this.#place(row, called),
    });
  }

  /** A frame with a column is its function's beginning; one without stands on a sampled line. */
  #place(row: FrameIndex, called: MappedFunction): { line: number; column: number } {
    const { frames } = this.#profile;
    const line = frames.line[row] as number;
    const column = frames.column[row] as number;
    if (column > 0 || line === 0) return { line: called.line, column: called.column };
    if (!called.isMapped) return { line, column };
    const file = frameFile(this.#profile, row);
    const original = this.#maps.originalOf({ name: '', file, line, column: 0 });
    if (original?.file === called.file) return { line: original.line, column: 0 };
    return { line: called.line, column: called.column };
  }

  #function(row: FrameIndex): MappedFunction {
    const { frames, functions } = this.#profile;
    const called = frames.function[row] as number;
    const own = frames.column[row] as number;
    const column = own > 0 ? own : (this.#columns.get(called) ?? 0);
    const key = `${called},${column}`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    const name = frameName(this.#profile, row);
    const file = frameFile(this.#profile, row);
    const line = functions.startLine[called] as number;
    const original = this.#maps.originalOf({ name, file, line, column });
    const place = { name, file, line, column, ...original };
    const added: MappedFunction = {
      ...place,
      isMapped: original !== undefined,
      function: this.#builder.addFunction({
        name: this.#builder.string(place.name === '' ? name : place.name),
        file: this.#builder.string(place.file),
        startLine: place.line,
      }),
    };
    this.#functions.set(key, added);
    return added;
  }
}
