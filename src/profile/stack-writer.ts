import { Int32Builder } from '../base/growable-column.ts';
import { PairIndex } from '../base/tuple-index.ts';
import type { StackTable } from './tables.ts';

/** A new stack table in the making: equal paths are stored once, parents before children. */
export class StackWriter {
  readonly #parent: Int32Builder;
  readonly #frame: Int32Builder;
  readonly #index: PairIndex;

  constructor(capacity = 64) {
    this.#parent = new Int32Builder(Math.max(capacity, 16));
    this.#frame = new Int32Builder(Math.max(capacity, 16));
    this.#index = new PairIndex(capacity);
  }

  /** The path `parent` (-1 = root) followed by `frame`. */
  add(parent: number, frame: number): number {
    const known = this.#index.findOrAdd(parent, frame, this.#parent.length);
    if (known >= 0) return known;
    this.#frame.push(frame);
    return this.#parent.push(parent);
  }

  frameOf(stack: number): number {
    return this.#frame.at(stack);
  }

  finish(): StackTable {
    return {
      length: this.#parent.length,
      parent: this.#parent.finish(),
      frame: this.#frame.finish(),
    };
  }
}
