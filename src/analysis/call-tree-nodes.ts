import { Float64Builder, Int32Builder } from '../base/growable-column.ts';
import { PairIndex } from '../base/tuple-index.ts';

/** A value per sample row to sum up the tree, such as one value type or one side of a diff. */
export interface SampleColumn {
  /** Aligned with the profile's samples. */
  readonly values: Float64Array;
}

/** The nodes of a call tree before they are ordered. Parents stand before their children. */
export interface CallNodes {
  readonly length: number;
  readonly parent: Int32Array; // -1 = root
  readonly key: Int32Array;
  readonly inlined: Int32Array;
  /** Per column the values of the nodes themselves. */
  readonly self: readonly Float64Array[];
  /** Per column what descendants had that are left out; null = none are. */
  readonly rest: readonly Float64Array[] | null;
  /** How many descendants each node lost, those of its kept children not counted. */
  readonly dropped: Int32Array | null;
}

/** The nodes of a call tree while it grows. Parents stand before their children. */
export class NodeBuilder {
  readonly parent: Int32Builder = new Int32Builder(1024);
  readonly key: Int32Builder = new Int32Builder(1024);
  /** 1 while every frame behind the node is an inlined one. */
  readonly inlined: Int32Builder = new Int32Builder(1024);
  readonly self: readonly Float64Builder[];
  readonly #index: PairIndex | null;

  /** Without an index every `child` is a new node, as in time order. */
  constructor(columns: number, indexed: boolean) {
    this.self = Array.from({ length: columns }, () => new Float64Builder(1024));
    this.#index = indexed ? new PairIndex() : null;
  }

  get length(): number {
    return this.parent.length;
  }

  /** The child of `parent` with that key, made when it is new; -1 as parent makes a root. */
  child(parent: number, key: number, inlined: number): number {
    const known = this.#index?.findOrAdd(parent, key, this.length) ?? -1;
    if (known >= 0) {
      if (inlined === 0) this.inlined.set(known, 0);
      return known;
    }
    this.key.push(key);
    this.inlined.push(inlined);
    for (const column of this.self) column.push(0);
    return this.parent.push(parent);
  }

  /** Adds the sample's values to the node's own. */
  addSample(node: number, columns: readonly SampleColumn[], row: number): void {
    for (let c = 0; c < columns.length; c++) {
      (this.self[c] as Float64Builder).add(node, columns[c]?.values[row] as number);
    }
  }

  finish(): CallNodes {
    return {
      length: this.length,
      parent: this.parent.view(),
      key: this.key.view(),
      inlined: this.inlined.view(),
      self: this.self.map((column) => column.view()),
      rest: null,
      dropped: null,
    };
  }
}
