import { ByteWriter } from '../../base/byte-writer.ts';
import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import { sortedByKey } from '../../base/sorted-keys.ts';
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
  const path = new PathWriter(tree, labels.texts);
  const writer = new ByteWriter(pieceBytes * 2);
  const hasOtherTypes = profile.valueTypes.length > columns.length;
  const { process, node, values } = lines;
  for (const line of inOrder(lines, order, ranks)) {
    // A sample of another event has nothing to say here; a stack with a count of zero does.
    if (hasOtherTypes && values.every((column) => column.at(line) === 0)) continue;
    path.write(writer, process.at(line), node.at(line));
    for (const column of values) writer.text(` ${column.at(line)}`);
    writer.u8(0x0a);
    if (writer.length >= pieceBytes) yield writer.flush();
  }
  if (writer.length > 0) yield writer.flush();
}

/** Lines by process, then by path; what has neither comes first. */
function inOrder({ process, node }: Lines, labelOrder: Int32Array, ranks: Int32Array): Int32Array {
  const keys = new Float64Array(node.length);
  const rows = new Int32Array(node.length);
  const paths = ranks.length + 1;
  for (let line = 0; line < keys.length; line++) {
    const label = process.at(line);
    const leaf = node.at(line);
    const group = label < 0 ? 0 : (labelOrder[label] as number) + 1;
    keys[line] = group * paths + (leaf < 0 ? 0 : (ranks[leaf] as number) + 1);
    rows[line] = line;
  }
  return sortedByKey(keys, rows).order;
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
    for (let at = 0; at < columns.length; at++) {
      lines.values[at]?.add(line, columns[at]?.[row] ?? 0);
    }
  }
  return lines;
}

/** Writes paths. In sorted order one shares its start with the one before, which is kept. */
class PathWriter {
  readonly #tree: LabelTree;
  readonly #texts: readonly Uint8Array[];
  #path = new Uint8Array(4096);
  /** The nodes of the path before, root first, and where each of them ends in its bytes. */
  #nodes = new Int32Array(64);
  #ends = new Int32Array(64);
  #depth = 0;
  #process = -1;
  #start = 0;

  constructor(tree: LabelTree, texts: readonly string[]) {
    const utf8 = new TextEncoder();
    this.#tree = tree;
    this.#texts = texts.map((text) => utf8.encode(text));
  }

  write(to: ByteWriter, process: number, node: number): void {
    if (process !== this.#process) this.#startProcess(process);
    const { parent, depth } = this.#tree;
    const depths = node < 0 ? 0 : (depth[node] as number);
    if (depths > this.#nodes.length) this.#deepen(depths);
    const nodes = this.#nodes;
    // Up to where the path before is the same; what it had below is replaced.
    let shared = depths;
    let at = node;
    while (shared > 0 && (shared > this.#depth || nodes[shared - 1] !== at)) {
      nodes[--shared] = at;
      at = parent[at] as number;
    }
    for (let level = shared; level < depths; level++) this.#append(level);
    this.#depth = depths;
    const end = depths === 0 ? this.#start : (this.#ends[depths - 1] as number);
    to.append(this.#path.subarray(0, end));
  }

  #startProcess(process: number): void {
    this.#process = process;
    this.#depth = 0;
    const text = process < 0 ? new Uint8Array(0) : (this.#texts[process] as Uint8Array);
    this.#reserve(text.length);
    this.#path.set(text);
    this.#start = text.length;
  }

  #append(level: number): void {
    const label = this.#tree.label[this.#nodes[level] as number] as number;
    const text = this.#texts[label] as Uint8Array;
    let end = level === 0 ? this.#start : (this.#ends[level - 1] as number);
    this.#reserve(end + 1 + text.length);
    if (level > 0 || this.#process >= 0) this.#path[end++] = 0x3b;
    this.#path.set(text, end);
    this.#ends[level] = end + text.length;
  }

  #deepen(depths: number): void {
    const [nodes, ends] = [this.#nodes, this.#ends];
    this.#nodes = new Int32Array(depths * 2);
    this.#ends = new Int32Array(depths * 2);
    this.#nodes.set(nodes);
    this.#ends.set(ends);
  }

  #reserve(size: number): void {
    if (size <= this.#path.length) return;
    const larger = new Uint8Array(Math.max(size, this.#path.length * 2));
    larger.set(this.#path);
    this.#path = larger;
  }
}
