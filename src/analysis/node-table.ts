import { baseName } from '../base/base-name.ts';
import { PairIndex } from '../base/tuple-index.ts';
import { type FrameIndex, type Granularity, type Profile, textAt } from '../profile/index.ts';
import { inlinedStacks } from './inlining.ts';
import { type NodeInfo, nodeLabel } from './node-info.ts';
import { type NodeParts, nodeParts } from './node-parts.ts';
import { cleanPath, type PathTrimming, trimSourcePath } from './source-path.ts';

export interface NodeOptions {
  readonly granularity: Granularity;
  /** Counts inlined functions as part of the function they were inlined into. */
  readonly noInlines: boolean;
  readonly showColumns: boolean;
  /** Keeps functions of the same name in different images apart. */
  readonly byModule: boolean;
  readonly paths: PathTrimming;
}

export const defaultNodeOptions: NodeOptions = {
  granularity: 'functions',
  noInlines: false,
  showColumns: false,
  byModule: false,
  paths: { trimPath: '', sourcePath: '' },
};

/** The rows of a report before any number: which there are, and which one each stack ends in. */
export interface NodeTable {
  readonly length: number;
  readonly infos: readonly NodeInfo[];
  /** Per node one of its frames, for facts that the granularity leaves out. */
  readonly frames: readonly FrameIndex[];
  /** Per stack the node of its last frame. */
  readonly ofStack: Int32Array;
  /** Per stack 1 = its last frame was inlined into the one before. */
  readonly inlined: Uint8Array;
}

export function nodeTable(profile: Profile, options: NodeOptions): NodeTable {
  const { stacks } = profile;
  const naming = new FrameNaming(profile, options);
  const nodeOfFrame = new Int32Array(profile.frames.length).fill(-1);
  const inlined = inlinedStacks(profile);
  const ofStack = new Int32Array(stacks.length);
  for (let at = 0; at < ofStack.length; at++) {
    const up = stacks.parent[at] as number;
    if (options.noInlines && inlined[at] === 1) {
      ofStack[at] = ofStack[up] as number;
      continue;
    }
    const frame = stacks.frame[at] as number;
    if (nodeOfFrame[frame] === -1) nodeOfFrame[frame] = naming.nodeOf(frame);
    ofStack[at] = nodeOfFrame[frame] as number;
  }
  return {
    length: naming.infos.length,
    infos: naming.infos,
    frames: naming.frames,
    ofStack,
    inlined,
  };
}

const noFacts = { name: '', file: '', startLine: 0, line: 0, column: 0 };

/** Numbers frames that read the same alike. */
class FrameNaming {
  readonly infos: NodeInfo[] = [];
  readonly frames: FrameIndex[] = [];
  readonly #profile: Profile;
  readonly #parts: NodeParts;
  readonly #options: NodeOptions;
  readonly #functions: readonly FunctionFacts[];
  readonly #modules = new Map<string, number>();
  readonly #addresses = new Map<bigint, number>();
  readonly #byFunction = new Numbering();
  readonly #byLine = new Numbering();
  readonly #byColumn = new Numbering();
  readonly #byAddress = new Numbering();
  readonly #nodeOfNumber: number[] = [];

  constructor(profile: Profile, options: NodeOptions) {
    const { granularity, showColumns, noInlines } = options;
    const parts = nodeParts(granularity, showColumns);
    this.#profile = profile;
    this.#options = options;
    this.#parts = noInlines && !showColumns ? { ...parts, column: false } : parts;
    this.#functions = granularity === 'modules' ? [] : functionFacts(profile, this.#parts, options);
  }

  nodeOf(frame: number): number {
    const called = this.#functions[this.#profile.frames.function[frame] as number];
    const info = this.#factsOf(frame, called);
    const number = this.#numberOf(called?.kind ?? -1, info);
    const known = this.#nodeOfNumber[number];
    if (known !== undefined) return known;
    const node = this.infos.push({ ...info, label: nodeLabel(info) }) - 1;
    this.frames.push(frame as FrameIndex);
    this.#nodeOfNumber[number] = node;
    return node;
  }

  /** A frame without a function is known by its image alone, and so is a function without a name. */
  #factsOf(frame: number, called: FunctionFacts | undefined): Omit<NodeInfo, 'label'> {
    const { frames } = this.#profile;
    const parts = this.#parts;
    const address = parts.address ? processAddress(this.#profile, frame) : 0n;
    if (called === undefined) {
      const module = this.#moduleOf(frame);
      const name = this.#options.granularity === 'modules' ? baseName(module) : '';
      return { ...noFacts, name, address, module };
    }
    const hasModule = called.name === '' || this.#options.byModule;
    return {
      name: called.name,
      file: called.file,
      startLine: hasModule ? called.startLine : 0,
      line: parts.line ? (frames.line[frame] as number) : 0,
      column: parts.column ? (frames.column[frame] as number) : 0,
      address,
      module: hasModule ? this.#moduleOf(frame) : '',
    };
  }

  #numberOf(kind: number, info: Omit<NodeInfo, 'label'>): number {
    const parts = this.#parts;
    let number = this.#byFunction.of(kind, numberIn(this.#modules, info.module));
    if (parts.line) number = this.#byLine.of(number, info.line);
    if (parts.column) number = this.#byColumn.of(number, info.column);
    if (!parts.address) return number;
    return this.#byAddress.of(number, numberIn(this.#addresses, info.address));
  }

  #moduleOf(frame: number): string {
    const mapping = this.#profile.frames.mapping[frame] as number;
    return mapping < 0 ? '' : textAt(this.#profile, this.#profile.mappings.file[mapping] as number);
  }
}

/** The address of a frame in the running process; 0n = unknown. */
export function processAddress(profile: Profile, frame: number): bigint {
  const { frames, mappings } = profile;
  const address = frames.address[frame] as number;
  if (address < 0) return 0n;
  const mapping = frames.mapping[frame] as number;
  const start = mapping < 0 ? 0n : (mappings.start[mapping] as bigint);
  return BigInt.asUintN(64, start + BigInt(address));
}

interface FunctionFacts {
  /** Equal for functions that the granularity does not tell apart. */
  readonly kind: number;
  readonly name: string;
  readonly file: string;
  readonly startLine: number;
}

function functionFacts(profile: Profile, parts: NodeParts, options: NodeOptions): FunctionFacts[] {
  const { functions } = profile;
  const kinds = new Map<string, number>();
  return Array.from({ length: functions.length }, (_, row) => {
    const name = parts.name ? textAt(profile, functions.name[row] as number) : '';
    const path = parts.file ? textAt(profile, functions.file[row] as number) : '';
    const file = path === '' ? '' : cleanPath(trimSourcePath(path, options.paths));
    const startLine = functions.startLine[row] as number;
    const distinct = name === '' || options.byModule ? startLine : 0;
    const key = file === '' && distinct === 0 ? name : `${name}\0${file}\0${distinct}`;
    return { kind: numberIn(kinds, key), name, file, startLine };
  });
}

function numberIn<Key>(numbers: Map<Key, number>, key: Key): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

/** Gives each pair of numbers a number of its own. */
class Numbering {
  readonly #index = new PairIndex(64);
  #next = 0;

  of(first: number, second: number): number {
    const known = this.#index.findOrAdd(first, second, this.#next);
    return known >= 0 ? known : this.#next++;
  }
}
