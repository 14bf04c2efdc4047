import { PairIndex } from '../base/tuple-index.ts';
import type { FrameIndex, StackIndex, StackTable } from './tables.ts';

/** Children of a stack are looked for one by one up to here, then by hash. */
const longestScan = 6;

/** A row while it is built: its columns stand together, so that a step costs one cache line. */
const width = 4;
const frameAt = 1;
const firstChildAt = 2;
const nextSiblingAt = 3;

/**
 * The tree of stacks while it grows. Most stacks have one child, added right after them, so a list
 * of children per row finds the next frame nearby; a hash of (parent, frame) would miss the cache at
 * every step. Only rows with many children use one.
 *
 * Row 0 is a root and the first of them, so 0 serves as "no child" and "no sibling".
 */
export class StackRows {
  #cells: Int32Array<ArrayBuffer>;
  #length = 0;
  readonly #wide = new PairIndex();

  constructor(capacity = 1024) {
    this.#cells = new Int32Array(Math.max(capacity, 16) * width);
  }

  get length(): number {
    return this.#length;
  }

  add(parent: StackIndex, frame: FrameIndex): StackIndex {
    const cells = this.#cells;
    const isRoot = parent < 0;
    if (this.#length === 0 || parent >= this.#length) return this.#push(parent, frame);
    let child = isRoot ? 0 : (cells[parent * width + firstChildAt] as number);
    if (child === 0 && !isRoot)
      return this.#pushLinked(parent, frame, parent * width + firstChildAt);
    for (let scanned = 1; scanned <= longestScan; scanned++) {
      const at = child * width;
      if (cells[at + frameAt] === frame) return child as StackIndex;
      child = cells[at + nextSiblingAt] as number;
      if (child !== 0) continue;
      if (scanned < longestScan) return this.#pushLinked(parent, frame, at + nextSiblingAt);
      break;
    }
    const known = this.#wide.findOrAdd(parent, frame, this.#length);
    return known < 0 ? this.#push(parent, frame) : (known as StackIndex);
  }

  finish(): StackTable {
    const length = this.#length;
    const parent = new Int32Array(length);
    const frame = new Int32Array(length);
    for (let row = 0; row < length; row++) {
      parent[row] = this.#cells[row * width] as number;
      frame[row] = this.#cells[row * width + frameAt] as number;
    }
    return { length, parent, frame };
  }

  /** Adds a row and writes its number into the cell that leads to it. */
  #pushLinked(parent: number, frame: number, cell: number): StackIndex {
    const row = this.#push(parent, frame);
    this.#cells[cell] = row;
    return row;
  }

  #push(parent: number, frame: number): StackIndex {
    const row = this.#length;
    const at = row * width;
    if (at === this.#cells.length) this.#grow();
    this.#cells[at] = parent;
    this.#cells[at + frameAt] = frame;
    this.#length = row + 1;
    return row as StackIndex;
  }

  #grow(): void {
    // By four: what is not written to costs no memory, and copying costs time.
    const grown = new Int32Array(this.#cells.length * 4);
    grown.set(this.#cells);
    this.#cells = grown;
  }
}
