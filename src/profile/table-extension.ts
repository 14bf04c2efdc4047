import { type FrameFacts, FrameRows, type FunctionFacts, FunctionRows } from './row-builders.ts';
import type {
  FrameIndex,
  FrameTable,
  FunctionIndex,
  FunctionTable,
  Profile,
  StringIndex,
} from './tables.ts';

/**
 * Strings, functions and frames added behind those of a finished profile. Old row numbers stay
 * valid; without additions the tables are the profile's own, not copies.
 */
export class TableExtension {
  readonly #profile: Profile;
  readonly #functions = new FunctionRows();
  readonly #frames = new FrameRows();
  readonly #added: string[] = [];
  #indices: Map<string, number> | undefined;

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  string(text: string): StringIndex {
    const { strings } = this.#profile;
    this.#indices ??= new Map(strings.map((known, index) => [known, index]));
    const known = this.#indices.get(text);
    if (known !== undefined) return known as StringIndex;
    const index = strings.length + this.#added.push(text) - 1;
    this.#indices.set(text, index);
    return index as StringIndex;
  }

  addFunction(facts: FunctionFacts): FunctionIndex {
    return (this.#profile.functions.length + this.#functions.add(facts)) as FunctionIndex;
  }

  addFrame(facts: FrameFacts): FrameIndex {
    return (this.#profile.frames.length + this.#frames.add(facts)) as FrameIndex;
  }

  /** The frame as it was, with some facts changed. */
  deriveFrame(frame: FrameIndex, changes: Partial<FrameFacts>): FrameIndex {
    return this.addFrame({ ...frameFacts(this.#profile.frames, frame), ...changes });
  }

  tables(): Pick<Profile, 'strings' | 'functions' | 'frames'> {
    const { strings, functions, frames } = this.#profile;
    return {
      strings: this.#added.length === 0 ? strings : [...strings, ...this.#added],
      functions: concatFunctions(functions, this.#functions.finish()),
      frames: concatFrames(frames, this.#frames.finish()),
    };
  }
}

export function frameFacts(frames: FrameTable, frame: FrameIndex): Required<FrameFacts> {
  return {
    function: frames.function[frame] as FunctionIndex,
    mapping: frames.mapping[frame] as Required<FrameFacts>['mapping'],
    address: frames.address[frame] as number,
    line: frames.line[frame] as number,
    column: frames.column[frame] as number,
    inlineDepth: frames.inlineDepth[frame] as number,
    flags: frames.flags[frame] as number,
  };
}

function concatFunctions(old: FunctionTable, added: FunctionTable): FunctionTable {
  if (added.length === 0) return old;
  return {
    length: old.length + added.length,
    name: concat(old.name, added.name),
    linkageName: concat(old.linkageName, added.linkageName),
    file: concat(old.file, added.file),
    startLine: concat(old.startLine, added.startLine),
  };
}

function concatFrames(old: FrameTable, added: FrameTable): FrameTable {
  if (added.length === 0) return old;
  const address = new Float64Array(old.length + added.length);
  address.set(old.address);
  address.set(added.address, old.length);
  const flags = new Uint8Array(old.length + added.length);
  flags.set(old.flags);
  flags.set(added.flags, old.length);
  return {
    length: old.length + added.length,
    mapping: concat(old.mapping, added.mapping),
    address,
    function: concat(old.function, added.function),
    line: concat(old.line, added.line),
    column: concat(old.column, added.column),
    inlineDepth: concat(old.inlineDepth, added.inlineDepth),
    flags,
  };
}

function concat(old: Int32Array, added: Int32Array): Int32Array {
  const joined = new Int32Array(old.length + added.length);
  joined.set(old);
  joined.set(added, old.length);
  return joined;
}
