import { Float64Builder, Int32Builder } from '../../base/growable-column.ts';
import type { FlamePicture } from './picture.ts';

/** What is drawn at one zoom and width: boxes in depth-first order, in pixels. */
export interface Boxes {
  readonly length: number;
  /** Row of the picture; for a block of small frames its first. */
  readonly frame: Int32Array;
  /** 0 for a frame; how many siblings a block joins. */
  readonly joined: Int32Array;
  readonly x: Float64Array;
  readonly width: Float64Array;
}

/** Narrower siblings that stand side by side become one quiet block: nothing hidden, no confetti. */
const narrowest = 1;
/** Blocks narrower than this are not worth an element. */
const narrowestBlock = 0.5;

/** The zoomed frame and its ancestors span the width; its subtree is scaled to it. */
export function layoutBoxes(picture: FlamePicture, zoom: number, width: number): Boxes {
  const boxes = new BoxRows();
  const path: number[] = [];
  for (let up = picture.parent[zoom] as number; up >= 0; up = picture.parent[up] as number) {
    path.push(up);
  }
  for (const frame of path.reverse()) boxes.add(frame, 0, 0, width);
  const origin = picture.start[zoom] as number;
  const scale = width / Math.max(picture.weight[zoom] as number, Number.MIN_VALUE);
  const end = picture.subtreeEnd[zoom] as number;
  let frame = zoom;
  while (frame < end) {
    const x = ((picture.start[frame] as number) - origin) * scale;
    const wide = (picture.weight[frame] as number) * scale;
    if (wide >= narrowest || frame === zoom) {
      boxes.endBlock();
      boxes.add(frame, 0, x, wide);
      frame++;
    } else {
      boxes.join(frame, picture.parent[frame] as number, x, wide);
      frame = picture.subtreeEnd[frame] as number;
    }
  }
  boxes.endBlock();
  return boxes.finish();
}

class BoxRows {
  readonly #frame = new Int32Builder(256);
  readonly #joined = new Int32Builder(256);
  readonly #x = new Float64Builder(256);
  readonly #width = new Float64Builder(256);
  #block = { first: -1, parent: -1, count: 0, x: 0, end: 0 };

  add(frame: number, joined: number, x: number, width: number): void {
    this.#frame.push(frame);
    this.#joined.push(joined);
    this.#x.push(x);
    this.#width.push(width);
  }

  /** Adds a narrow frame to the open block of its parent, or begins one. */
  join(frame: number, parent: number, x: number, width: number): void {
    const block = this.#block;
    // In time order frames may stand apart; a pixel between them ends the block.
    if (block.count > 0 && (block.parent !== parent || x > block.end + narrowest)) this.endBlock();
    if (this.#block.count === 0) this.#block = { first: frame, parent, count: 0, x, end: x };
    this.#block.count++;
    this.#block.end = x + width;
  }

  endBlock(): void {
    const { first, count, x, end } = this.#block;
    if (count > 0 && end - x >= narrowestBlock) this.add(first, count, x, end - x);
    this.#block = { first: -1, parent: -1, count: 0, x: 0, end: 0 };
  }

  finish(): Boxes {
    return {
      length: this.#frame.length,
      frame: this.#frame.finish(),
      joined: this.#joined.finish(),
      x: this.#x.finish(),
      width: this.#width.finish(),
    };
  }
}
