import { PairIndex } from '../base/tuple-index.ts';
import type { FrameIndex, StackIndex, StackTable } from './tables.ts';

/** Children of a stack are looked for one by one up to here, then by hash. */
const longestScan = 6;

/**
 * The tree of stacks while it grows. Most stacks have one child, added right after them, so a list
 * of children per row finds the next frame in the same cache line; a hash of (parent, frame) would
 * miss the cache at every step. Only rows with many children use one.
 *
 * Row 0 is a root and the first of them, so 0 serves as "no child" and "no sibling".
 */
export class StackRows {
  #parent: Int32Array<ArrayBuffer>;
  #frame: Int32Array<ArrayBuffer>;
  #firstChild: Int32Array<ArrayBuffer>;
  #nextSibling: Int32Array<ArrayBuffer>;
  #length = 0;
  readonly #wide = new PairIndex();

  constructor(capacity = 1024) {
    const rows = Math.max(capacity, 16);
    this.#parent = new Int32Array(rows);
    this.#frame = new Int32Array(rows);
    this.#firstChild = new Int32Array(rows);
    this.#nextSibling = new Int32Array(rows);
  }

  get length(): number {
    return this.#length;
  }

  add(parent: StackIndex, frame: FrameIndex): StackIndex {
    const frames = this.#frame;
    const next = this.#nextSibling;
    const isRoot = parent < 0;
    if (this.#length === 0 || parent >= this.#length) return this.#push(parent, frame);
    let child = isRoot ? 0 : (this.#firstChild[parent] as number);
    if (child === 0 && !isRoot) {
      const row = this.#push(parent, frame);
      this.#firstChild[parent] = row;
      return row;
    }
    for (let scanned = 1; scanned <= longestScan; scanned++) {
      if (frames[child] === frame) return child as StackIndex;
      const sibling = next[child] as number;
      if (sibling === 0 && scanned < longestScan) {
        const row = this.#push(parent, frame);
        this.#nextSibling[child] = row;
        return row;
      }
      child = sibling;
    }
    const known = this.#wide.findOrAdd(parent, frame, this.#length);
    return known < 0 ? this.#push(parent, frame) : (known as StackIndex);
  }

  finish(): StackTable {
    const length = this.#length;
    return { length, parent: exactly(this.#parent, length), frame: exactly(this.#frame, length) };
  }

  #push(parent: number, frame: number): StackIndex {
    const row = this.#length;
    if (row === this.#parent.length) this.#grow();
    this.#parent[row] = parent;
    this.#frame[row] = frame;
    this.#length = row + 1;
    return row as StackIndex;
  }

  #grow(): void {
    this.#parent = doubled(this.#parent);
    this.#frame = doubled(this.#frame);
    this.#firstChild = doubled(this.#firstChild);
    this.#nextSibling = doubled(this.#nextSibling);
  }
}

function doubled(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(column.length * 2);
  grown.set(column);
  return grown;
}

function exactly(column: Int32Array, length: number): Int32Array {
  return column.length === length ? column : column.slice(0, length);
}
