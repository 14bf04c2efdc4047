import { Float64Builder, Int32Builder } from '../base/growable-column.ts';

/** What is known of a node when it is added. */
export interface TreeRow {
  readonly parent: number;
  readonly key: number;
  readonly inlined: number;
  readonly self: number;
  readonly total: number;
  readonly selfSamples: number;
  readonly totalSamples: number;
}

/** The columns of a tree, all aligned, in depth-first order. */
export interface TreeColumns {
  readonly length: number;
  readonly parent: Int32Array;
  readonly key: Int32Array;
  readonly depth: Int32Array;
  readonly subtreeEnd: Int32Array;
  readonly inlined: Uint8Array;
  readonly self: Float64Array;
  readonly total: Float64Array;
  readonly selfSamples: Float64Array;
  readonly totalSamples: Float64Array;
  readonly dropped: Int32Array;
}

/** A tree that is written in depth-first order. */
export class TreeRows {
  readonly #parent = new Int32Builder(1024);
  readonly #key = new Int32Builder(1024);
  readonly #depth = new Int32Builder(1024);
  readonly #inlined = new Int32Builder(1024);
  readonly #dropped = new Int32Builder(1024);
  readonly #self = new Float64Builder(1024);
  readonly #total = new Float64Builder(1024);
  readonly #selfSamples = new Float64Builder(1024);
  readonly #totalSamples = new Float64Builder(1024);

  add(row: TreeRow): number {
    this.#key.push(row.key);
    this.#depth.push(row.parent < 0 ? 0 : this.#depth.at(row.parent) + 1);
    this.#inlined.push(row.inlined);
    this.#dropped.push(0);
    this.#self.push(row.self);
    this.#total.push(row.total);
    this.#selfSamples.push(row.selfSamples);
    this.#totalSamples.push(row.totalSamples);
    return this.#parent.push(row.parent);
  }

  /** Says that some children of the row were left out. */
  drop(row: number, children: number): void {
    this.#dropped.set(row, this.#dropped.at(row) + children);
  }

  finish(): TreeColumns {
    const { length } = this.#parent;
    const parent = this.#parent.finish();
    const subtreeEnd = new Int32Array(length);
    for (let row = length - 1; row >= 0; row--) {
      const end = Math.max(row + 1, subtreeEnd[row] as number);
      subtreeEnd[row] = end;
      const up = parent[row] as number;
      if (up >= 0 && (subtreeEnd[up] as number) < end) subtreeEnd[up] = end;
    }
    return {
      length,
      parent,
      key: this.#key.finish(),
      depth: this.#depth.finish(),
      subtreeEnd,
      inlined: Uint8Array.from(this.#inlined.view()),
      self: this.#self.finish(),
      total: this.#total.finish(),
      selfSamples: this.#selfSamples.finish(),
      totalSamples: this.#totalSamples.finish(),
      dropped: this.#dropped.finish(),
    };
  }
}
