import { PairIndex } from '../../base/tuple-index.ts';
import {
  type FrameIndex,
  frameFile,
  frameName,
  framesOf,
  type Profile,
  type StackIndex,
} from '../../profile/index.ts';
import { anonymousName, urlOfPath } from '../v8-call-place.ts';

/** A node to write: V8's nodes are functions, whatever the line. Its id is its row + 1. */
export interface CallNode {
  readonly callFrame: string;
  readonly children: number[];
  readonly ticks: Map<number, number>;
  hitCount: number;
}

export const rootNode = 0;

/** The call tree of a profile in V8's terms, grown from the stacks that were sampled. */
export class CallNodes {
  readonly nodes: CallNode[] = [];
  readonly #profile: Profile;
  readonly #index = new PairIndex();
  readonly #byStack = new PairIndex();
  readonly #known: number[] = [];
  readonly #keys = new Map<string, number>();
  readonly #scripts = new Map<string, number>();
  readonly #columns: Map<number, number>;

  constructor(profile: Profile) {
    this.#profile = profile;
    this.#columns = columnsOfFunctions(profile);
    this.#append(callFrameJson('(root)', '0', '', -1, -1));
  }

  /** A node of no function, such as a thread, under the root. */
  addNamed(name: string): number {
    return this.#child(rootNode, -2 - this.#keyOf(`\0${name}`), () =>
      callFrameJson(name, '0', '', -1, -1),
    );
  }

  /** The node of a stack below `top`. */
  nodeOf(top: number, stack: StackIndex): number {
    const known = this.#byStack.findOrAdd(top, stack, this.#known.length);
    if (known >= 0) return this.#known[known] as number;
    let node = top;
    for (const frame of framesOf(this.#profile, stack)) {
      const name = frameName(this.#profile, frame);
      if (node === rootNode && name === '(root)') continue;
      const called = this.#profile.frames.function[frame] as number;
      const key = called >= 0 ? called : -2 - this.#keyOf(name);
      node = this.#child(node, key, () => this.#callFrameOf(frame, name));
    }
    this.#known.push(node);
    return node;
  }

  /** Counts samples on the node, and on the line of the leaf where one was sampled. */
  hit(node: number, stack: StackIndex, count: number): void {
    const target = this.nodes[node] as CallNode;
    target.hitCount += count;
    const { frames, stacks } = this.#profile;
    const frame = stack < 0 ? -1 : (stacks.frame[stack] as number);
    const line = frame < 0 ? 0 : (frames.line[frame] as number);
    if (line > 0) target.ticks.set(line, (target.ticks.get(line) ?? 0) + count);
  }

  #child(parent: number, key: number, callFrame: () => string): number {
    const known = this.#index.findOrAdd(parent, key, this.nodes.length);
    if (known >= 0) return known;
    const row = this.#append(callFrame());
    this.nodes[parent]?.children.push(row);
    return row;
  }

  #append(callFrame: string): number {
    return this.nodes.push({ callFrame, children: [], ticks: new Map(), hitCount: 0 }) - 1;
  }

  #callFrameOf(frame: FrameIndex, name: string): string {
    const { frames, functions } = this.#profile;
    const called = frames.function[frame] as number;
    const startLine = called < 0 ? 0 : (functions.startLine[called] as number);
    const line = startLine > 0 ? startLine : (frames.line[frame] as number);
    const column = this.#columns.get(called) ?? (line > 0 ? 1 : 0);
    const url = urlOfPath(frameFile(this.#profile, frame));
    return callFrameJson(name, this.#scriptOf(url), url, line - 1, column - 1);
  }

  #scriptOf(url: string): string {
    if (url === '') return '0';
    const id = this.#scripts.get(url) ?? this.#scripts.size + 1;
    this.#scripts.set(url, id);
    return String(id);
  }

  #keyOf(name: string): number {
    const key = this.#keys.get(name) ?? this.#keys.size;
    this.#keys.set(name, key);
    return key;
  }
}

/** The column a function starts at, from the frame that stands for its beginning. */
function columnsOfFunctions(profile: Profile): Map<number, number> {
  const { frames, functions } = profile;
  const columns = new Map<number, number>();
  for (let row = 0; row < frames.length; row++) {
    const called = frames.function[row] as number;
    const column = frames.column[row] as number;
    if (called < 0 || column === 0 || columns.has(called)) continue;
    if (frames.line[row] === functions.startLine[called]) columns.set(called, column);
  }
  return columns;
}

function callFrameJson(
  name: string,
  scriptId: string,
  url: string,
  lineNumber: number,
  columnNumber: number,
): string {
  const functionName = name === anonymousName ? '' : name;
  return JSON.stringify({ functionName, scriptId, url, lineNumber, columnNumber });
}
