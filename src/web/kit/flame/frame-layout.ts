import { Float64Builder, Int32Builder } from '../../../base/growable-column.ts';
import type { Extent, FlameModel } from './flame-table.ts';

/** What is on screen: boxes in pixels from the left edge, in depth-first order. */
export interface Boxes {
  readonly length: number;
  /** Row of the table; of a block its first small frame, or -1 when all of it was dropped from the table. */
  readonly row: Int32Array;
  readonly depth: Int32Array;
  /** May reach beyond both edges. */
  readonly x: Float64Array;
  readonly width: Float64Array;
  /** 0 = a frame; else how many small siblings this block stands for. */
  readonly small: Int32Array;
  /** Of a block: the row whose children they are. -1 for frames. */
  readonly caller: Int32Array;
}

export interface Viewport {
  readonly extent: Extent;
  readonly width: number;
  /** Depths that are on screen, the last included. */
  readonly firstDepth: number;
  readonly lastDepth: number;
}

/** Frames narrower than this join their neighbours: nothing hidden, no confetti. */
export const narrowest = 2.5;
/** Blocks narrower than this are not drawn: a hair carries no meaning. */
const narrowestBlock = 0.75;

/**
 * Finds what is on screen. Subtrees left of it, right of it, below the last row or too narrow are skipped
 * whole, so the work follows what is seen and not the size of the tree.
 */
export function layoutFrames(model: FlameModel, view: Viewport): Boxes {
  const { table, start, weight } = model;
  const { subtreeEnd, depth, parent } = table;
  const { extent, width, firstDepth, lastDepth } = view;
  const scale = scaleOf(view);
  const boxes = new BoxRows(model, view);
  let row = 0;
  while (row < table.length) {
    const x = ((start[row] as number) - extent.from) * scale;
    const wide = (weight[row] as number) * scale;
    const at = depth[row] as number;
    if (x + wide <= 0) {
      row = subtreeEnd[row] as number;
    } else if (x >= width) {
      // Siblings further right are outside as well.
      const up = parent[row] as number;
      row = up < 0 ? table.length : (subtreeEnd[up] as number);
    } else if (wide < narrowest) {
      if (at >= firstDepth) boxes.join(row, x, wide);
      row = subtreeEnd[row] as number;
    } else {
      if (at >= firstDepth) boxes.addFrame(row, x, wide);
      boxes.addDropped(row);
      row = at < lastDepth ? row + 1 : (subtreeEnd[row] as number);
    }
  }
  return boxes.finish();
}

/** The deepest row that is at least as wide as a frame: how far down there is something to see. */
export function visibleDepth(model: FlameModel, extent: Extent, width: number): number {
  const { table, start, weight } = model;
  const { subtreeEnd, depth } = table;
  const least = narrowest / scaleOf({ extent, width });
  let deepest = 0;
  let row = 0;
  while (row < table.length) {
    const from = start[row] as number;
    const wide = weight[row] as number;
    if (wide < least || from + wide <= extent.from || from >= extent.to) {
      row = subtreeEnd[row] as number;
      continue;
    }
    if ((depth[row] as number) > deepest) deepest = depth[row] as number;
    row++;
  }
  return deepest;
}

function scaleOf({ extent, width }: Pick<Viewport, 'extent' | 'width'>): number {
  return width / Math.max(extent.to - extent.from, Number.MIN_VALUE);
}

interface OpenBlock {
  readonly first: number;
  readonly caller: number;
  readonly x: number;
  end: number;
  count: number;
}

class BoxRows {
  readonly #model: FlameModel;
  readonly #view: Viewport;
  readonly #row = new Int32Builder(512);
  readonly #depth = new Int32Builder(512);
  readonly #x = new Float64Builder(512);
  readonly #width = new Float64Builder(512);
  readonly #small = new Int32Builder(512);
  readonly #caller = new Int32Builder(512);
  /** Boxes of children that are not in the table, by their caller. */
  readonly #droppedOf = new Map<number, number>();
  #block: OpenBlock | null = null;

  constructor(model: FlameModel, view: Viewport) {
    this.#model = model;
    this.#view = view;
  }

  addFrame(row: number, x: number, width: number): void {
    this.#endBlock();
    this.#push(row, this.#model.table.depth[row] as number, { x, width }, 0, -1);
  }

  /** Adds a narrow frame to the block of its caller, or begins one where a gap is seen. */
  join(row: number, x: number, width: number): void {
    const caller = this.#model.table.parent[row] as number;
    const open = this.#block;
    if (open !== null && open.caller === caller && x <= open.end + narrowest) {
      open.end = x + width;
      open.count++;
      return;
    }
    this.#endBlock();
    this.#block = { first: row, caller, x, end: x + width, count: 1 };
  }

  /** Children that are not in the table stand behind those that are; their own caller's time is last. */
  addDropped(row: number): void {
    const { table, childrenEnd, start, weight } = this.#model;
    const count = table.dropped?.[row] ?? 0;
    const { firstDepth, lastDepth, extent, width: room } = this.#view;
    const depth = (table.depth[row] as number) + 1;
    if (count === 0 || depth < firstDepth || depth > lastDepth) return;
    const scale = scaleOf(this.#view);
    const from = childrenEnd[row] as number;
    const to = (start[row] as number) + (weight[row] as number) - (table.self[row] as number);
    const x = (from - extent.from) * scale;
    const width = (to - from) * scale;
    if (width < narrowestBlock || x >= room || x + width <= 0) return;
    this.#endBlock();
    this.#droppedOf.set(row, this.#row.length);
    this.#push(-1, depth, { x, width }, count, row);
  }

  finish(): Boxes {
    this.#endBlock();
    return {
      length: this.#row.length,
      row: this.#row.finish(),
      depth: this.#depth.finish(),
      x: this.#x.finish(),
      width: this.#width.finish(),
      small: this.#small.finish(),
      caller: this.#caller.finish(),
    };
  }

  #endBlock(): void {
    const open = this.#block;
    this.#block = null;
    if (open === null) return;
    const dropped = this.#droppedOf.get(open.caller);
    if (dropped !== undefined && this.#x.at(dropped) <= open.end + narrowest) {
      this.#row.set(dropped, open.first);
      this.#width.set(dropped, this.#x.at(dropped) + this.#width.at(dropped) - open.x);
      this.#x.set(dropped, open.x);
      this.#small.set(dropped, this.#small.at(dropped) + open.count);
      return;
    }
    if (open.end - open.x < narrowestBlock) return;
    const depth = this.#model.table.depth[open.first] as number;
    const place = { x: open.x, width: open.end - open.x };
    this.#push(open.first, depth, place, open.count, open.caller);
  }

  #push(
    row: number,
    depth: number,
    place: { readonly x: number; readonly width: number },
    small: number,
    caller: number,
  ): void {
    this.#row.push(row);
    this.#depth.push(depth);
    this.#x.push(place.x);
    this.#width.push(place.width);
    this.#small.push(small);
    this.#caller.push(caller);
  }
}
