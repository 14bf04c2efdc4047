import {
  applyStackRewrite,
  type FrameIndex,
  type FunctionIndex,
  type MappingTable,
  type Profile,
  StackWriter,
  symbolizedBits,
  TableExtension,
} from '../profile/index.ts';
import type { CodePlace } from './code-place.ts';

/**
 * A profile whose frames get their functions one by one. Work is done per unique frame; stacks are
 * rewritten once at the end, and only when functions were inlined somewhere.
 */
export class ResolvedFrames {
  readonly #profile: Profile;
  readonly #extension: TableExtension;
  readonly #shown: (name: string) => string;
  readonly #function: Int32Array;
  readonly #line: Int32Array;
  readonly #column: Int32Array;
  readonly #symbolized: Uint8Array;
  /** Per frame the rows of what is inlined there, outer first. */
  readonly #inlined = new Map<number, readonly number[]>();
  readonly #names = new Map<string, string>();
  /** Symbols give one object for all addresses of a function. */
  readonly #functions = new Map<CodePlace, FunctionIndex>();
  #lastPlace: CodePlace | undefined;
  #lastFunction = -1 as FunctionIndex;

  /** `shown` makes the name that people read; asked once per name. */
  constructor(profile: Profile, shown: (name: string) => string) {
    this.#profile = profile;
    this.#shown = shown;
    this.#extension = new TableExtension(profile);
    this.#function = profile.frames.function.slice();
    this.#line = profile.frames.line.slice();
    this.#column = profile.frames.column.slice();
    this.#symbolized = profile.mappings.symbolized.slice();
  }

  /** `places` outermost first, not empty. */
  resolve(frame: number, places: readonly CodePlace[]): void {
    const outer = places[0] as CodePlace;
    this.#function[frame] = this.#functionOf(outer);
    this.#line[frame] = outer.line;
    this.#column[frame] = outer.column;
    this.#note(frame, places);
    if (places.length > 1) this.#inlined.set(frame, this.#inlinedRows(frame, places));
  }

  #inlinedRows(frame: number, places: readonly CodePlace[]): number[] {
    const rows: number[] = [];
    for (let inlineDepth = 1; inlineDepth < places.length; inlineDepth++) {
      const place = places[inlineDepth] as CodePlace;
      const { line, column } = place;
      const called = this.#functionOf(place);
      const row = { function: called, line, column, inlineDepth };
      rows.push(this.#extension.deriveFrame(frame as FrameIndex, row));
    }
    return rows;
  }

  /** A function that is known to be there, but not by name: the image does not count as symbolized. */
  resolveNameless(frame: number, [place]: readonly CodePlace[]): void {
    if (place !== undefined) this.#function[frame] = this.#functionOf(place);
  }

  finish(): Profile {
    const { strings, functions, frames: extended } = this.#extension.tables();
    const frames = {
      ...extended,
      function: overlaid(extended.function, this.#function),
      line: overlaid(extended.line, this.#line),
      column: overlaid(extended.column, this.#column),
    };
    const mappings: MappingTable = { ...this.#profile.mappings, symbolized: this.#symbolized };
    const tables = { strings, functions, frames, mappings };
    if (this.#inlined.size === 0) return Object.freeze({ ...this.#profile, ...tables });
    return this.#withInlined(tables);
  }

  #withInlined(tables: Pick<Profile, 'strings' | 'functions' | 'frames' | 'mappings'>): Profile {
    const { parent, frame, length } = this.#profile.stacks;
    const writer = new StackWriter(length);
    const end = new Int32Array(length);
    for (let stack = 0; stack < length; stack++) {
      const up = parent[stack] as number;
      const row = frame[stack] as number;
      let path = writer.add(up < 0 ? -1 : (end[up] as number), row);
      const inner = this.#inlined.get(row);
      if (inner !== undefined) for (const each of inner) path = writer.add(path, each);
      end[stack] = path;
    }
    return applyStackRewrite(this.#profile, { stacks: writer.finish(), end, tables });
  }

  #functionOf(place: CodePlace): FunctionIndex {
    if (place === this.#lastPlace) return this.#lastFunction;
    this.#lastPlace = place;
    this.#lastFunction = this.#findFunction(place);
    return this.#lastFunction;
  }

  #findFunction(place: CodePlace): FunctionIndex {
    // Places that debug info gives are new for every address.
    const isSymbol = place.line === 0 && place.startLine === 0;
    const known = isSymbol ? this.#functions.get(place) : undefined;
    if (known !== undefined) return known;
    const name = this.#nameOf(place.name);
    const made = this.#extension.addFunction({
      name: this.#extension.string(name),
      ...(name !== place.name && { linkageName: this.#extension.string(place.name) }),
      file: this.#extension.string(place.file),
      startLine: place.startLine,
    });
    if (isSymbol) this.#functions.set(place, made);
    return made;
  }

  #nameOf(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const shown = this.#shown(name);
    this.#names.set(name, shown);
    return shown;
  }

  #note(frame: number, places: readonly CodePlace[]): void {
    const mapping = this.#profile.frames.mapping[frame] as number;
    if (mapping < 0) return;
    let bits = (this.#symbolized[mapping] as number) | symbolizedBits.functions;
    for (const { file, line } of places) {
      if (file !== '') bits |= symbolizedBits.files;
      if (line > 0) bits |= symbolizedBits.lines;
    }
    if (places.length > 1) bits |= symbolizedBits.inlines;
    this.#symbolized[mapping] = bits;
  }
}

/** `changed` stands for the first rows. */
function overlaid(column: Int32Array, changed: Int32Array): Int32Array {
  if (column.length === changed.length) return changed;
  const result = column.slice();
  result.set(changed);
  return result;
}
