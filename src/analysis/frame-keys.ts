import { unreachable } from '../base/assert.ts';
import { baseName } from '../base/base-name.ts';
import { Int32Builder } from '../base/growable-column.ts';
import { PairIndex } from '../base/tuple-index.ts';
import {
  type FrameIndex,
  frameFile,
  frameKind,
  frameName,
  type Granularity,
  type MappingKind,
  mappingKinds,
  moduleName,
  type Profile,
} from '../profile/index.ts';

/** What counts as "the same" when call paths are merged. */
export type TreeGranularity = Extract<Granularity, 'functions' | 'modules' | 'files' | 'lines'>;

/** The distinct things call paths consist of: functions, or coarser or finer than that. */
export interface FrameKeys {
  readonly length: number;
  /** Keys from here on are no frames: the root, processes, threads. */
  readonly firstOther: number;
  readonly name: readonly string[];
  /** The image each came from; '' = unknown. */
  readonly module: readonly string[];
  /** Source file; '' = unknown. */
  readonly file: readonly string[];
  readonly line: Int32Array; // 0 = unknown, or of no meaning at this granularity
  readonly kind: Uint8Array; // index into mappingKinds
}

export interface KeyedFrames {
  readonly keys: FrameKeys;
  readonly keyOfFrame: Int32Array;
}

/**
 * Gives every frame its key. Functions are told apart by name and image, as the diff does.
 * `others` are names that are no frames (the root, a process, a thread): their keys come last, in
 * that order.
 */
export function keyFrames(
  profile: Profile,
  granularity: TreeGranularity,
  others: readonly string[] = [],
): KeyedFrames {
  const { frames } = profile;
  const index = new PairIndex();
  const made = new KeyBuilder();
  const keyOfFrame = new Int32Array(frames.length);
  const files = new PairIndex();
  for (let row = 0; row < frames.length; row++) {
    const frame = row as FrameIndex;
    const [first, second] = identity(profile, frame, granularity, files);
    const known = index.findOrAdd(first, second, made.length);
    keyOfFrame[row] = known >= 0 ? known : made.add(profile, frame, granularity);
  }
  const firstOther = made.length;
  for (const name of others) made.addName(name);
  return { keys: made.finish(firstOther), keyOfFrame };
}

/** Two numbers that are equal for frames of the same key. */
function identity(
  profile: Profile,
  frame: FrameIndex,
  granularity: TreeGranularity,
  functionFiles: PairIndex,
): readonly [number, number] {
  const { frames, functions, mappings } = profile;
  const mapping = frames.mapping[frame] as number;
  const called = frames.function[frame] as number;
  const image = mapping < 0 ? 0 : (mappings.file[mapping] as number);
  const name = called < 0 ? 0 : (functions.name[called] as number);
  switch (granularity) {
    case 'functions':
      return [name, image];
    case 'modules':
      return [image, image === 0 ? name : -1];
    case 'files': {
      const file = called < 0 ? 0 : (functions.file[called] as number);
      return file > 0 ? [file, -1] : [-2 - image, image === 0 ? name : -1];
    }
    case 'lines': {
      const next = frame as number;
      const place = functionFiles.findOrAdd(name, image, next);
      return [place >= 0 ? place : next, frames.line[frame] as number];
    }
    default:
      return unreachable(granularity);
  }
}

class KeyBuilder {
  readonly #name: string[] = [];
  readonly #module: string[] = [];
  readonly #file: string[] = [];
  readonly #line = new Int32Builder();
  readonly #kind: MappingKind[] = [];

  get length(): number {
    return this.#name.length;
  }

  add(profile: Profile, frame: FrameIndex, granularity: TreeGranularity): number {
    const file = frameFile(profile, frame);
    const line = profile.frames.line[frame] as number;
    this.#module.push(moduleName(profile, frame));
    this.#file.push(granularity === 'modules' ? '' : file);
    this.#kind.push(frameKind(profile, frame));
    this.#line.push(granularity === 'lines' ? line : startLine(profile, frame, granularity));
    return this.#name.push(keyName(profile, frame, granularity)) - 1;
  }

  addName(name: string): void {
    this.#name.push(name);
    this.#module.push('');
    this.#file.push('');
    this.#line.push(0);
    this.#kind.push('user');
  }

  finish(firstOther: number): FrameKeys {
    return {
      length: this.length,
      firstOther,
      name: this.#name,
      module: this.#module,
      file: this.#file,
      line: this.#line.finish(),
      kind: Uint8Array.from(this.#kind, (kind) => mappingKinds.indexOf(kind)),
    };
  }
}

function keyName(profile: Profile, frame: FrameIndex, granularity: TreeGranularity): string {
  const name = frameName(profile, frame);
  const module = moduleName(profile, frame);
  const file = frameFile(profile, frame);
  switch (granularity) {
    case 'functions':
      return name;
    case 'modules':
      return module === '' ? name : module;
    case 'files':
      return file !== '' ? file : module === '' ? name : `[${module}]`;
    case 'lines': {
      const line = profile.frames.line[frame] as number;
      if (line === 0) return name;
      return `${name} ${baseName(file)}:${line}`;
    }
    default:
      return unreachable(granularity);
  }
}

function startLine(profile: Profile, frame: FrameIndex, granularity: TreeGranularity): number {
  const called = profile.frames.function[frame] as number;
  if (granularity !== 'functions' || called < 0) return 0;
  return profile.functions.startLine[called] as number;
}
