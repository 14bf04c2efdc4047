import { unreachable } from '../../../base/assert.ts';
import type { FlameModel } from './flame-table.ts';
import type { Boxes } from './frame-layout.ts';

export type Move = 'caller' | 'callee' | 'left' | 'right' | 'first' | 'last';

/** The row that a key leads to; the same row where there is none. */
export function moveFrom(model: FlameModel, boxes: Boxes, row: number, move: Move): number {
  const { table } = model;
  if (row < 0 || row >= table.length) return 0;
  switch (move) {
    case 'caller':
      return Math.max(table.parent[row] as number, 0);
    case 'callee':
      return widestChild(model, row) ?? row;
    case 'left':
      return neighbour(boxes, row, -1);
    case 'right':
      return neighbour(boxes, row, 1);
    case 'first':
      return 0;
    case 'last':
      return heaviestEnd(model, row);
    default:
      return unreachable(move);
  }
}

function widestChild({ table, weight }: FlameModel, row: number): number | undefined {
  const end = table.subtreeEnd[row] as number;
  let widest: number | undefined;
  for (let child = row + 1; child < end; child = table.subtreeEnd[child] as number) {
    if (widest === undefined || (weight[child] as number) > (weight[widest] as number)) {
      widest = child;
    }
  }
  return widest;
}

/** The next frame on screen in the same row, of whatever caller. */
function neighbour(boxes: Boxes, row: number, step: -1 | 1): number {
  const at = boxes.row.indexOf(row);
  if (at < 0) return row;
  for (let box = at + step; box >= 0 && box < boxes.length; box += step) {
    if (boxes.depth[box] === boxes.depth[at] && boxes.small[box] === 0) {
      return boxes.row[box] as number;
    }
  }
  return row;
}

function heaviestEnd(model: FlameModel, row: number): number {
  let at = row;
  for (let next = widestChild(model, at); next !== undefined; next = widestChild(model, at)) {
    at = next;
  }
  return at;
}

/** Zooming out shows more: the nearest caller that is wider, or the root. */
export function widerCaller({ table, weight }: FlameModel, row: number): number {
  let at = row;
  while (at > 0) {
    at = table.parent[at] as number;
    if ((weight[at] as number) > (weight[row] as number) * 1.001) return at;
  }
  return 0;
}
