import { Float64Builder, Int32Builder } from '../base/growable-column.ts';
import type { CallNodes } from './call-nodes.ts';

/** Stands for the key of a block of boxes that are too narrow to draw one by one. */
const smallBoxes = -1;

/** Boxes in time, as columns: from when to when a function was seen at a depth. */
export class ChartBoxes {
  readonly lane: Int32Builder = new Int32Builder(1024);
  readonly depth: Int32Builder = new Int32Builder(1024);
  /** Row of the keys, or `smallBoxes`. */
  readonly key: Int32Builder = new Int32Builder(1024);
  readonly inlined: Int32Builder = new Int32Builder(1024);
  readonly startNs: Float64Builder = new Float64Builder(1024);
  readonly endNs: Float64Builder = new Float64Builder(1024);
  /** Samples in the box, or in all boxes of the block. */
  readonly count: Float64Builder = new Float64Builder(1024);

  add(box: {
    readonly lane: number;
    readonly depth: number;
    readonly key: number;
    readonly inlined: number;
    readonly startNs: number;
    readonly endNs: number;
    readonly count: number;
  }): void {
    this.lane.push(box.lane);
    this.depth.push(box.depth);
    this.key.push(box.key);
    this.inlined.push(box.inlined);
    this.startNs.push(box.startNs);
    this.endNs.push(box.endNs);
    this.count.push(box.count);
  }
}

/**
 * Turns one thread's samples, in order of time, into boxes. Neighbours that share a path share its
 * boxes; what changes from one to the next costs the depth of the change only. Boxes narrower than
 * `leastNs` become one block with their neighbours of the same caller, and stand for what they call:
 * a lane has as many boxes as there is room for, and each lies in one of its caller.
 */
export class LaneWriter {
  readonly #nodes: CallNodes;
  readonly #boxes: ChartBoxes;
  readonly #lane: number;
  readonly #leastNs: number;
  /** Per depth: since when, and how many samples were seen before. */
  readonly #openedNs: number[] = [];
  readonly #seenBefore: number[] = [];
  /** Per depth: the block of narrow boxes that is being gathered, inside the caller that is open. */
  readonly #smallStart: number[] = [];
  readonly #smallEnd: number[] = [];
  readonly #smallCount: number[] = [];
  #node = -1;
  #seen = 0;
  maxDepth = 0;

  constructor(nodes: CallNodes, boxes: ChartBoxes, lane: number, leastNs: number) {
    this.#nodes = nodes;
    this.#boxes = boxes;
    this.#lane = lane;
    this.#leastNs = leastNs;
  }

  /** From now on this path runs; -1 = nothing. */
  moveTo(node: number, timeNs: number): void {
    if (node !== this.#node) {
      const shared = this.#sharedWith(node);
      this.#close(shared, timeNs);
      this.#open(node, shared, timeNs);
    }
    if (node >= 0) this.#seen++;
  }

  finish(timeNs: number): void {
    this.#close(-1, timeNs);
    this.#flushSmall(0);
  }

  /** The deepest node that is on both paths; -1 = none. */
  #sharedWith(node: number): number {
    const { parent, depth } = this.#nodes;
    let [a, b] = [this.#node, node];
    while (a !== b) {
      if (a >= 0 && (b < 0 || (depth[a] as number) >= (depth[b] as number)))
        a = parent[a] as number;
      else b = parent[b] as number;
    }
    return a;
  }

  #open(node: number, shared: number, timeNs: number): void {
    const { parent, depth } = this.#nodes;
    for (let at = node; at !== shared; at = parent[at] as number) {
      const level = depth[at] as number;
      this.#openedNs[level] = timeNs;
      this.#seenBefore[level] = this.#seen;
      if (level >= this.maxDepth) this.maxDepth = level + 1;
    }
    this.#node = node;
  }

  #close(shared: number, endNs: number): void {
    const { parent, depth, key, inlined } = this.#nodes;
    for (let at = this.#node; at !== shared; at = parent[at] as number) {
      const level = depth[at] as number;
      const startNs = this.#openedNs[level] as number;
      if (endNs - startNs < this.#leastNs) {
        // What it called is shorter still: the block stands for all of it.
        this.#smallCount[level + 1] = 0;
        this.#gather(level, startNs, endNs);
        continue;
      }
      this.#flushSmall(level + 1);
      this.#flushSmall(level);
      this.#boxes.add({
        lane: this.#lane,
        depth: level,
        key: key[at] as number,
        inlined: inlined[at] as number,
        startNs,
        endNs,
        count: this.#seen - (this.#seenBefore[level] as number),
      });
    }
    this.#node = shared;
  }

  #gather(depth: number, startNs: number, endNs: number): void {
    const isOpen = (this.#smallCount[depth] ?? 0) > 0;
    if (!isOpen || startNs - (this.#smallEnd[depth] as number) >= this.#leastNs) {
      this.#flushSmall(depth);
      this.#smallStart[depth] = startNs;
    }
    this.#smallEnd[depth] = endNs;
    const seen = this.#seen - (this.#seenBefore[depth] as number);
    this.#smallCount[depth] = (this.#smallCount[depth] ?? 0) + seen;
  }

  /** A block that is still narrower than what is drawn stays a block: nothing is hidden. */
  #flushSmall(depth: number): void {
    const count = this.#smallCount[depth] ?? 0;
    if (count === 0) return;
    this.#boxes.add({
      lane: this.#lane,
      depth,
      key: smallBoxes,
      inlined: 0,
      startNs: this.#smallStart[depth] as number,
      endNs: this.#smallEnd[depth] as number,
      count,
    });
    this.#smallCount[depth] = 0;
  }
}
