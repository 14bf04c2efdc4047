import type { Boxes } from './frame-layout.ts';

/** Where rows stand on the canvas. */
export interface FrameGeometry {
  /** flame: the root at the bottom; icicle: at the top. */
  readonly shape: 'flame' | 'icicle';
  readonly rowHeight: number;
  /** Depth of the first row that is drawn: 1 when the root is shown elsewhere. */
  readonly topDepth: number;
  /** Of all rows; at least as high as the canvas. */
  readonly contentHeight: number;
  readonly scrollTop: number;
  readonly width: number;
  readonly height: number;
}

/** Upper edge of the rows of a depth. */
export function rowTop(geometry: FrameGeometry, depth: number): number {
  const { shape, rowHeight, topDepth, contentHeight, scrollTop } = geometry;
  const from = (depth - topDepth) * rowHeight;
  return (shape === 'icicle' ? from : contentHeight - from - rowHeight) - scrollTop;
}

/** The first and the last depth that are on screen. */
export function shownDepths(geometry: FrameGeometry): { first: number; last: number } {
  const { topDepth } = geometry;
  const ends = [depthAt(geometry, 0), depthAt(geometry, geometry.height - 1)];
  return { first: Math.max(topDepth, Math.min(...ends)), last: Math.max(...ends) };
}

function depthAt(geometry: FrameGeometry, y: number): number {
  const { shape, rowHeight, topDepth, contentHeight, scrollTop } = geometry;
  const at = y + scrollTop;
  const from = shape === 'icicle' ? at : contentHeight - at - 1;
  return Math.floor(from / rowHeight) + topDepth;
}

/** The box under a point; -1 = none. */
export function boxAt(boxes: Boxes, geometry: FrameGeometry, x: number, y: number): number {
  const depth = depthAt(geometry, y);
  for (let box = 0; box < boxes.length; box++) {
    if (boxes.depth[box] !== depth) continue;
    const left = boxes.x[box] as number;
    if (x >= left && x < left + (boxes.width[box] as number)) return box;
  }
  return -1;
}
