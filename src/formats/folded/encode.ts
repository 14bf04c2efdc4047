import { ByteWriter } from '../../base/byte-writer.ts';
import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import { PairIndex } from '../../base/tuple-index.ts';
import type { Profile } from '../../profile/index.ts';
import type { EncodeOptions } from '../format.ts';
import { FrameLabels } from './frame-labels.ts';
import { LabelTree, orderOf } from './label-tree.ts';

/** Written in pieces of about this size. */
const pieceBytes = 1 << 18;

/**
 * One line per distinct stack, sorted, with the sum of its samples. A sample whose thread has a
 * process name starts with that, as perf's scripts do.
 */
export function* encodeFolded(profile: Profile, options: EncodeOptions): Iterable<Uint8Array> {
  const labels = new FrameLabels();
  const tree = new LabelTree(profile, labels.ofFrames(profile));
  const processes = labels.ofThreads(profile);
  const columns = columnsOf(profile, options.valueType);
  const lines = sumLines(profile, tree.nodes, processes, columns);
  const order = orderOf(labels.texts);
  const ranks = tree.ranks(order);
  const sorted = Array.from(lines.node.view().keys()).sort((a, b) => {
    const [left, right] = [lines.process.at(a), lines.process.at(b)];
    const byProcess =
      (left < 0 ? -1 : (order[left] as number)) - (right < 0 ? -1 : (order[right] as number));
    if (byProcess !== 0) return byProcess;
    return rankOf(ranks, lines.node.at(a)) - rankOf(ranks, lines.node.at(b));
  });
  const path = new PathWriter(tree, labels.texts);
  const writer = new ByteWriter(pieceBytes * 2);
  for (const line of sorted) {
    const values = lines.values.map((column) => column.at(line));
    // A sample of another event has nothing to say here; a stack with a count of zero does.
    if (profile.valueTypes.length > columns.length && values.every((value) => value === 0))
      continue;
    path.write(writer, lines.process.at(line), lines.node.at(line));
    for (const value of values) writer.text(` ${value}`);
    writer.u8(0x0a);
    if (writer.length >= pieceBytes) yield writer.flush();
  }
  if (writer.length > 0) yield writer.flush();
}

function rankOf(ranks: Int32Array, node: number): number {
  return node < 0 ? -1 : (ranks[node] as number);
}

/** The value asked for; both counts of a difference. */
function columnsOf(profile: Profile, valueType: number): Float64Array[] {
  const names = profile.valueTypes.map((type) => type.name);
  if (names.join() === 'base,new') return [...profile.samples.values];
  const column = profile.samples.values[valueType];
  return column === undefined ? [] : [column];
}

interface Lines {
  readonly process: Int32Builder;
  readonly node: Int32Builder;
  readonly values: readonly Float64Builder[];
}

/** Sums the samples that give the same line. */
function sumLines(
  profile: Profile,
  nodes: Int32Array,
  processes: Int32Array,
  columns: readonly Float64Array[],
): Lines {
  const { samples } = profile;
  const index = new PairIndex();
  const lines: Lines = {
    process: new Int32Builder(),
    node: new Int32Builder(),
    values: columns.map(() => new Float64Builder()),
  };
  for (let row = 0; row < samples.length; row++) {
    const stack = samples.stack[row] as number;
    const node = stack < 0 ? -1 : (nodes[stack] as number);
    const thread = samples.thread?.[row] ?? -1;
    const process = thread < 0 ? -1 : (processes[thread] as number);
    if (node < 0 && process < 0) continue;
    let line = index.findOrAdd(process, node, lines.node.length);
    if (line < 0) {
      line = lines.node.push(node);
      lines.process.push(process);
      for (const column of lines.values) column.push(0);
    }
    lines.values.forEach((column, at) => {
      column.add(line, columns[at]?.[row] ?? 0);
    });
  }
  return lines;
}

/** Writes paths. In sorted order one shares its start with the one before, which is kept. */
class PathWriter {
  readonly #tree: LabelTree;
  readonly #texts: readonly Uint8Array[];
  #path = new Uint8Array(4096);
  /** The nodes of the path before, root first, and where each of them ends in its bytes. */
  readonly #nodes: number[] = [];
  readonly #ends: number[] = [];
  #process = -1;
  #start = 0;

  constructor(tree: LabelTree, texts: readonly string[]) {
    const utf8 = new TextEncoder();
    this.#tree = tree;
    this.#texts = texts.map((text) => utf8.encode(text));
  }

  write(to: ByteWriter, process: number, node: number): void {
    if (process !== this.#process) this.#startProcess(process);
    const climbed: number[] = [];
    let at = node;
    const { parent } = this.#tree;
    // The path before is in the way of this one at the depth where they part.
    const depths = this.#depthOf(node);
    for (let depth = depths - 1; depth >= 0 && this.#nodes[depth] !== at; depth--) {
      climbed.push(at);
      at = parent[at] as number;
    }
    let depth = depths - climbed.length;
    for (let index = climbed.length - 1; index >= 0; index--) {
      this.#append(depth++, climbed[index] as number);
    }
    this.#nodes.length = depth;
    const end = depth === 0 ? this.#start : (this.#ends[depth - 1] as number);
    to.append(this.#path.subarray(0, end));
  }

  #depthOf(node: number): number {
    let depth = 0;
    for (let at = node; at >= 0; at = this.#tree.parent[at] as number) depth++;
    return depth;
  }

  #startProcess(process: number): void {
    this.#process = process;
    this.#nodes.length = 0;
    const text = process < 0 ? new Uint8Array(0) : (this.#texts[process] as Uint8Array);
    this.#reserve(text.length);
    this.#path.set(text);
    this.#start = text.length;
  }

  #append(depth: number, node: number): void {
    const text = this.#texts[this.#tree.label[node] as number] as Uint8Array;
    let end = depth === 0 ? this.#start : (this.#ends[depth - 1] as number);
    this.#reserve(end + 1 + text.length);
    if (depth > 0 || this.#process >= 0) this.#path[end++] = 0x3b;
    this.#path.set(text, end);
    this.#nodes[depth] = node;
    this.#ends[depth] = end + text.length;
  }

  #reserve(size: number): void {
    if (size <= this.#path.length) return;
    const larger = new Uint8Array(Math.max(size, this.#path.length * 2));
    larger.set(this.#path);
    this.#path = larger;
  }
}
