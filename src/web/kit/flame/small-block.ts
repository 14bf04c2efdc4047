import type { FlameModel } from './flame-table.ts';
import type { Boxes } from './frame-layout.ts';

/** The rows that a block of small frames stands for, as far as they are in the table. */
export function* rowsOfBlock({ table }: FlameModel, boxes: Boxes, box: number): Iterable<number> {
  const caller = boxes.caller[box] as number;
  const end = caller < 0 ? table.length : (table.subtreeEnd[caller] as number);
  let row = boxes.row[box] as number;
  if (row < 0) return;
  let count = boxes.small[box] as number;
  for (; row < end && count > 0; row = table.subtreeEnd[row] as number, count--) yield row;
}

/** What the frames of a block add up to. */
export function blockValue(model: FlameModel, boxes: Boxes, box: number): number {
  let value = 0;
  let found = 0;
  for (const row of rowsOfBlock(model, boxes, box)) {
    value += model.table.total[row] as number;
    found++;
  }
  const caller = boxes.caller[box] as number;
  // The rest is not in the table: it is what the caller has beyond itself and its children.
  const isWhole = found === boxes.small[box] || caller < 0;
  return isWhole ? value : value + droppedValue(model, caller);
}

function droppedValue({ table }: FlameModel, caller: number): number {
  let rest = (table.total[caller] as number) - (table.self[caller] as number);
  const end = table.subtreeEnd[caller] as number;
  for (let row = caller + 1; row < end; row = table.subtreeEnd[row] as number) {
    rest -= table.total[row] as number;
  }
  return Math.max(0, rest);
}

export function widestInBlock(model: FlameModel, boxes: Boxes, box: number): number {
  let widest = 0;
  for (const row of rowsOfBlock(model, boxes, box)) {
    widest = Math.max(widest, model.weight[row] as number);
  }
  return widest;
}
